import * as z from 'zod/mini'
import { Id } from '../field-rules.ts'
import { paging } from '../paging.ts'
import { mergedFieldNames } from './attendee-fields.ts'

/** How long a merge can be undone, in days. */
export const mergeUndoDays = 30

/** Body of PUT attendees/{attendee_id}/merge and of its preview: `merge_from` becomes part of `merge_into`. */
export const MergeRequest = z.strictObject({ merge_from: Id, merge_into: Id })
export type MergeRequest = z.infer<typeof MergeRequest>

export const keptNames = ['into', 'from', 'both', 'same', 'none'] as const
export type KeptSide = (typeof keptNames)[number]

/**
 * One field of both records and of the result. Medical and dietary texts are null; `kept` and the flags describe them.
 */
export const MergedField = z.strictObject({
  field: z.enum(mergedFieldNames),
  from: z.nullable(z.string()),
  into: z.nullable(z.string()),
  result: z.nullable(z.string()),
  is_in_from: z.boolean(),
  is_in_into: z.boolean(),
  kept: z.enum(keptNames),
})
export type MergedField = z.infer<typeof MergedField>

/** Number of registrations, programs and relations of one record. */
export const MergeCounts = z.strictObject({ registrations: z.int(), programs: z.int(), relations: z.int() })
export type MergeCounts = z.infer<typeof MergeCounts>

/** The result of a merge: the fields of the merged record, and what each record contributes. */
export const MergePreview = z.strictObject({
  object: z.literal('attendee_merge_preview'),
  merge_from: z.string(),
  merge_into: z.string(),
  fields: z.array(MergedField),
  from: MergeCounts,
  into: MergeCounts,
  result: MergeCounts,
  undo_until: z.string(),
})
export type MergePreview = z.infer<typeof MergePreview>

export const mergeStatuses = ['merged', 'undone'] as const
/** Two records of one person that became one. */
export const AttendeeMerge = z.strictObject({
  id: z.string(),
  object: z.literal('attendee_merge'),
  merge_from: z.string(),
  merge_into: z.string(),
  from_first_name: z.string(),
  from_last_name: z.string(),
  status: z.enum(mergeStatuses),
  can_undo: z.boolean(),
  undo_until: z.string(),
  undone_at: z.nullable(z.string()),
  created: z.string(),
})
export type AttendeeMerge = z.infer<typeof AttendeeMerge>

/** Query of GET attendees/{attendee_id}/merges, newest first by default. */
export const MergeListQuery = z.strictObject({ ...paging, sort: z._default(z.enum(['created']), 'created') })
