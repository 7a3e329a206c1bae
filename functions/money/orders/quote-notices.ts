import type { Quote } from '../../contract/money/order.ts'
import type { Language } from '../../contract/field-rules.ts'
import { errorSentence, noticeSentence, type NoticeName } from '../../contract/sentences/sentence.ts'
import type { Refusal } from './order-refusals.ts'

type News = {
  isTakenAgain: boolean
  hasNewPrice: boolean
  hasNewAmount: boolean
  refusedCode: Refusal | null
  isCodeIdle: boolean
}

/** What a quote says calmly: places held again, another price, a code that left or adds nothing. */
export function quoteNotices(news: News, language: Language): Quote['notices'] {
  const own = (name: NoticeName) => ({ type: name, message: noticeSentence(name, language) })
  return [
    ...(news.isTakenAgain ? [own('places_taken_again')] : []),
    ...(news.hasNewPrice ? [own('price_changed')] : []),
    ...(news.refusedCode
      ? [
          {
            type: news.refusedCode.type,
            message: `${errorSentence(news.refusedCode.type, language)} ${noticeSentence('coupon_left', language)}`,
          },
        ]
      : []),
    ...(news.isCodeIdle ? [{ type: 'coupon_replaced', message: errorSentence('coupon_replaced', language) }] : []),
    ...(news.hasNewAmount && !news.hasNewPrice && !news.refusedCode ? [own('amount_changed')] : []),
  ]
}
