import { ApiError } from '../../contract/api-error.ts'
import { money } from '../../contract/display-money.ts'
import { instant } from '../../contract/instant.ts'
import { dayMs } from '../../contract/limits.ts'
import type { CustomerMerge, MergeCustomerRequest } from '../../contract/organisation/customer-merge.ts'
import { mergeUndoDays } from '../../contract/people/attendee-merge.ts'
import { customerMergeWords } from '../../contract/sentences/customer-merge-words.ts'
import { privacyWords } from '../../contract/sentences/privacy-words.ts'
import { mergeWords } from '../../contract/sentences/merge-words.ts'
import { enterBalance } from '../../money/balances/balance-ledger.ts'
import { profileToJoin } from '../../people/customers/join-program.ts'
import type { CustomerActor, OrganiserActor } from '../../platform/actor.ts'
import type { Ctx, OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard, guardThat, literal } from '../../platform/database/guard.ts'
import { historyRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import {
  contentsOfCustomer,
  customerMergeById,
  type CustomerMergeRow,
  customerToMerge,
  endCustomerMerge,
  hasNoBalance,
  hasNoEmail,
  insertCustomerMerge,
  isKept,
  keepStateAfterCustomerMerge,
  mergesFrom,
  moveCustomer,
  type MovedBalance,
  programOfMerge,
  recountMemberships,
  setActive,
  shareSelf,
  unshareSelf,
} from './customer-merge-rows.ts'

type MergeInput = MergeCustomerRequest & { program_id: string; customer_id: string }
type Acting = Ctx & { actor: OrganiserActor | CustomerActor }
type Moves = Omit<Awaited<ReturnType<typeof contentsOfCustomer>>[number], 'has_same_membership'>

/** Merges a customer without a log-in into another customer of the program, or previews what would move. */
export function mergeCustomers(ctx: OrganiserContext, input: MergeInput): Promise<CustomerMerge> {
  const { program_id, customer_id, into } = input
  return retryOnConflict(async () => {
    const loaded = await loadMerge(ctx, { program_id, merge_from: customer_id, merge_into: into })
    if (!loaded.into.profile_id) throw new ApiError('not_found', { param: 'into' })
    if (input.dry_run) return showMerge(ctx, { ...loaded, row: null })
    ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/people/${into}`)
    return commitMerge(ctx, loaded, { notify: input.notify })
  })
}

export type LoadedCustomerMerge = Awaited<ReturnType<typeof loadMerge>>

/** Loads both customers and what the first one has. Throws unless the first has no log-in and the second may take it. */
export async function loadMerge(
  ctx: Acting,
  { program_id, merge_from, merge_into }: { program_id: string; merge_from: string; merge_into: string },
) {
  const [[from], [into], [contents], [program], earlier] = await ctx.db.batch([
    customerToMerge(ctx.db, { program_id, customer_id: merge_from }),
    customerToMerge(ctx.db, { program_id, customer_id: merge_into }),
    contentsOfCustomer(ctx.db, { merge_from, merge_into }),
    programOfMerge(ctx.db, program_id),
    mergesFrom(ctx.db, merge_from),
  ])
  const words = customerMergeWords[ctx.language]
  const profile_id = from?.profile_id
  if (!from || !profile_id || !contents || !program) throw new ApiError('not_found', { param: 'customer_id' })
  if (!into) throw new ApiError('not_found', { param: 'into' })
  if (merge_from === merge_into) throw new ApiError('invalid_option', { param: 'into', message: words.itself })
  if (earlier.some(({ merge }) => merge.undone_at === null))
    throw new ApiError('state_conflict', { param: 'customer_id', message: mergeWords[ctx.language].alreadyMerged })
  if (!from.is_active || !into.is_active)
    throw new ApiError('state_conflict', { param: from.is_active ? 'into' : 'customer_id' })
  if (from.email !== '')
    throw new ApiError('state_conflict', {
      param: 'customer_id',
      message: into.email === '' ? words.otherWay : words.twoLogIns,
    })
  if (from.is_leaving)
    throw new ApiError('state_conflict', {
      param: 'customer_id',
      message: privacyWords[ctx.language].byStaff.erasing,
    })
  const { has_same_membership, ...moves } = contents
  if (has_same_membership) throw new ApiError('state_conflict', { param: 'into', message: words.sameMembership })
  return { program_id, from: { ...from, profile_id }, into, moves, program, steps: earlier.length * 2 }
}

/** Moves everything in one batch. The remaining customer keeps their log-in, consent to marketing and cards. */
export async function commitMerge(
  ctx: Acting,
  loaded: LoadedCustomerMerge,
  { notify }: { notify: boolean },
): Promise<CustomerMerge> {
  const { program_id, from, into, moves, steps } = loaded
  const pair = { id: ctx.newId('cmg'), merge_from: from.customer_id, merge_into: into.customer_id }
  const profiles = { from: from.profile_id, into: into.profile_id ?? ctx.newId('cup') }
  const times = { created: ctx.now, undo_until: ctx.now + mergeUndoDays * dayMs }
  const joins = { id: profiles.into, customer_id: into.customer_id, program_id }
  const [[row]] = await commit(
    ctx,
    [
      guardThat(ctx.db, hasNoEmail(from.user_id), 'state'),
      guardThat(ctx.db, isKept(literal(from.customer_id)), 'state'),
      ...(into.profile_id ? [] : [profileToJoin(ctx, joins)]),
      ...moves.balances.flatMap((balance) =>
        transfer(ctx, { ...pair, program_id }, { balance, out: sideOf(from, profiles.from), in: joins }),
      ),
      guardThat(ctx.db, hasNoBalance(profiles.from), 'state'),
      insertCustomerMerge(ctx.db, { ...pair, program_id, profiles, balances: moves.balances, ...times }),
      ...moveCustomer(ctx.db, pair, { customer_id: into.customer_id, profile_id: profiles.into }),
      shareSelf(ctx.db, pair, ctx.now),
      recountMemberships(ctx.db, profiles),
      setActive(ctx.db, from.customer_id, false),
      keepStateAfterCustomerMerge(ctx.db, pair.id),
      ...step(ctx, { customer_id: from.customer_id, step: steps - 1, from: 'active', to: 'merged' }),
      ...(notify ? [recordEvent(ctx, { kind: 'customer.merged', ref: pair.id, body: {} })] : []),
    ],
    customerMergeById(ctx.db, pair.id),
  )
  if (!row) throw new ApiError('internal_error')
  return showMerge(ctx, { ...loaded, row })
}

/** Undoes the merge of a customer, within 30 days and unless something was added to what it moved. */
export function undoCustomerMerge(
  ctx: OrganiserContext,
  { program_id, customer_id }: { program_id: string; customer_id: string },
): Promise<CustomerMerge> {
  return retryOnConflict(async () => {
    const merges = await mergesFrom(ctx.db, customer_id)
    const open = merges.find(({ merge }) => merge.program_id === program_id && merge.undone_at === null)
    const words = mergeWords[ctx.language]
    if (!merges.some(({ merge }) => merge.program_id === program_id))
      throw new ApiError('not_found', { param: 'customer_id' })
    if (!open) throw new ApiError('state_conflict', { param: 'undone', message: words.undone })
    const { merge } = open
    if (ctx.now > merge.undo_until) throw new ApiError('state_conflict', { param: 'expired', message: words.expired })
    if (!open.isUnchanged) throw new ApiError('state_conflict', { param: 'changed', message: words.changed })

    const { merge_into } = merge
    const [[from], [into], [program]] = await ctx.db.batch([
      customerToMerge(ctx.db, { program_id, customer_id }),
      customerToMerge(ctx.db, { program_id, customer_id: merge_into }),
      programOfMerge(ctx.db, program_id),
    ])
    if (!from?.profile_id || !into?.profile_id || !program) throw new ApiError('internal_error')
    const profiles = { from: from.profile_id, into: into.profile_id }
    const [[row]] = await commit(
      ctx,
      [
        endCustomerMerge(ctx.db, merge.id, ctx.now),
        guard(ctx.db, 'state'),
        setActive(ctx.db, customer_id, true),
        unshareSelf(ctx.db, merge),
        ...moveCustomer(ctx.db, merge, { customer_id, profile_id: profiles.from }),
        ...merge.moved.balances.flatMap((balance) =>
          transfer(ctx, merge, { balance, out: sideOf(into, profiles.into), in: sideOf(from, profiles.from) }),
        ),
        recountMemberships(ctx.db, profiles),
        ...step(ctx, { customer_id, step: merges.length * 2 - 2, from: 'merged', to: 'active' }),
      ],
      customerMergeById(ctx.db, merge.id),
    )
    if (!row) throw new ApiError('internal_error')
    return showMerge(ctx, {
      ...{ program_id, from, into, program, row },
      moves: { ...numbersOf(row), balances: row.moved.balances },
    })
  })
}

type Side = { customer_id: string; id: string }
const sideOf = ({ customer_id }: { customer_id: string }, id: string): Side => ({ customer_id, id })

/** Two entries that move a balance from one customer to another. */
function transfer(
  ctx: Acting,
  merge: { id: string; program_id: string },
  sides: { balance: MovedBalance; out: Side; in: Side },
): Statement[] {
  const { currency, amount } = sides.balance
  const enter = ({ customer_id, id }: Side, value: number) =>
    enterBalance(
      ctx,
      { program_id: merge.program_id, customer_id, customer_profile_id: id, currency },
      {
        ...{ kind: 'manual_adjustment', amount: value, actor: ctx.actor, notify: false },
        ...{ note: customerMergeWords[ctx.language].balance, dedupe: `merge:${merge.id}:${currency}:${id}:${value}` },
      },
    )
  return [...enter(sides.out, -amount), ...enter(sides.in, amount)]
}

const step = (ctx: Acting, change: { customer_id: string; step: number; from: string; to: string }): Statement[] => [
  historyRow(ctx, {
    ...{ object: 'customer', object_id: change.customer_id, step: change.step, from: change.from, to: change.to },
    ...{ actor: ctx.actor, at: ctx.now },
  }),
]

/** How many rows a merge moved. */
const numbersOf = ({ moved }: CustomerMergeRow) => {
  const of = (name: string) => moved[name]?.length ?? 0
  return {
    attendees: of('relations') + of('self'),
    registrations: of('registrations'),
    orders: of('orders'),
    memberships: of('memberships'),
    session_balances: of('session_credits'),
    waitlist_entries: of('waitlist_entries'),
    notes: of('customer_notes'),
    conversations: of('conversations'),
  }
}

type Shown = Pick<LoadedCustomerMerge, 'program_id' | 'program' | 'into'> & {
  from: { customer_id: string }
  moves: Moves
  row: CustomerMergeRow | null
}

function showMerge(ctx: Acting, { program_id, program, from, into, moves, row }: Shown): CustomerMerge {
  const { balances, ...numbers } = moves
  const amount = balances.find(({ currency }) => currency === program.currency)?.amount ?? 0
  const balance = money(amount, { currency: program.currency, program }, ctx.language)
  return {
    id: row?.id ?? null,
    object: 'customer_merge',
    program_id,
    merge_from: from.customer_id,
    merge_into: into.customer_id,
    status: row === null ? 'preview' : row.undone_at === null ? 'merged' : 'undone',
    moves: { ...(row ? numbersOf(row) : numbers), balance },
    undo_until: instant(row?.undo_until ?? ctx.now + mergeUndoDays * dayMs),
    undone_at: instant(row?.undone_at ?? null),
    created: instant(row?.created ?? null),
  }
}
