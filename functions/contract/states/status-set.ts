/** Who causes a transition. */
export type ActorType = 'customer' | 'organiser_client' | 'provider' | 'system'
/** Allowed transitions from each status. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>
/** Allowed transitions by actor. */
export type TransitionsByActor<Status extends string> = Readonly<
  Record<Status, Partial<Record<Status, readonly ActorType[]>>>
>
/** A named set of statuses. `platform/database/status-sql.ts` writes the same set into SQL. */
export type StatusSet<Life extends string, Status extends Life = Life> = {
  readonly statuses: readonly Status[]
  has: (status: Life | null | undefined) => status is Status
}

/** The statuses of a named set: `StatusIn<typeof orderStates.ended>`. */
export type StatusIn<Set> = Set extends { readonly statuses: readonly (infer Status)[] } ? Status : never

// The annotations let a bundler drop the sets that a page does not use.
/* @__NO_SIDE_EFFECTS__ */
export const statusSet = <Life extends string, Status extends Life>(
  statuses: readonly Status[],
): StatusSet<Life, Status> => ({
  statuses,
  has: (status): status is Status => statuses.includes(status as Status),
})

/** Whether a table has a transition. */
/* @__NO_SIDE_EFFECTS__ */
export const inTable =
  <Status extends string>(table: Transitions<Status>) =>
  (from: Status, to: Status): boolean =>
    table[from].includes(to)

/** Whether a table has a transition for an actor. A staff member may do what a client of the organisation may. */
/* @__NO_SIDE_EFFECTS__ */
export const inTableFor =
  <Status extends string>(table: TransitionsByActor<Status>) =>
  (from: Status, to: Status, actor: ActorType | 'staff'): boolean =>
    table[from][to]?.includes(actor === 'staff' ? 'organiser_client' : actor) ?? false
