import type { StaffRole } from '../people/staff.ts'

/** What a call of the organisation needs. `site` is for the people who run the site; no role has it. */
export const rights = [
  /** Invite, change and end staff members. */
  'team',
  /** The program, its billing contact, and notices for the whole team. */
  'settings',
  /** Events, appointment types, packages, the store, coupons and the season. */
  'catalogue',
  /** Search, the family page, notes, and merging. */
  'people',
  /** The archive and the erasure of a customer without a log-in. */
  'personal_data',
  /** Register, move, cancel within the policy, and go over capacity. */
  'bookings',
  /** Another price, a refund outside the policy, a waived fee. */
  'exceptions',
  /** Offline payments, refunds, charges, reports and exports. */
  'money',
  /** The sheet of an event and check-in. */
  'roster',
  /** Answers to the questions of a form. */
  'answers',
  /** Medical history, diet, the health card, and questions that are marked as health. */
  'health',
  /** The inbox, and writing to one family and to groups. */
  'messages',
  /** Clients of the API. */
  'machine_access',
  /** The member's own choice of mails. */
  'notices',
  /** Contracts of programs, support reports, and deleting a program. */
  'site',
] as const

export type Right = (typeof rights)[number]

/**
 * How far a right goes. A staff member without a list of events looks after all of them.
 *
 * - `yes`: without a limit.
 * - `look`: reading only, of the staff member's events.
 * - `own_events`: the staff member's events.
 * - `own_groups`: the groups of the staff member, within their events.
 * - `with_reason`: with a written reason, which the family sees.
 * - `take_payments`: recording payments, without refunds, charges and reports.
 * - `all_on_site`: every person with a place in the staff member's events.
 */
export type Shade = 'yes' | 'look' | 'own_events' | 'own_groups' | 'with_reason' | 'take_payments' | 'all_on_site'

/** The header of a call in which a reader with the shade `with_reason` writes the reason, percent-encoded. */
export const healthReasonHeader = 'Health-Reason'

type RightsOfRole = Partial<Record<Exclude<Right, 'site'>, Shade>>

/** Every right of every role. A right that is not listed is refused. */
export const rightsTable: Record<StaffRole, RightsOfRole> = {
  owner: {
    team: 'yes',
    settings: 'yes',
    catalogue: 'yes',
    people: 'yes',
    personal_data: 'yes',
    bookings: 'yes',
    exceptions: 'yes',
    money: 'yes',
    roster: 'yes',
    answers: 'yes',
    health: 'yes',
    messages: 'yes',
    machine_access: 'yes',
    notices: 'yes',
  },
  manager: {
    settings: 'yes',
    catalogue: 'yes',
    people: 'yes',
    personal_data: 'yes',
    bookings: 'yes',
    exceptions: 'yes',
    money: 'yes',
    roster: 'yes',
    answers: 'yes',
    health: 'yes',
    messages: 'yes',
    notices: 'yes',
  },
  front_desk: {
    people: 'yes',
    bookings: 'yes',
    money: 'take_payments',
    roster: 'yes',
    answers: 'yes',
    health: 'with_reason',
    messages: 'yes',
    notices: 'yes',
  },
  finance: { people: 'look', exceptions: 'yes', money: 'yes', notices: 'yes' },
  coach: {
    people: 'look',
    roster: 'own_events',
    answers: 'own_events',
    health: 'own_groups',
    messages: 'own_events',
    notices: 'yes',
  },
  nurse: { people: 'look', roster: 'own_events', answers: 'own_events', health: 'all_on_site', notices: 'yes' },
}

/** The shade of a role's right, or null when the role does not have it. */
export const rightOf = (role: StaffRole, right: Right): Shade | null =>
  right === 'site' ? null : (rightsTable[role][right] ?? null)

const limitedToEvents: readonly Shade[] = ['look', 'own_events', 'own_groups', 'all_on_site']

/** True for a shade that refuses every change. */
export const isReadingOnly = (shade: Shade): boolean => shade === 'look'

/** True for a shade that a staff member's list of events narrows; an empty list means all events. */
export const isLimitedToEvents = (shade: Shade): boolean => limitedToEvents.includes(shade)

/** The events and appointment types that a right of a staff member reaches, by their ids. */
export const eventsWithin = (shade: Shade, event_ids: readonly string[]): readonly string[] | 'all' =>
  isLimitedToEvents(shade) && event_ids.length > 0 ? event_ids : 'all'

/** The shade of a right for a person who runs the site and is not in the program's team; null without the right. */
export function rightOfSite(right: Right): Shade | null {
  if (right === 'site') return 'yes'
  return notOfSite.includes(right) ? null : 'look'
}

const notOfSite: readonly Right[] = ['answers', 'health', 'personal_data', 'notices']

/** How far a right of a member of a team goes, or of a person who runs the site; null without the right. */
export function shadeOf(
  role: StaffRole | null,
  { is_admin, right }: { is_admin: boolean; right: Right },
): Shade | null {
  const own = role === null ? null : rightOf(role, right)
  return own ?? (is_admin ? rightOfSite(right) : null)
}
