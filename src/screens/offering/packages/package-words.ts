import { displayMoney } from '#contract/display-money'
import { allInPrice, type PublicSelling } from '#pricing/all-in-price'
import type { MembershipPackage, SessionPackage } from '#contract/offering/package'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { priceWords } from '../../../locales/price-words.ts'
import { langOf } from '../../../locales/text-language.ts'

type Package = SessionPackage | MembershipPackage
type PageContext = Pick<ProgramContext, 'program' | 'language' | 'text' | 'to'>
/** A package as its page shows it. */
export type PackageWords = {
  id: string
  name: string
  price: string
  /** The billing period; null for visits, which are bought once. */
  period: string | null
  /** The price per visit or month. */
  each: string | null
  /** The components of the price. */
  parts: string
  /** The instalments in words: `Or in parts: $48.00 now, then 2 more`. Null when the package is paid at once. */
  plan: string | null
  visits: number | null
  facts: string[]
  /**
   * The appointments and events that the package opens, each with the language of its name, when that differs from
   * the page's language.
   */
  opens: { name: string; lang: string | undefined; href: string }[]
  /** The number of further events that the package opens. */
  more: number
  /** A link that starts a mail to ask for the package; null when the program has no email address. */
  mailHref: string | null
}

const monthsOf = { week: null, month: null, quarter: 3, year: 12, once: null } as const

/** The settings by which a package is sold. Each package decides whether its price includes the fee. */
export const sellingOf = (item: Pick<Package, 'include_fee'>, selling: PublicSelling): PublicSelling => ({
  ...selling,
  fee: { ...selling.fee, included: item.include_fee },
})

/** The price of a package with fee and tax, in minor units. */
export const firstPrice = (item: Package, selling: PublicSelling): number =>
  allInPrice(item.price.cost.value, sellingOf(item, selling)).first

/** The price, content and benefits of a package, in words. */
export function packageWords(item: Package, programContext: PageContext): PackageWords {
  const { program, language, text, to } = programContext
  const { sum, parts } = priceWords(
    item.price.cost.value,
    item.price.cost.currency_code,
    sellingOf(item, program.selling),
    language,
  )
  return {
    id: item.id,
    name: item.name,
    price: sum,
    period: item.object === 'membership_package' ? text.packages.period[item.billing_period] : null,
    each: eachWords(item, programContext),
    parts,
    plan: planWords(item, text),
    visits: item.allocated_amount,
    facts: item.object === 'membership_package' ? membershipFacts(item, text) : [goodWords(item, text)],
    opens: openedBy(item, to),
    more: Math.max(0, item.num_events - item.events.length),
    mailHref: program.email && `mailto:${program.email}?subject=${encodeURIComponent(item.name)}`,
  }
}

/** The appointments and events that a package opens, with their addresses. */
export const openedBy = (
  { appointment_types, events }: Pick<Package, 'appointment_types' | 'events'>,
  to: ProgramContext['to'],
): PackageWords['opens'] => [
  ...appointment_types.map((type) => ({
    name: type.name,
    lang: langOf(type, 'name'),
    href: to.appointment(type.id),
  })),
  ...events.map((event) => ({ name: event.name, lang: langOf(event, 'name'), href: to.event(event.id) })),
]

/** The price per visit, or per month of a longer period, with “about” for a rounded price. */
export function eachWords(
  item: Package,
  { program, language, text }: Pick<ProgramContext, 'program' | 'language' | 'text'>,
  isShort = false,
): string | null {
  const parts = item.object === 'membership_package' ? monthsOf[item.billing_period] : item.allocated_amount
  if (parts === null || parts < 2) return null
  const value = firstPrice(item, program.selling)
  const words = (item.object === 'membership_package' ? text.packages.aMonth : text.packages.each)(
    displayMoney(Math.round(value / parts), item.price.cost, language, isShort),
  )
  return value % parts === 0 ? words : text.packages.about(words)
}

// The plan has no dates: they count from the purchase, and a page may be a day old. Checkout shows the dates.
function planWords(item: Package, { packages }: PageContext['text']): string | null {
  const [first, ...later] = item.object === 'session_package' ? item.instalments : []
  return first ? packages.plan(first.amount.display, later.length) : null
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
