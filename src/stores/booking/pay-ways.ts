import { payPrice, payWithCredit, payWithMembership, payWithPackage } from '#contract/money/booking-request'
import { controlName, isComing, textOf, type Values } from '#contract/booking/form-controls'
import type { OptionChoice, OwnCredit, RegistrationSetup, SoldMembership, SoldPackage } from './registration-setup.ts'
import { hasPlace, type Person } from './family-people.ts'
import { selectedOption } from './option-eligibility.ts'

/** A way to pay for one place: a visit of a package the customer has, the price, or what is bought with the place. */
export type PayWay =
  | { kind: 'credit'; value: string; id: string; name: string; left: number | null }
  | {
      kind: 'price'
      value: typeof payPrice /** The membership that opens the event at this price. */
      membership: string | null
    }
  | { kind: 'package'; value: string; sold: SoldPackage }
  | { kind: 'membership'; value: string; sold: SoldMembership }
type Priced = {
  setup: RegistrationSetup
  people: Person[]
  values: Values
  /** The number of dates of each person, by key. Without an entry a person has one. */
  dates?: ReadonlyMap<string, readonly unknown[]>
}
/** A person's possible ways to pay for their dates, and the chosen way. Empty for a place that only money can pay. */
export type PersonWays = {
  ways: PayWay[]
  chosen: PayWay | null
  dates: number /** True when the person has visits, but fewer visits than dates. */
  hasTooFew: boolean
}

/** The ways to pay of everyone in the form. A visit that one person uses is not offered to the next. */
export function payWays({ setup, people, values, dates }: Priced): Map<string, PersonWays> {
  const result = new Map<string, PersonWays>()
  const sold = setup.ways
  if (!sold) return result
  const { credits, memberships } = sold
  const left = new Map(credits.map(({ id, left }) => [id, left]))
  for (const person of people.filter((each) => isComing(each, values) && !hasPlace(each))) {
    const own = heldCredit(person, credits)
    const count = Math.max(1, dates?.get(person.key)?.length ?? 1)
    const some = own ? [own] : credits.filter((each) => isFor(each, person) && left.get(each.id) !== 0)
    // One package pays for all dates of a person.
    const usable = some.filter(({ id, left: all }) => ((own ? all : left.get(id)) ?? count) >= count)
    const [first] = usable
    const counts = usable.map(({ id, left: all }) => (own ? all : (left.get(id) ?? null)))
    const hasPrice = (selectedOption(setup, person, values)?.cost ?? 0) > 0
    const member = memberships.find((each) => isFor(each, person) && (hasPrice || !each.countsVisits))
    // A person with a visit may pay the price instead. A member may also book without a price.
    const isAtPrice = hasPrice ? Boolean(first ?? member) : member !== undefined && !first
    const ways: PayWay[] = [
      ...(first
        ? [
            {
              kind: 'credit' as const,
              value: payWithCredit(first.id),
              id: first.id,
              name: first.name,
              left: counts.reduce<number | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0),
            },
          ]
        : []),
      ...(isAtPrice ? [{ kind: 'price' as const, value: payPrice, membership: member?.name ?? null }] : []),
      ...sold.packages.map((each) => ({ kind: 'package' as const, value: payWithPackage(each.id), sold: each })),
      // A membership opens the place at its price. One with counted visits opens no place without a price.
      ...(member ? [] : sold.joining.filter((each) => hasPrice || !each.countsVisits)).map((each) => ({
        kind: 'membership' as const,
        value: payWithMembership(each.id),
        sold: soldTo(person, each),
      })),
    ]
    const desired = textOf(values, controlName(person, 'way'))
    const chosen = ways.find(({ value }) => value === desired) ?? ways[0] ?? null
    if (chosen?.kind === 'credit' && !own) left.set(chosen.id, (left.get(chosen.id) ?? 0) - count || 0)
    if (chosen?.kind === 'credit' && !own && first?.left === null) left.set(chosen.id, null)
    result.set(person.key, { ways, chosen, dates: count, hasTooFew: some.length > 0 && usable.length === 0 })
  }
  return result
}

// Each person has one free trial with a program, and pays for the next membership at once.
const soldTo = ({ key }: Person, sold: SoldMembership) =>
  sold.trial && !sold.trial.notFor.includes(key) ? sold.trial.sold : sold

const isFor = ({ attendee_profile_id }: Pick<OwnCredit, 'attendee_profile_id'>, person: Person) =>
  attendee_profile_id === null || attendee_profile_id === person.profile_id

/** The credit that already pays for a held place. */
function heldCredit({ place, repeats }: Person, credits: readonly OwnCredit[]): OwnCredit | null {
  if (place?.status !== 'pending' || !place.session_credit_id) return null
  const own = credits.find(({ id }) => id === place.session_credit_id)
  return {
    id: place.session_credit_id,
    attendee_profile_id: null,
    name: own?.name ?? '',
    left: own?.left === null ? null : (own?.left ?? 0) + 1 + repeats.length,
  }
}

type Bought = SoldPackage | SoldMembership
/** The number of each package and membership bought with the places. */
export function boughtPackages(ways: Map<string, PersonWays>): { sold: Bought; quantity: number }[] {
  const uses = new Map<Bought, number>()
  for (const { chosen, dates } of ways.values())
    if (chosen?.kind === 'package' || chosen?.kind === 'membership')
      uses.set(chosen.sold, (uses.get(chosen.sold) ?? 0) + (chosen.kind === 'package' ? dates : 1))
  return [...uses].map(([sold, count]) => ({ sold, quantity: quantityOf(sold, count) }))
}

function quantityOf(sold: Bought, count: number): number {
  if ('isForOne' in sold) return sold.isForOne ? count : 1
  return sold.visits === null ? 1 : Math.ceil(count / sold.visits)
}

/** True for a place that money pays, alone or with a membership that opens it. */
export const isPaidWithMoney = (chosen: PayWay | null | undefined): boolean =>
  !chosen || chosen.kind === 'price' || chosen.kind === 'membership'

/** Everything with a price: the options paid with money, and the packages. */
export function pricedLines(
  options: readonly { key: string; option: OptionChoice }[],
  ways: Map<string, PersonWays>,
): Pick<OptionChoice, 'cost' | 'sum'>[] {
  const paid = options.filter(({ key }) => isPaidWithMoney(ways.get(key)?.chosen))
  const packages = boughtPackages(ways).flatMap(({ sold, quantity }) => Array.from({ length: quantity }, () => sold))
  return [...paid.map(({ option }) => option), ...packages]
}
