/** Who a signed-in customer is. `session_id` is empty for identities that a page made from the cookie of a read. */
export type Identity = { user_id: string; customer_id: string; session_id: string }

export type CustomerActor = Identity & { type: 'customer' }
/** A program's machine client (Basic credentials), with the programs it may change. */
export type OrganiserClient = { type: 'organiser_client'; client_id: string; program_ids: string[] | 'all' }

/** Who acts: in a context, in a table of allowed moves, and in the history of what was changed. */
export type Actor =
  | CustomerActor
  | OrganiserClient
  /** The card provider, whose answer about a payment is written down. */
  | { type: 'provider' }
  /** The clock, the outbox, and what follows by itself from another change. */
  | { type: 'system' }

export const system: Actor = { type: 'system' }
export const provider: Actor = { type: 'provider' }

/** The id an actor has in the history, null for one that has none. */
export function actorId(actor: Actor): string | null {
  if (actor.type === 'customer') return actor.customer_id
  return actor.type === 'organiser_client' ? actor.client_id : null
}

/** True for a client that may change every program. */
export const mayChangeAll = (actor: Actor | null): boolean =>
  actor?.type === 'organiser_client' && actor.program_ids === 'all'
