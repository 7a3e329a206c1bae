import type { Money } from '#contract/amount'
import { displayMoney } from '#contract/display-money'
import type { Promotion } from '#contract/offering/promotion'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { percentWords } from '../../../locales/price-words.ts'
import { saleEnd } from '../../../locales/sale-badge.ts'
import { langOf } from '../../../locales/text-language.ts'

/** A promotion as its page shows it. `use` is a URL that works without JavaScript. */
export type PromotionWords = {
  id: string
  name: string
  /** The language of the name, when it differs from the page's language. */
  lang: string | undefined
  off: string
  conditions: string[]
  /** The events, each with the language of its name, when that differs from the page's language. */
  events: { name: string; lang: string | undefined; href: string }[]
  code: string | null
  use: string | null
}
type PageContext = Pick<ProgramContext, 'program' | 'language' | 'locale' | 'text' | 'to'>

/** The discount, its products, its customers and its end, in words. `now` decides whether a day needs its year. */
export function promotionWords(
  promotion: Promotion,
  { program, language, locale, text, to }: PageContext,
  now: number,
): PromotionWords {
  const { amount_off, percent_off, restrictions, redeem_before, code, applies_to } = promotion
  const { minimum_items, minimum_amount, first_time_transaction, limit_customer } = restrictions
  const sum = (money: Money) => displayMoney(money.value, money, language, true)
  const words = text.promotions
  const worth = amount_off ? sum(amount_off) : percentWords(Math.round((percent_off ?? 0) * 100), language)
  const conditions = [
    kindsOf(applies_to, text),
    minimum_items !== null && minimum_items > 1 && words.minimumItems(minimum_items),
    minimum_amount && words.minimumAmount(sum(minimum_amount)),
    first_time_transaction && words.firstTime,
    limit_customer !== null && words.limit(limit_customer),
    redeem_before && words.until(saleEnd({ instant: redeem_before, timezone: program.timezone, besides: now }, locale)),
  ]
  return {
    id: promotion.id,
    name: promotion.name,
    lang: langOf(promotion, 'name'),
    off: words.off(worth),
    conditions: conditions.filter((each) => typeof each === 'string'),
    events: applies_to.events.map((event) => ({
      name: event.name,
      lang: langOf(event, 'name'),
      href: to.event(event.id),
    })),
    code,
    use: code && to.withDiscount(code),
  }
}

/** The types of events that a promotion applies to. Null when the promotion names single events. */
function kindsOf({ product_types, events }: Promotion['applies_to'], text: PageContext['text']): string | null {
  if (product_types.length === 0) return events.length === 0 ? text.promotions.forAll : null
  const kinds: Record<string, string> = { ...text.explore.types, event_option: text.promotions.places }
  return text.promotions.forKinds(
    product_types.map((type) => (kinds[type] ?? type.replaceAll('_', ' ')).toLowerCase()).join(', '),
  )
}
