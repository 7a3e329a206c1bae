import { dayInZone } from '../../contract/wall-clock.ts'
import { adultAge, isMinor } from '../attendees/relation-rights.ts'
import { requireOwnSession } from '../accounts/confirm-password.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Right } from '../../contract/people/attendee.ts'
import type { AttendeeBooking, AttendeeMember, BookingListQuery } from '../../contract/people/invitation.ts'
import { instant } from '../../contract/instant.ts'
import { type List, list } from '../../contract/paging.ts'
import { localize } from '../../contract/texts.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard, guardThat } from '../../platform/database/guard.ts'
import { bookingsOf } from './booking-rows.ts'
import { invitedRights } from './invitation-rules.ts'
import { changeRights, endRelation, hasManager, manages, membersOf } from './invitation-rows.ts'

type Member = Awaited<ReturnType<typeof membersOf>>[number]
type Paged = { attendee_id: string; limit: number; skip: number; order: 'asc' | 'desc' }
type OfMember = { attendee_id: string; member_id: string }

async function loadMembers(ctx: CustomerContext, attendee_id: string): Promise<{ members: Member[]; mine: Member }> {
  const members = await membersOf(ctx.db, attendee_id, ctx.actor)
  const mine = members.find(({ relation }) => relation.customer_id === ctx.actor.customer_id)
  if (!mine?.relation.rights.includes('view')) throw new ApiError('not_found', { param: 'attendee_id' })
  return { members, mine }
}

/** The adults of a family member, and the member themselves if they have a log-in. */
export async function listMembers(ctx: CustomerContext, input: Paged): Promise<List<AttendeeMember>> {
  const { members } = await loadMembers(ctx, input.attendee_id)
  const ordered = input.order === 'desc' ? members.toReversed() : members
  const page = ordered.slice(input.skip, input.skip + input.limit)
  return list(
    page.map((each) => showMember(ctx, each)),
    members.length,
    input,
  )
}

/**
 * Changes the rights of another adult for a family member. Only a manager may do this, and only with rights that they
 * have themselves.
 */
export async function changeMember(
  ctx: CustomerContext,
  input: OfMember & { rights: Right[] },
): Promise<AttendeeMember> {
  await requireOwnSession(ctx)
  const { attendee_id, member_id: customer_id } = input
  const { members, mine } = await loadMembers(ctx, attendee_id)
  const member = members.find(({ relation }) => relation.customer_id === customer_id)
  if (!member) throw new ApiError('not_found', { param: 'member_id' })
  if (member === mine) throw new ApiError('invalid_option', { param: 'member_id' })
  if (!mine.relation.rights.includes('manage')) throw new ApiError('transition_not_allowed', { param: 'attendee_id' })
  const kept = invitedRights(input.rights, [...mine.relation.rights, ...member.relation.rights])
  if (!kept) throw new ApiError('invalid_option', { param: 'rights' })

  if (!kept.includes('manage') && isLastManager(ctx, members, member))
    throw new ApiError('state_conflict', { param: 'last_manager' })

  const [after] = await commit(
    ctx,
    [
      guardThat(ctx.db, manages({ attendee_id, customer_id: ctx.actor.customer_id }), 'state'),
      changeRights(ctx.db, { attendee_id, customer_id, rights: kept }),
      guard(ctx.db, 'state'),
      ...managerStays(ctx, member),
    ],
    membersOf(ctx.db, attendee_id, ctx.actor),
  )
  const changed = after.find(({ relation }) => relation.customer_id === customer_id)
  if (!changed) throw new ApiError('internal_error')
  return showMember(ctx, changed)
}

/**
 * Ends an adult's access to a family member: managers may remove anyone, and everyone may leave. Their bookings stay.
 */
export async function removeMember(ctx: CustomerContext, input: OfMember): Promise<AttendeeMember> {
  await requireOwnSession(ctx)
  const { attendee_id, member_id: customer_id } = input
  const { members, mine } = await loadMembers(ctx, attendee_id)
  const member = members.find(({ relation }) => relation.customer_id === customer_id)
  if (!member) throw new ApiError('not_found', { param: 'member_id' })
  if (member !== mine && !mine.relation.rights.includes('manage'))
    throw new ApiError('transition_not_allowed', { param: 'attendee_id' })
  // A customer's own attendee always stays theirs.
  if (member.relation.relation === 'self' || isLastManager(ctx, members, member))
    throw new ApiError('state_conflict', { param: 'last_manager' })

  await commit(ctx, [
    ...(member === mine
      ? []
      : [guardThat(ctx.db, manages({ attendee_id, customer_id: ctx.actor.customer_id }), 'state')]),
    endRelation(ctx.db, { attendee_id, customer_id }),
    guard(ctx.db, 'state'),
    ...managerStays(ctx, member),
  ])
  return { ...showMember(ctx, member), rights: [] }
}

/** Whether no other adult manages the person. A child with a log-in needs an adult manager as well. */
function isLastManager(ctx: CustomerContext, members: readonly Member[], member: Member): boolean {
  const today = dayInZone(ctx.now, 'UTC')
  const isManager = ({ relation, isHere, attendee }: Member) =>
    isHere &&
    relation.rights.includes('manage') &&
    (relation.relation !== 'self' || !isMinor(attendee.date_of_birth, 'self', today))
  return isManager(member) && !members.some((each) => each !== member && isManager(each))
}

/** Guard statement: of two managers who leave at the same time, the second is refused. */
function managerStays(ctx: CustomerContext, { relation }: Member): Statement[] {
  if (!relation.rights.includes('manage')) return []
  const today = dayInZone(ctx.now, 'UTC')
  const adultsBornBy = `${Number(today.slice(0, 4)) - adultAge}${today.slice(4)}`
  return [guardThat(ctx.db, hasManager(relation.attendee_id, adultsBornBy), 'state')]
}

const showMember = (ctx: CustomerContext, { relation, first_name, last_name }: Member): AttendeeMember => ({
  customer_id: relation.customer_id,
  object: 'attendee_member',
  first_name,
  last_name,
  relation: relation.relation,
  rights: relation.rights,
  is_caller: relation.customer_id === ctx.actor.customer_id,
  created: instant(relation.created),
})

/**
 * The registrations of a family member, booked by any customer. Prices and orders are shown to the payer only.
 */
export async function listBookings(
  ctx: CustomerContext,
  input: { attendee_id: string } & BookingListQuery,
): Promise<List<AttendeeBooking>> {
  await loadMembers(ctx, input.attendee_id)
  const [rows, [counted]] = await ctx.db.batch(bookingsOf(ctx.db, input))
  const data = rows.map((row): AttendeeBooking => {
    const booking = localize(row.booking, ctx.language)
    return {
      id: row.id,
      object: 'attendee_booking',
      program_id: row.program_id,
      program_name: row.program_name,
      title: booking.title,
      option_title: booking.option_title,
      status: row.status,
      starts_at: instant(row.booking.starts_at),
      ends_at: instant(row.booking.ends_at),
      overnight: row.booking.overnight,
      is_series: row.booking.dates.length > 1,
      series_dates:
        row.booking.dates.length > 1
          ? row.booking.dates.map(({ starts_at, ends_at }) => ({
              starts_at: instant(starts_at),
              ends_at: instant(ends_at),
            }))
          : [],
      timezone: row.booking.timezone,
      venue_name: row.booking.venue ? localize(row.booking.venue, ctx.language).name : null,
      booked_by: `${row.first_name} ${row.last_name}`,
      is_mine: row.customer_id === ctx.actor.customer_id,
    }
  })
  return list(data, counted?.total ?? 0, input)
}
