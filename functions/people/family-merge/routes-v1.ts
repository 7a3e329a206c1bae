import { Hono } from 'hono'
import { InAttendee } from '../../contract/people/attendee.ts'
import { AttendeeMerge, MergeListQuery, MergePreview, MergeRequest } from '../../contract/people/attendee-merge.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent, idempotentFromStart } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { mergeAttendees, previewMerge } from './merge-attendees.ts'
import { listMerges, undoMerge } from './undo-merge.ts'

const tag = 'Attendees'

const mergeErrors = [
  'invalid_option',
  'transition_not_allowed',
  'merge_dob_conflict',
  'merge_schedule_conflict',
  'state_conflict',
] as const

/** Mounted at /v1/profile/attendees. */
export const attendeeMergesV1 = new Hono<Worker>()
  .put(
    '/:attendee_id/merge',
    describeRoute({
      summary: 'Merge two records of one person',
      tag,
      caller: 'customer',
      answers: { 200: AttendeeMerge },
      errors: [...mergeErrors],
    }),
    signedIn,
    validate('param', InAttendee),
    validate('json', MergeRequest),
    async (c) => c.json(await mergeAttendees(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/:attendee_id/merge/preview',
    describeRoute({
      summary: 'What a merge would do, field by field',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: MergePreview },
      errors: [...mergeErrors],
    }),
    signedIn,
    validate('param', InAttendee),
    validate('json', MergeRequest),
    idempotentFromStart,
    async (c) => c.json(await previewMerge(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/:attendee_id/merge/undo',
    describeRoute({
      summary: 'Undo the last merge',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: AttendeeMerge },
      errors: ['transition_not_allowed', 'state_conflict'],
    }),
    signedIn,
    validate('param', InAttendee),
    idempotent,
    async (c) => c.json(await undoMerge(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/:attendee_id/merges',
    describeRoute({
      summary: 'Merges into one record',
      tag,
      caller: 'customer',
      answers: { 200: listOf(AttendeeMerge) },
    }),
    signedIn,
    validate('param', InAttendee),
    validate('query', MergeListQuery),
    async (c) => c.json(await listMerges(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
