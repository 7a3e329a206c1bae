import { ApiError } from '../../contract/api-error.ts'
import {
  eventsWithin,
  isReadingOnly,
  type Right,
  rightOf,
  type Shade,
  shadeOf,
} from '../../contract/organisation/rights.ts'
import type { StaffRole } from '../../contract/people/staff.ts'
import { hourMs } from '../../contract/limits.ts'
import type { CustomerActor, OrganiserActor, StaffActor, TeamsOfSession } from '../actor.ts'
import type { Ctx, Reach } from '../context.ts'
import {
  activeMember,
  eventOfKey,
  eventOfRegistration,
  eventsOfAttendee,
  eventsOfCustomer,
  findStaffOfCaller,
  setLastSeen,
} from './staff-rows.ts'

type Call = {
  right: Right
  takesPayments: boolean
  filtersByReach: boolean
  isReading: boolean
  /** Parameters of the path. */
  params: Record<string, string>
}

/**
 * The staff member behind a logged-in account, and what their right reaches. Throws `not_found` for a program whose team
 * they are not in, `second_factor_required` in a session with a password alone, `not_allowed` without the right, and for an event that they do not look after.
 */
export async function staffOf(
  ctx: Ctx,
  caller: CustomerActor,
  call: Call,
): Promise<{ actor: StaffActor; reach: Reach }> {
  const { user_id, customer_id, session_id } = caller
  const program_id = call.params['program_id'] ?? null
  const account = caller.teams
    ? placeInTeam(caller.teams, program_id)
    : await findStaffOfCaller(ctx, { user_id, session_id, program_id: program_id ?? '' })
  if (!account) throw new ApiError('not_authenticated')
  const { staff_id, role, last_seen } = account
  const is_admin = account.is_admin && account.is_email_verified
  if (role === null && !is_admin) throw new ApiError('not_found')
  if (account.confirmed_at === null) throw new ApiError('second_factor_required')
  const shade = shadeOf(role, { is_admin, right: call.right })
  if (shade === null || !isWithin(shade, call)) throw new ApiError('not_allowed')

  const actor: StaffActor = {
    ...{ type: 'staff', user_id, customer_id, session_id, staff_id, program_id, role, is_admin },
    event_ids: account.event_ids ?? [],
  }
  const reach = { shade, event_ids: eventsOf(actor, { right: call.right, shade }) }
  if (program_id !== null) await refuseOutsidePath(ctx, { program_id, reach, call })
  if (staff_id !== null && (last_seen ?? 0) <= ctx.now - hourMs) await setLastSeen(ctx, staff_id)
  return { actor, reach }
}

/** The role of a member by their id; null once they have left the team. */
export const roleOfMember = async (ctx: Ctx, staff_id: string): Promise<StaffRole | null> =>
  (await activeMember(ctx.db, staff_id))[0]?.role ?? null

/** True for an account in an open session that is in the team of a program. */
export const isInTeamOf = async (ctx: Ctx, input: Parameters<typeof findStaffOfCaller>[1]): Promise<boolean> =>
  ((await findStaffOfCaller(ctx, input))?.role ?? null) !== null

/** What a page has read with the session of its visitor, as the query for a caller reads it. */
function placeInTeam({ confirmed_at, is_admin, is_email_verified, places }: TeamsOfSession, program_id: string | null) {
  const { staff_id = null, role = null, event_ids = null, last_seen = null } = places[program_id ?? ''] ?? {}
  return { confirmed_at, is_admin, is_email_verified, staff_id, role, event_ids, last_seen }
}

const isWithin = (shade: Shade, call: Call): boolean =>
  (shade !== 'take_payments' || call.takesPayments) && (call.isReading || !isReadingOnly(shade))

/** How far a right of the organisation's caller goes; null without it. A client of the API acts as an owner. */
export const shadeOfCaller = (actor: OrganiserActor, right: Right): Shade | null =>
  actor.type === 'staff' ? shadeOf(actor.role, { is_admin: actor.is_admin, right }) : rightOf('owner', right)

// The right of a person who runs the site is not narrowed by their events in the team.
const eventsOf = (
  { role, event_ids }: StaffActor,
  { right, shade }: { right: Right; shade: Shade },
): Reach['event_ids'] => (role !== null && rightOf(role, right) !== null ? eventsWithin(shade, event_ids) : 'all')

/** What a right of the organisation's caller reaches; null without it. */
export function reachOfCaller(actor: OrganiserActor, right: Right): Reach | null {
  const shade = shadeOfCaller(actor, right)
  return shade && { shade, event_ids: actor.type === 'staff' ? eventsOf(actor, { right, shade }) : 'all' }
}

type InPath = { program_id: string; reach: Reach; call: Call }

/**
 * Refuses a call whose path names another event than the caller's, directly or through a registration or a person. A
 * call whose path names none is refused as well, unless its verb filters by `ctx.reach`.
 */
async function refuseOutsidePath(ctx: Ctx, { program_id, reach, call }: InPath): Promise<void> {
  if (reach.event_ids === 'all') return
  const { event_id, key, registration_id, program_attendee_id, customer_id } = call.params
  const rows =
    event_id !== undefined
      ? [{ id: event_id }]
      : key !== undefined
        ? await eventOfKey(ctx.db, { program_id, key })
        : registration_id !== undefined
          ? await eventOfRegistration(ctx.db, { program_id, id: registration_id })
          : program_attendee_id !== undefined
            ? await eventsOfAttendee(ctx.db, { program_id, id: program_attendee_id })
            : customer_id !== undefined
              ? await eventsOfCustomer(ctx.db, { program_id, id: customer_id })
              : null
  if (rows === null && call.filtersByReach) return
  if (!rows?.some(({ id }) => isWithinReach(reach, id))) throw new ApiError('not_allowed')
}

/** True for an event or an appointment type that the caller looks after, by its id. */
export const isWithinReach = ({ event_ids }: Reach, id: string): boolean =>
  event_ids === 'all' || event_ids.includes(id)

/** Throws `not_allowed` for an event or an appointment type that the caller does not look after, by its id. */
export function refuseOutsideReach({ reach }: Ctx, id: string): void {
  if (!isWithinReach(reach, id)) throw new ApiError('not_allowed')
}
