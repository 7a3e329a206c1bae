import { ApiError } from '../../contract/api-error.ts'
import type {
  ChangeMembershipRequest,
  EndHoldRequest,
  HoldMembershipByStaffRequest,
  Membership,
} from '../../contract/booking/membership.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import type { MembershipRow, ShownMembershipRow } from '../../booking/memberships/membership-rows.ts'
import { checkPlaces, membershipAfter, transitionMembership } from '../../booking/memberships/membership-steps.ts'
import { readMembership, showMembership } from '../../booking/memberships/show-membership.ts'
import { moveMembershipCredits } from '../../booking/session-credits/membership-credits.ts'
import { actForCustomer, type OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { type MembershipTold, recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { asPackages, checkFor, packageReads, personFor } from '../orders/package-lines.ts'
import { type InProgram, loadOfProgram } from './change-membership.ts'
import { endsWithPeriod, goesOn, pauseOf, resumeOf, type Step } from './membership-changes.ts'

type Options = { notify: boolean; dry_run: boolean }
type Person = ShownMembershipRow['person']
type Change = Step & { person?: Person }

/** Pauses a membership of a program, or shows it as it would be. */
export const pauseMembership = (ctx: OrganiserContext, input: HoldMembershipByStaffRequest & InProgram) =>
  retryOnConflict(async () => {
    const shown = await loadOfProgram(ctx, input)
    return save(ctx, shown, pauseOf(ctx, shown, input), input)
  })

/** Ends a pause of a membership of a program, or cancels a future one; or shows the membership as it would be. */
export const resumeMembership = (ctx: OrganiserContext, input: EndHoldRequest & InProgram) =>
  retryOnConflict(async () => {
    const shown = await loadOfProgram(ctx, input)
    return save(ctx, shown, resumeOf(ctx, shown), input)
  })

/**
 * Changes for whom a membership is, and whether it ends with its period; or shows it as it would be. Its unused visits
 * move to the new person. A repeated change changes nothing.
 */
export function changeMembershipByStaff(
  ctx: OrganiserContext,
  input: ChangeMembershipRequest & InProgram,
): Promise<Membership> {
  return retryOnConflict(async () => {
    const shown = await loadOfProgram(ctx, input)
    const { membership: row } = shown
    if (input.cancel_at_period_end === undefined && input.attendee_profile_id === undefined)
      throw new ApiError('required', { param: 'cancel_at_period_end' })
    if (row.status === 'incomplete' || membershipStates.ended.has(row.status))
      throw new ApiError('state_conflict', { subject: row.status })

    const steps = [endOf(row, input), await personOf(ctx, shown, input)].filter((step) => step !== null)
    if (steps.length === 0) return showMembership(ctx, shown)
    const [{ person } = { person: undefined }] = steps.filter((step) => 'person' in step)
    const change: Change = {
      to: row.status,
      reason: steps.map(({ reason }) => reason).join(', '),
      set: Object.assign({}, ...steps.map(({ set }) => set)),
    }
    return save(ctx, shown, person === undefined ? change : { ...change, person }, input)
  })
}

function endOf(row: MembershipRow, { cancel_at_period_end: ends }: ChangeMembershipRequest): Change | null {
  if (ends === undefined || ends === row.cancel_at_period_end) return null
  return ends ? endsWithPeriod(row) : goesOn(row)
}

/** The change of the person, with the checks of a purchase for them. */
async function personOf(
  ctx: OrganiserContext,
  { membership: row, profile }: ShownMembershipRow,
  { attendee_profile_id }: ChangeMembershipRequest,
): Promise<Change | null> {
  if (attendee_profile_id === undefined || attendee_profile_id === row.attendee_profile_id) return null
  // Each person has one free trial, so a membership with a trial stays with its person.
  if (row.trial_end_on !== null && row.terms.trial_again !== true)
    throw new ApiError('transition_not_allowed', { param: 'attendee_profile_id' })
  const asCustomer = actForCustomer(ctx, { customer_id: profile.customer_id, user_id: '' })
  const wanted = { type: 'membership_package', source: row.package_id, quantity: 1, attendee_profile_id }
  const packages = asPackages(...(await ctx.db.batch(packageReads(asCustomer, [wanted]))))
  const person = personFor(row, wanted, packages)
  const sold = packages.offered.find((each) => each.package.id === row.package_id)
  checkFor({ sold_for: sold?.package.sold_for ?? null }, person)
  return {
    to: row.status,
    reason: 'person_changed',
    set: {
      attendee_profile_id,
      booked_first_name: person?.person.first_name ?? null,
      booked_last_name: person?.person.last_name ?? null,
    },
    person: person && { ...person.person, id: person.id, attendee_id: person.person.id },
  }
}

async function save(
  ctx: OrganiserContext,
  shown: ShownMembershipRow,
  { to, reason, set, person }: Change,
  { notify, dry_run }: Options,
): Promise<Membership> {
  const { membership: row } = shown
  const after = membershipAfter(ctx.now, row, to, set)
  if (dry_run)
    return showMembership(ctx, {
      ...shown,
      membership: { ...shown.membership, ...after },
      ...(person === undefined ? {} : { person }),
    })
  const told = recordEvent(ctx, {
    kind: 'membership.changed',
    ref: row.id,
    key: `${row.id}:${row.step}`,
    body: { before: toldOf(row), after: toldOf(after) },
  })
  await commit(ctx, [
    ...transitionMembership(ctx, row, to, { actor: ctx.actor, reason, set }),
    ...(person === undefined ? [] : [moveMembershipCredits(ctx, after), checkPlaces(ctx, after)]),
    ...(notify ? [told] : []),
  ])
  return readMembership(ctx, row.id)
}

const toldOf = (row: MembershipRow): MembershipTold => ({
  attendee_profile_id: row.attendee_profile_id,
  ends_on: row.cancel_at_period_end ? row.period_end_on : null,
  pause_on: row.pause_on,
  resume_on: row.resume_on,
})
