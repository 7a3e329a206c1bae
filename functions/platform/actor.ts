import type { Scope } from '../contract/people/oauth.ts'
import type { StaffRole } from '../contract/people/staff.ts'

/** The access that a customer gave a client: some scopes, in one program. */
export type Delegation = { client_id: string; program_id: string; scopes: Scope[] }

/** A place in the team of a program. An empty list of events and appointment types means all of them. */
export type TeamPlace = {
  staff_id: string
  role: StaffRole
  title: string | null
  event_ids: string[]
  last_seen: number | null
}

/** The teams of an account, by program, which a page has read with the session of its visitor. */
export type TeamsOfSession = {
  confirmed_at: number | null
  is_admin: boolean
  is_email_verified: boolean
  places: Record<string, TeamPlace>
}

/** A logged-in customer. `session_id` is empty when a page took the identity from the cookie of a read. */
export type Identity = { user_id: string; customer_id: string; session_id: string }

/** The identity of a page's visitor, for the calls that the page makes in process. */
export type PageIdentity = Identity & { teams?: TeamsOfSession }

/** A customer, or with a `delegation` a client that acts for them. */
export type Delegated = Identity & { delegation?: Delegation }

export type CustomerActor = Delegated & {
  type: 'customer'
  /** Read by the page that makes this call in process. */
  teams?: TeamsOfSession
  /** The organisation's caller who acts for this customer, and whom the history names. */
  by?: OrganiserActor
}
/** A program's machine client (Basic credentials), with the programs that it may change. */
export type OrganiserClient = { type: 'organiser_client'; client_id: string; program_ids: string[] | 'all' }

/**
 * A staff member, logged in to their own account. `staff_id` and `role` are null for a person who runs the site and is
 * not in the team of the program.
 */
export type StaffActor = Identity & {
  type: 'staff'
  staff_id: string | null
  program_id: string | null
  role: StaffRole | null
  /** The events and appointment types that they look after; empty means all. */
  event_ids: string[]
  /** True for a person who runs the site. */
  is_admin: boolean
}

/** The caller of an organiser's call. */
export type OrganiserActor = OrganiserClient | StaffActor

/** The author of a change: used in contexts, in tables of allowed transitions, and in the history. */
export type Actor =
  | CustomerActor
  | OrganiserActor
  /** The card provider, when its webhook about a payment is recorded. */
  | { type: 'provider' }
  /** The scheduler, the outbox, and changes that follow from another change. */
  | { type: 'system' }

export const system: Actor = { type: 'system' }
export const provider: Actor = { type: 'provider' }

/** Who makes a change: the organisation's caller when they act for a customer, otherwise the actor. */
export const authorOf = <Kind extends Actor>(actor: Kind): Kind | OrganiserActor =>
  (actor.type === 'customer' && actor.by) || actor

/** The actor's id in the history, or null for an actor without one. */
export function actorId(actor: Actor): string | null {
  if (actor.type === 'customer' && actor.by) return actorId(actor.by)
  if (actor.type === 'customer') return actor.customer_id
  if (actor.type === 'staff') return actor.staff_id ?? actor.user_id
  return actor.type === 'organiser_client' ? actor.client_id : null
}

/** True for an actor that acts for an organisation. */
export const actsForProgram = (actor: Actor | null): boolean =>
  actor !== null && actor.type !== 'customer' && actor.type !== 'provider' && actor.type !== 'system'

/** True for a client that may change every program, and for a person who runs the site. */
export const mayChangeAll = (actor: Actor | null): boolean =>
  actor?.type === 'staff' ? actor.is_admin : actor?.type === 'organiser_client' && actor.program_ids === 'all'

/** The logged-in account of an actor; null for every other actor. */
export const identityOf = (actor: Actor | null): Delegated | null =>
  actor?.type === 'customer' || actor?.type === 'staff' ? actor : null
