import { transitionProfile } from '../attendees/profile-steps.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { AttendeeMerge } from '../../contract/people/attendee-merge.ts'
import { type List, list } from '../../contract/paging.ts'
import { mergeWords } from '../../contract/sentences/merge-words.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { historyRow } from '../../platform/database/history.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import type { Statement } from '../../platform/database/database.ts'
import { endMerge, mergesInto, mergesOf, type ProfileRow, profilesByIds, relationsByIds } from './merge-rows.ts'
import {
  copyReads,
  insertStoredRelation,
  moveBack,
  moveRelation,
  restoreAttendee,
  restoreProfile,
  restoreRelation,
  type StoredRow,
  takeBack,
} from './undo-rows.ts'
import { lastOpen, type ShownMerge, showMerge } from './show-merge.ts'

type Before = {
  into: StoredRow
  relations: StoredRow[]
  profiles: StoredRow[]
  registrations: StoredRow[]
  waivers: string[]
  reads: number[]
}

/** The merges into one record, newest first. */
export async function listMerges(
  ctx: CustomerContext,
  input: { attendee_id: string; limit: number; skip: number; order: 'asc' | 'desc' },
): Promise<List<AttendeeMerge>> {
  const [merges, relations] = await ctx.db.batch([
    mergesInto(ctx.db, input.attendee_id, ctx.actor),
    relationsByIds(ctx.db, [input.attendee_id]),
  ])

  const mine = relations.find((each) => each.customer_id === ctx.actor.customer_id)
  if (!mine?.rights.includes('view')) throw new ApiError('not_found', { param: 'attendee_id' })
  const last = lastOpen(merges)
  const ordered = input.order === 'asc' ? merges.toReversed() : merges
  const page = ordered.slice(input.skip, input.skip + input.limit)
  return list(
    page.map((each) => showMerge(each, { now: ctx.now, isLast: each === last && mine.rights.includes('manage') })),
    merges.length,
    input,
  )
}

/** Undoes the last merge into a record: both are restored, and registrations keep later changes. */
export const undoMerge = (ctx: CustomerContext, input: { attendee_id: string }): Promise<AttendeeMerge> =>
  retryOnConflict(() => undoOnce(ctx, input))

async function undoOnce(ctx: CustomerContext, { attendee_id }: { attendee_id: string }): Promise<AttendeeMerge> {
  const [merges, relations] = await ctx.db.batch([
    mergesInto(ctx.db, attendee_id, ctx.actor),
    relationsByIds(ctx.db, [attendee_id]),
  ])

  const mine = relations.find((each) => each.customer_id === ctx.actor.customer_id)
  if (!mine?.rights.includes('view')) throw new ApiError('not_found', { param: 'attendee_id' })
  if (!mine.rights.includes('manage')) throw new ApiError('transition_not_allowed', { param: 'attendee_id' })
  const merge = lastOpen(merges)
  refuseUndo(ctx, merge, merges.length)
  const [earlier, profiles] = await ctx.db.batch([
    mergesOf(ctx.db, merge.merge_from),
    profilesByIds(ctx.db, [merge.merge_from, attendee_id]),
  ])

  const [shown] = await commit(
    ctx,
    [
      endMerge(ctx.db, merge, ctx.now),
      guard(ctx.db, 'state'),
      ...restore(ctx, merge, profiles),
      historyRow(ctx, {
        object: 'attendee',
        object_id: merge.merge_from,
        step: earlier.length * 2 - 2,
        from: 'merged',
        to: 'active',
        actor: ctx.actor,
        at: ctx.now,
      }),
    ],
    mergesInto(ctx.db, attendee_id, ctx.actor),
  )
  const undone = shown.find((each) => each.id === merge.id)
  if (!undone) throw new ApiError('internal_error')
  return showMerge(undone, { now: ctx.now, isLast: true })
}

function refuseUndo(ctx: CustomerContext, merge: ShownMerge | null, count: number): asserts merge is ShownMerge {
  const words = mergeWords[ctx.language]
  if (!merge && count === 0) throw new ApiError('state_conflict', { param: 'active' })
  if (!merge) throw new ApiError('state_conflict', { param: 'undone', message: words.undone })
  if (ctx.now > merge.undo_until) throw new ApiError('state_conflict', { param: 'expired', message: words.expired })
  if (Number(merge.isUnchanged) !== 1)
    throw new ApiError('state_conflict', { param: 'changed', message: words.changed })
}

/**
 * Statements that restore everything. All relations are restored before any loses a right, so that each record always
 * has a manager.
 */
function restore(ctx: CustomerContext, merge: ShownMerge, profiles: readonly ProfileRow[]): Statement[] {
  const { merge_from, merge_into, before: text } = merge
  const { db } = ctx
  const before = JSON.parse(text) as Before
  const rowsOf = (rows: StoredRow[], id: string) => rows.filter((row) => row.attendee_id === id)
  const [ofFrom, ofInto] = [rowsOf(before.relations, merge_from), rowsOf(before.relations, merge_into)]
  const twin = (row: StoredRow, rows: StoredRow[]) => rows.some((each) => each.customer_id === row.customer_id)
  const moved = ofFrom.filter((row) => !twin(row, ofInto) || row.relation === 'self')
  const movedSelf = ofInto.filter((row) => twin(row, moved))
  return [
    takeBack(db, merge_from),
    restoreAttendee(db, before.into),
    ...profiles.flatMap((profile) => {
      const was = before.profiles.find((row) => row.id === profile.id)
      return was && was.status !== profile.status
        ? transitionProfile(ctx, profile, was.status as ProfileRow['status'])
        : []
    }),
    ...before.profiles.map((row) => restoreProfile(db, row)),
    ...moveBack(db, merge_from, before),
    copyReads(db, merge),
    ...moved.map((row) => moveRelation(db, row, merge_into)),
    ...ofFrom.filter((row) => !moved.includes(row)).map((row) => insertStoredRelation(db, row)),
    ...movedSelf.map((row) => insertStoredRelation(db, row)),
    ...[...moved, ...ofInto.filter((row) => !movedSelf.includes(row))].map((row) => restoreRelation(db, row)),
  ]
}
