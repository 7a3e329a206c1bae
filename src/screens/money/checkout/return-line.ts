import type { Language } from '#contract/field-rules'
import type { ReturnStep } from '#contract/money/order'
import { refundStepSentence } from '#contract/sentences/refund-step-sentence'

/**
 * The refund for cancelling everything, in one line: the refund now, and the refund after the first deadline. Null
 * when nothing is refundable or a deadline has no words; the policy is then shown instead.
 */
export function returnLine(
  steps: readonly ReturnStep[],
  { language, deadlines, places }: { language: Language; deadlines: Record<string, string>; places: number },
): string | null {
  const paying = steps
    .map(({ until, amount_returned, amount_requested }) => ({
      until,
      day: until === null ? null : (deadlines[until] ?? null),
      returned: amount_returned.value > 0 ? amount_returned.display : null,
      requested: amount_requested.value > 0 ? amount_requested.display : null,
    }))
    .filter(({ returned, requested }) => returned !== null || requested !== null)
  if (paying.length === 0 || paying.some(({ until, day }) => until !== null && day === null)) return null
  const sentences = paying.slice(0, 2).flatMap((step, index) => {
    // The time after all deadlines has no line of its own.
    if (index > 0 && step.day === null) return []
    const about = { ...step, until: step.day, isLater: index > 0, isWhole: places > 1 && index === 0 }
    return refundStepSentence(about, language) ?? []
  })
  return sentences.join(' ')
}
