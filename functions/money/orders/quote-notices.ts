import type { Quote } from '../../contract/money/order.ts'
import type { Language } from '../../contract/field-rules.ts'
import { errorSentence, noticeSentence, type NoticeName } from '../../contract/sentences/sentence.ts'
import type { Refusal } from './order-refusals.ts'

type QuoteChanges = {
  isTakenAgain: boolean
  hasNewPrice: boolean
  hasNewAmount: boolean
  refusedCode: Refusal | null
  isCodeIdle: boolean
}

/** The notices of a quote: places held again, a new price, a code that was removed or has no effect. */
export function quoteNotices(changes: QuoteChanges, language: Language): Quote['notices'] {
  const own = (name: NoticeName) => ({ type: name, message: noticeSentence(name, language) })
  return [
    ...(changes.isTakenAgain ? [own('places_taken_again')] : []),
    ...(changes.hasNewPrice ? [own('price_changed')] : []),
    ...(changes.refusedCode
      ? [
          {
            type: changes.refusedCode.type,
            message: `${errorSentence(changes.refusedCode.type, language)} ${noticeSentence('coupon_left', language)}`,
          },
        ]
      : []),
    ...(changes.isCodeIdle ? [{ type: 'coupon_replaced', message: errorSentence('coupon_replaced', language) }] : []),
    ...(changes.hasNewAmount && !changes.hasNewPrice && !changes.refusedCode ? [own('amount_changed')] : []),
  ]
}
