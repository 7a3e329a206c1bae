import { pick } from '../../../contract/pick.ts'
import { filePackagePlan } from './payment-plan-of-file.ts'
import type { FileSessionPackage } from '../../../contract/organisation/file-packages.ts'
import type { FileCoupon, ProgramFile } from '../../../contract/organisation/organiser.ts'
import type { CompleteFile } from './complete-file.ts'
import { fileAddress } from './file-address.ts'
import { decimalOf, percentOfPoints } from './file-amounts.ts'
import { joinTexts } from './file-texts.ts'
import { wallOf } from './file-times.ts'
import { mapInChunks } from './in-chunks.ts'
import { keyOf } from './rows-by.ts'
import { appointmentTypeOf } from './stored-appointments.ts'
import { storedEvent } from './stored-event.ts'
import { type StoredProgram, readStoredProgram } from './stored-program.ts'
import { storedSettings } from './stored-settings.ts'
import { storeOf } from './stored-store.ts'
import { ApiError } from '../../../contract/api-error.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Keys of archived events and appointment types that the file still names. */
type Named = { events?: ReadonlySet<string>; appointment_types?: ReadonlySet<string> }

/** The file of a stored program; archived items only if the input names them. */
export async function storedFile(stored: StoredProgram, named: Named = {}): Promise<CompleteFile> {
  const events = stored.events.filter(({ status, key }) => status !== 'archived' || named.events?.has(key))
  return {
    ...storedFileWithoutEvents(stored, named),
    events: await mapInChunks(events, (event) => storedEvent(stored, event)),
  }
}

/** The file of a stored program that was loaded with only some events and the items that those events name. */
export const storedFileOfEvents = (stored: StoredProgram): CompleteFile => ({
  ...storedFileWithoutEvents(stored),
  events: stored.events.map((event) => storedEvent(stored, event)),
})

function storedFileWithoutEvents(stored: StoredProgram, named: Named = {}): CompleteFile {
  return {
    ...storedSettings(stored),
    venues: stored.venues
      .filter((venue) => !venue.is_removed)
      .map((venue) => ({
        key: venue.key,
        name: joinTexts(venue).name,
        address: fileAddress(venue.address, venue.translations),
        timezone: venue.timezone === stored.program.timezone ? null : venue.timezone,
      })),
    resources: stored.resources.map(({ key, name, kind, closed }) => ({ key, name, kind, closed })),
    pools: stored.pools.map(({ key, spots_total }) => ({ key, spots_total })),
    waivers: stored.waivers.map(joinTexts).map(({ key, version, title, text }) => ({ key, version, title, text })),
    questions: stored.questions
      .map(joinTexts)
      .map(({ key, title, type, help, required, max_length, minimum, maximum, choices, show_if }) => ({
        key,
        title,
        type,
        help,
        required,
        max_length,
        min: minimum,
        max: maximum,
        choices: choices.map(({ translations = {}, ...choice }) => joinTexts({ ...choice, translations })),
        show_if: show_if && { field: keyOf(stored.questions, show_if.field), equals: show_if.equals },
      })),
    session_packages: stored.session_packages.map((row) => ({
      ...packageOf(stored, row),
      payment_plan: row.payment_plan && filePackagePlan(row.payment_plan, stored.program.default_currency),
    })),
    membership_packages: stored.membership_packages.map((row) => {
      const { billing_period, allocated_period, allocate_credits_on_period } = row
      const { trial_days, trial_needs_card, trial_again, num_periods, anchor_day } = row
      const billing = { billing_period, trial_days, trial_needs_card, trial_again, num_periods, anchor_day }
      return { ...packageOf(stored, row), ...billing, allocated_period, allocate_credits_on_period }
    }),
    events: [],
    coupons: stored.coupons.map((coupon) => couponOf(stored, coupon)),
    appointment_types: stored.appointment_types
      .filter(({ status, key }) => status !== 'archived' || named.appointment_types?.has(key))
      .map((type) => appointmentTypeOf(stored, type)),
    ...storeOf(stored),
  }
}

function packageOf(
  { program }: StoredProgram,
  row: StoredProgram['session_packages'][number] | StoredProgram['membership_packages'][number],
): Omit<FileSessionPackage, 'payment_plan'> {
  return {
    ...pick(joinTexts(row), [
      'key',
      'name',
      'description',
      'include_fee',
      'allocated_amount',
      'is_unlimited',
      'expiry_amount',
      'expiry_period',
      'is_discontinued',
      'terms',
    ]),
    cost: decimalOf(row.cost, program.default_currency),
    for: row.sold_for,
  }
}

function couponOf(stored: StoredProgram, coupon: StoredProgram['coupons'][number]): FileCoupon {
  const { default_currency: currency, timezone } = stored.program
  const {
    key,
    name,
    code,
    first_time_transaction,
    minimum_items,
    max_redemptions,
    limit_customer,
    apply_automatically,
    is_enabled,
  } = joinTexts(coupon)
  const amount = (minor: number | null) => (minor === null ? null : decimalOf(minor, currency))
  const wall = (at: number | null) => (at === null ? null : wallOf(at, timezone))
  return {
    key,
    name,
    code,
    amount_off: amount(coupon.amount_off),
    percent_off: coupon.percent_off === null ? null : percentOfPoints(coupon.percent_off),
    redeem_after: wall(coupon.redeem_after),
    redeem_before: wall(coupon.redeem_before),
    first_time_transaction,
    minimum_items,
    minimum_amount: amount(coupon.minimum_amount),
    max_redemptions,
    limit_customer,
    membership_packages: coupon.membership_packages.map((id) => keyOf(stored.membership_packages, id)).sort(),
    applies_to: {
      products: coupon.applies_to.products.map((id) => keyOf(stored.events, id)),
      product_types: coupon.applies_to.product_types,
    },
    apply_automatically,
    is_enabled,
    redeemed_before: coupon.times_redeemed_before,
  }
}

/** The completed file of a program. Applying it changes nothing. */
export async function exportProgram(ctx: Ctx, input: { program_id: string }): Promise<ProgramFile> {
  const stored = await readStoredProgram(ctx, input.program_id)
  if (!stored) throw new ApiError('not_found')
  return storedFile(stored)
}
