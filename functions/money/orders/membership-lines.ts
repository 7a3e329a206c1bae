import { ApiError } from '../../contract/api-error.ts'
import type { MembershipTerms } from '../../contract/booking/membership.ts'
import { boundSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import { addDays, firstCost, firstPeriod } from '../../offering/pricing/billing-period.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { ItemRow, OrderRow } from './order-rows.ts'
import { checkFor, type Packages, personFor, soldLine } from './package-lines.ts'

type MembershipInput = {
  type?: string | undefined
  source?: string | null | undefined
  quantity: number
  parent?: string | null | undefined
  attendee_profile_id?: string | null | undefined
  start_date?: string | null | undefined
}

/** Maximum number of days from now until a membership begins. */
const maxDaysAhead = 365

/**
 * A new item for a membership, for one person or everyone the customer books for. Its price is the first period; 0 if
 * the membership begins with a trial or on a later day, when that period is charged.
 */
export function membershipLine(
  ctx: Ctx,
  order: Pick<OrderRow, 'id' | 'program_id' | 'customer_id'> & { program: { timezone: string } },
  about: { input: MembershipInput; packages: Packages; position: number; lines: readonly ItemRow[] },
): ItemRow {
  const { input, packages } = about
  const row = packages.offered.find((each) => each.package.id === input.source)
  if (!row || row.package.program_id !== order.program_id) throw new ApiError('not_found', { param: 'source' })
  const sold = row.package
  if (sold.is_discontinued) throw new ApiError('option_not_on_sale', { param: 'source' })
  if (input.quantity > 1)
    throw new ApiError('invalid_integer', { param: 'quantity', message: boundSentence('tooLarge', 1, ctx.language) })
  const person = personFor(order, input, packages)
  checkFor(sold, person)
  checkFirst(about, sold.id, person?.id ?? null)
  const hadTrial = hasTrialAmong(about, { ...order, attendee_profile_id: person?.id ?? null })
  const terms = termsOf(sold, startOn(ctx, order, input), hadTrial)
  const unit_amount = costOn(terms, dayInZone(ctx.now, order.program.timezone))
  return {
    ...soldLine(sold, person),
    id: ctx.newId('itm'),
    order_id: order.id,
    position: about.position,
    parent: input.parent ?? null,
    type: 'membership_package',
    unit_amount,
    amount: unit_amount,
    is_fee_included: sold.include_fee ?? row.selling.fee.included,
    membership_terms: terms,
    created: ctx.now,
  }
}

// Price of the item on the day it is bought, in minor units.
function costOn(terms: MembershipTerms, today: string): number {
  if (terms.trial_days !== null || terms.start_on > today) return 0
  return firstCost(terms, terms.cost, firstPeriod(terms, terms.start_on))
}

/** The items of a cart as of today. A membership whose first day passed in the cart begins today, at today's price. */
export const membershipsOfToday = (items: ItemRow[], today: string): ItemRow[] =>
  items.map((item) => {
    const { membership_terms: terms, cancelled_at } = item
    if (terms === null || cancelled_at !== null || terms.start_on >= today) return item
    const membership_terms = { ...terms, start_on: today }
    return { ...item, membership_terms, unit_amount: costOn(membership_terms, today) }
  })

// A person has the same membership only once at a time, including pending ones.
function checkFirst(
  { packages, lines }: { packages: Packages; lines: readonly ItemRow[] },
  package_id: string,
  attendee_profile_id: string | null,
): void {
  const isSame = (each: { package_id: string; attendee_profile_id: string | null }) =>
    each.package_id === package_id && each.attendee_profile_id === attendee_profile_id
  const inCart = lines.filter(({ type }) => type === 'membership_package')
  if (packages.held.some(isSame) || inCart.some((line) => isSame({ ...line, package_id: line.product_id })))
    throw new ApiError('already_registered', { param: 'source' })
}

// Each person has one free trial with a program. A trial for the family counts for the customer and everyone they
// book for.
function hasTrialAmong(
  { packages, lines }: { packages: Packages; lines: readonly ItemRow[] },
  { program_id, customer_id, attendee_profile_id }: Trial,
): boolean {
  const inCart = lines
    .filter(({ membership_terms, cancelled_at }) => membership_terms?.trial_days != null && cancelled_at === null)
    .map((line) => ({ program_id, customer_id, attendee_profile_id: line.attendee_profile_id }))
  return [...packages.trials, ...inCart].some((trial) => {
    if (trial.program_id !== program_id) return false
    const isOwn = trial.customer_id === customer_id
    if (attendee_profile_id === null) return isOwn
    return trial.attendee_profile_id === attendee_profile_id || (isOwn && trial.attendee_profile_id === null)
  })
}

type Trial = Packages['trials'][number]
function startOn(
  ctx: Ctx,
  { program }: { program: { timezone: string } },
  { start_date }: Pick<MembershipInput, 'start_date'>,
): string {
  const today = dayInZone(ctx.now, program.timezone)
  if (!start_date) return today
  if (start_date < today || start_date > addDays(today, maxDaysAhead))
    throw new ApiError('invalid_date', { param: 'start_date' })
  return start_date
}

type Sold = Packages['offered'][number]['package']
const termsOf = (sold: Sold, start_on: string, hadTrial: boolean): MembershipTerms => ({
  start_on,
  cost: sold.cost,
  include_fee: sold.include_fee,
  billing_period: sold.billing_period,
  allocated_amount: sold.allocated_amount,
  allocated_period: sold.allocated_period,
  allocate_credits_on_period: sold.allocate_credits_on_period,
  is_unlimited: sold.is_unlimited,
  expiry_amount: sold.expiry_amount,
  expiry_period: sold.expiry_period,
  trial_days: hadTrial && !sold.trial_again ? null : sold.trial_days,
  ...(sold.trial_again ? { trial_again: true } : {}),
  trial_needs_card: sold.trial_needs_card,
  num_periods: sold.num_periods,
  anchor_day: sold.anchor_day,
})
