import { displayMoney } from '#contract/money'
import type { MembershipPackage, SessionPackage } from '#contract/package'
import type { ProgramContext } from '../../layouts/program-context.ts'
import { addedWords } from '../../locales/price-words.ts'

type Package = SessionPackage | MembershipPackage
type PageContext = Pick<ProgramContext, 'program' | 'language' | 'text' | 'to'>
/** A package as its page shows it. */
export type PackageWords = {
  id: string
  name: string
  price: string
  /** How often the price is paid; null for visits, which are bought once. */
  period: string | null
  /** The same price per visit, or for a month. */
  each: string | null
  /** What comes on top of it. */
  added: string
  visits: number | null
  facts: string[]
  events: { name: string; href: string }[]
  more: number
  /** A mail that asks for it; null where there is no address. */
  mailHref: string | null
}

/** Most events that are named; the others are counted. */
const maxNamed = 5
const monthsOf = { week: null, month: null, quarter: 3, year: 12, once: null } as const

/** What a package costs, has and opens, in words. */
export function packageWords(item: Package, programContext: PageContext): PackageWords {
  const { program, language, text, to } = programContext
  const { selling } = program
  const cost = item.price.cost.value
  return {
    id: item.id,
    name: item.name,
    price: displayMoney(cost, item.price.cost.currency_code, language),
    period: item.object === 'membership_package' ? text.packages.period[item.billing_period] : null,
    each: eachWords(item, programContext),
    added: addedWords(
      item.price,
      { ...program, selling: { ...selling, fee: { ...selling.fee, included: item.include_fee } } },
      language,
    ),
    visits: item.allocated_amount,
    facts: item.object === 'membership_package' ? membershipFacts(item, text) : [goodWords(item, text)],
    events: item.events.slice(0, maxNamed).map(({ id, name }) => ({ name, href: to.event(id) })),
    more: Math.max(0, item.num_events - maxNamed),
    mailHref: program.email && `mailto:${program.email}?subject=${encodeURIComponent(item.name)}`,
  }
}

/** The price of one visit, or of one month of what is paid for longer; with “about” where it is rounded. */
export function eachWords(
  item: Package,
  { language, text }: Pick<ProgramContext, 'language' | 'text'>,
  isShort = false,
): string | null {
  const parts = item.object === 'membership_package' ? monthsOf[item.billing_period] : item.allocated_amount
  if (parts === null || parts < 2) return null
  const { value, currency_code: currency } = item.price.cost
  const words = (item.object === 'membership_package' ? text.packages.aMonth : text.packages.each)(
    displayMoney(Math.round(value / parts), currency, language, isShort),
  )
  return value % parts === 0 ? words : text.packages.about(words)
}

function goodWords(
  { expiry_amount: amount, expiry_period: period }: SessionPackage,
  { packages }: PageContext['text'],
): string {
  return amount !== null && period !== null ? packages.goodFor(packages.time[period](amount)) : packages.noEnd
}

function membershipFacts(item: MembershipPackage, { packages }: PageContext['text']): string[] {
  const {
    allocated_amount: count,
    allocated_period: period,
    is_unlimited,
    expiry_amount,
    expiry_period,
    allocate_credits_on_period: isOnPeriod,
    billing_period,
  } = item
  const credits =
    count !== null && period !== null
      ? packages.credits[period === 'billing_period' ? billing_period : period](count)
      : null
  const lasting = expiry_amount !== null && expiry_period !== null ? packages.time[expiry_period](expiry_amount) : null
  const unused =
    credits === null ? null : lasting ? packages.unusedGood(lasting) : isOnPeriod ? packages.unusedLapse : null
  const open = is_unlimited
    ? lasting
      ? `${packages.unlimited}. ${packages.goodFor(lasting)}`
      : packages.unlimited
    : null
  return [open, credits, unused, packages.renews[billing_period]].filter((each) => each !== null)
}
