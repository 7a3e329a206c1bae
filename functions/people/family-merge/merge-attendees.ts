import { dayMs } from '../../contract/limits.ts'
import { instant } from '../../contract/instant.ts'
import { sealHealth } from '../../platform/sealing/health-seal.ts'
import { transitionProfile } from '../attendees/profile-steps.ts'
import type { AttendeeMerge, MergePreview } from '../../contract/people/attendee-merge.ts'
import { mergeUndoDays } from '../../contract/people/attendee-merge.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard, guardThat } from '../../platform/database/guard.ts'
import { historyRow } from '../../platform/database/history.ts'
import { columnOf, filledFields, joinedFields, type SealedColumn } from '../../contract/people/attendee-fields.ts'
import { pick } from '../../contract/pick.ts'
import { type PersonColumns, wholeForMerge } from '../../platform/database/attendee-visibility.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { type LoadedMerge, loadMerge, type MergeInput } from './load-merge.ts'
import {
  bookingsAreAsRead,
  keepStateAfterMerge,
  dropRelations,
  fillIn,
  insertMerge,
  mergesInto,
  moveEverything,
  pointTo,
} from './merge-rows.ts'
import { showMerge } from './show-merge.ts'

const undoMs = mergeUndoDays * dayMs

/** The preview of a merge, or the reason for refusing it. It uses the rules of the merge and changes nothing. */
export async function previewMerge(ctx: CustomerContext, input: MergeInput): Promise<MergePreview> {
  const { plan, counts, isMedical } = await loadMerge(ctx, input)
  return {
    object: 'attendee_merge_preview',
    merge_from: input.merge_from,
    merge_into: input.merge_into,
    fields: plan.fields.map((each) =>
      each.field === 'health_card_last4' && !isMedical ? { ...each, from: null, into: null, result: null } : each,
    ),
    ...counts,
    undo_until: instant(ctx.now + undoMs),
  }
}

/** Merges two records of one person: everything in `merge_from` moves to `merge_into`, in one batch. */
export const mergeAttendees = (ctx: CustomerContext, input: MergeInput): Promise<AttendeeMerge> =>
  retryOnConflict(() => mergeOnce(ctx, input))

async function mergeOnce(ctx: CustomerContext, input: MergeInput): Promise<AttendeeMerge> {
  const loaded = await loadMerge(ctx, input)

  const { merge_from, merge_into } = input
  const { from, into, relations, bookings, steps } = loaded
  const pair = { id: ctx.newId('mrg'), merge_from, merge_into }
  const ofInto = new Set(relations.filter((each) => each.attendee_id === merge_into).map((each) => each.customer_id))
  const selfOf = relations
    .filter((each) => each.attendee_id === merge_from && each.relation === 'self' && ofInto.has(each.customer_id))
    .map((each) => each.customer_id)

  const [merges] = await commit(
    ctx,
    [
      insertMerge(ctx.db, {
        ...pair,
        customer_id: ctx.actor.customer_id,
        created: ctx.now,
        undo_until: ctx.now + undoMs,
      }),
      pointTo(ctx.db, from, merge_into),
      guard(ctx.db, 'state'),
      fillIn(ctx.db, into, { ...(await columnsOf(ctx, loaded)), updated: ctx.now }),
      guard(ctx.db, 'state'),
      guardThat(ctx.db, bookingsAreAsRead(pair, bookings), 'state'),
      ...moveEverything(ctx.db, pair),
      ...dropRelations(ctx.db, pair, selfOf),
      ...joinProfiles(ctx, loaded),
      keepStateAfterMerge(ctx.db, pair),
      historyRow(ctx, {
        object: 'attendee',
        object_id: merge_from,
        step: steps - 1,
        from: 'active',
        to: 'merged',
        actor: ctx.actor,
        at: ctx.now,
      }),
    ],
    mergesInto(ctx.db, merge_into, ctx.actor),
  )
  const merge = merges.find((each) => each.id === pair.id)
  if (!merge) throw new ApiError('internal_error')
  return showMerge(merge, { now: ctx.now, isLast: true })
}

/**
 * When both records have a profile in one program, the one of `merge_from` gets the status merged. The remaining one is
 * active if either was, unless an organisation archived it.
 */
function joinProfiles(ctx: CustomerContext, { from, into, profiles }: LoadedMerge): Statement[] {
  return profiles
    .filter(({ attendee_id }) => attendee_id === from.id)
    .flatMap((gone) => {
      const kept = profiles.find((each) => each.attendee_id === into.id && each.program_id === gone.program_id)
      if (!kept) return []
      const wakes = gone.status === 'active' && kept.status !== 'active' && kept.archived_by_program_at === null
      return [
        ...(gone.status === 'merged' ? [] : transitionProfile(ctx, gone, 'merged')),
        ...(wakes ? transitionProfile(ctx, kept, 'active') : []),
      ]
    })
}

/** The new columns of the remaining record; unchanged sealed texts are not sealed again. */
async function columnsOf(ctx: CustomerContext, loaded: LoadedMerge): Promise<Partial<PersonColumns>> {
  const { plan } = loaded
  const [from, into] = [wholeForMerge(loaded.from), wholeForMerge(loaded.into)]
  const kept = (field: string) => plan.fields.find((each) => each.field === field)?.kept
  const joined: Partial<Record<SealedColumn, string>> = {}
  for (const field of joinedFields)
    if (kept(field) === 'from' || kept(field) === 'both')
      joined[columnOf(field)] = await sealHealth(ctx.env.HEALTH_KEY, into.id, plan[field] ?? '')
  const card =
    into.health_card_sealed === null && plan.health_card_number !== null
      ? {
          health_card_sealed: await sealHealth(ctx.env.HEALTH_KEY, into.id, plan.health_card_number),
          health_card_last4: plan.health_card_last4,
        }
      : {}
  return {
    ...(pick(plan, filledFields) as Partial<PersonColumns>),
    first_name: plan.first_name ?? into.first_name,
    last_name: plan.last_name ?? into.last_name,
    other_emergency_contacts: plan.other_emergency_contacts,
    is_placeholder: from.is_placeholder && into.is_placeholder,
    ...joined,
    ...card,
  }
}
