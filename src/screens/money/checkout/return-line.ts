import type { ReturnStep } from '#contract/money/order'
import { fillIn } from '../../../locales/fill-in.ts'
import type { CheckoutText } from './checkout-context.ts'

type Words = CheckoutText['returns']

/**
 * The refund for cancelling everything, in one line: the refund now, and the refund after the first deadline. Null
 * when nothing is refundable or a deadline has no words; the policy is then shown instead.
 */
export function returnLine(
  steps: readonly ReturnStep[],
  { words, deadlines, places }: { words: Words; deadlines: Record<string, string>; places: number },
): string | null {
  const paying = steps
    .map((step) => ({
      ...step,
      sum: step.amount_requested.value > 0 ? step.amount_requested : step.amount_returned,
      day: step.until === null ? null : (deadlines[step.until] ?? null),
    }))
    .filter(({ sum }) => sum.value > 0)
  const [now, next] = paying
  if (!now || paying.some(({ until, day }) => until !== null && day === null)) return null
  const isRequest = now.amount_requested.value > 0
  const isMixed = isRequest && now.amount_returned.value > 0
  if (isMixed) return null
  const first = isRequest ? words.ask : places > 1 ? words.several : words.one
  const line = fillIn(now.day === null ? first.always : first.until, { until: now.day ?? '', amount: now.sum.display })
  const later = isRequest ? words.ask.until : words.one.until
  return next?.day ? `${line} ${fillIn(later, { until: next.day, amount: next.sum.display })}` : line
}
