import { openHealth } from '../../platform/sealing/health-seal.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { MergeCounts, MergeRequest } from '../../contract/people/attendee-merge.ts'
import { columnOf, type SealedField, sealedFields } from '../../contract/people/attendee-fields.ts'
import { mapFields } from '../../contract/pick.ts'
import { mergeWords } from '../../contract/sentences/merge-words.ts'
import { localize } from '../../contract/texts.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { findScheduleConflict, type MergedSide, type MergeSide, planMerge } from './merge-plan.ts'
import { wholeForMerge } from '../../platform/database/attendee-visibility.ts'
import {
  type AttendeeRow,
  attendeesByIds,
  bookingsByIds,
  mergesOf,
  type ProfileRow,
  profilesByIds,
  type RelationRow,
  relationsByIds,
} from './merge-rows.ts'

export type MergeInput = MergeRequest & { attendee_id: string }
export type LoadedMerge = {
  from: AttendeeRow
  into: AttendeeRow
  plan: MergedSide
  relations: RelationRow[]
  profiles: ProfileRow[]
  bookings: { step: number }[]
  counts: { from: MergeCounts; into: MergeCounts; result: MergeCounts }
  /** Number of history rows of the merged record. */
  steps: number
  /** True when the caller may read the health notes of both records. */
  isMedical: boolean
}

/** Loads both records and plans their merge. Throws unless the caller manages both and they can be the same person. */
export async function loadMerge(ctx: CustomerContext, input: MergeInput): Promise<LoadedMerge> {
  const { merge_from, merge_into, attendee_id } = input
  const ids = [...new Set([merge_from, merge_into, attendee_id])]
  const [people, relations, profiles, bookings, earlier] = await ctx.db.batch([
    attendeesByIds(ctx.db, ids),
    relationsByIds(ctx.db, ids),
    profilesByIds(ctx.db, ids),
    bookingsByIds(ctx.db, ids),
    mergesOf(ctx.db, merge_from),
  ])

  const words = mergeWords[ctx.language]
  const mine = (id: string) =>
    relations.find((each) => each.attendee_id === id && each.customer_id === ctx.actor.customer_id)
  for (const [param, id] of Object.entries({ attendee_id, merge_into, merge_from })) {
    const isAlreadyMerged = param === 'merge_from' && earlier.some((each) => !each.undone_at && mine(each.merge_into))
    if (isAlreadyMerged) throw new ApiError('state_conflict', { param: 'merged', message: words.alreadyMerged })
    if (!mine(id)?.rights.includes('view')) throw new ApiError('not_found', { param })
    if (!mine(id)?.rights.includes('manage')) throw new ApiError('transition_not_allowed', { param })
  }
  // A merge must not open health notes that the caller may not read, and must not hide that another adult read them.
  const sees = (id: string) => mine(id)?.rights.includes('medical') ?? false
  const isShared = (id: string) => relations.some((each) => each.attendee_id === id && each !== mine(id))
  const hidden = sees(merge_from) === sees(merge_into) ? null : sees(merge_from) ? merge_into : merge_from
  if (hidden !== null && isShared(hidden)) throw new ApiError('transition_not_allowed', { param: 'merge_from' })
  if (merge_from === merge_into) throw new ApiError('invalid_option', { param: 'merge_from', message: words.itself })
  if (attendee_id !== merge_from && attendee_id !== merge_into)
    throw new ApiError('invalid_parameter', { param: 'merge_into' })
  const [from, into] = [merge_from, merge_into].map((id) => people.find((each) => each.id === id))
  if (!from || !into) throw new ApiError('internal_error')

  if (from.date_of_birth && into.date_of_birth && from.date_of_birth !== into.date_of_birth)
    throw new ApiError('merge_dob_conflict', { param: 'date_of_birth' })
  const shown = bookings.map((each) => ({ ...each, title: localize(each, ctx.language).title }))
  const of = (id: string) => shown.filter((each) => each.attendee_id === id)
  const conflict = findScheduleConflict(of(merge_from), of(merge_into))
  if (conflict)
    throw new ApiError('merge_schedule_conflict', { param: 'merge_from', message: words.schedule(conflict) })

  const plan = planMerge(await sideOf(ctx, from), await sideOf(ctx, into))
  const countsOf = (those: string[]): MergeCounts => ({
    registrations: bookings.filter((each) => those.includes(each.attendee_id)).length,
    programs: new Set(profiles.filter((each) => those.includes(each.attendee_id)).map((each) => each.program_id)).size,
    relations: new Set(relations.filter((each) => those.includes(each.attendee_id)).map((each) => each.customer_id))
      .size,
  })
  const counts = {
    from: countsOf([merge_from]),
    into: countsOf([merge_into]),
    result: countsOf([merge_from, merge_into]),
  }
  const steps = earlier.length * 2
  const isMedical = sees(merge_from) && sees(merge_into)
  return { from, into, plan, relations, profiles, bookings, counts, steps, isMedical }
}

async function sideOf(ctx: CustomerContext, stored: AttendeeRow): Promise<MergeSide> {
  const row = wholeForMerge(stored)
  const texts: Record<SealedField, string | null> = mapFields(sealedFields, () => null)
  for (const field of sealedFields) {
    const sealed = row[columnOf(field)]
    if (sealed !== null) texts[field] = await openHealth(ctx.env.HEALTH_KEY, row.id, sealed)
  }
  return { ...row, ...texts }
}
