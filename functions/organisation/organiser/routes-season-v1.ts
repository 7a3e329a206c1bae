import { Hono } from 'hono'
import { ApiError, type ErrorType } from '../../contract/api-error.ts'
import { EventsImported, ImportEventsRequest, RefusedImportBody } from '../../contract/organisation/event-import.ts'
import {
  CreateVenueRequest,
  EventForm,
  EventFormQuery,
  OrganiserVenue,
} from '../../contract/organisation/event-form.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import {
  ArchivedEvents,
  ArchiveEventsRequest,
  PublishedEvents,
  SampleSeason,
  SeasonCopy,
  SeasonCopyRequest,
  SeasonEvent,
  SeasonQuery,
} from '../../contract/organisation/season.ts'
import { listOf } from '../../contract/paging.ts'
import type { OrganiserWorker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { readUpload } from '../../platform/middleware/read-upload.ts'
import { archiveEvents, publishEvents, unpublishEvents } from './archive-events.ts'
import { copySeason } from './copy-season.ts'
import { createVenue } from './create-venue.ts'
import { readEventForm } from './event-form.ts'
import { importEvents } from './event-import/import-events.ts'
import { listSeason } from './list-season.ts'
import { addSampleSeason, removeSampleSeason } from './sample-season.ts'

const tag = 'Organiser'
const caller = 'organiser' as const
const errors: ErrorType[] = ['required', 'invalid_option', 'date_in_past', 'state_conflict', 'has_future_registrations']

/** Mounted at /v1/organiser/programs/:program_id: the calls for many events at once. */
export const organiserSeasonV1 = new Hono<OrganiserWorker>()
  .get(
    '/season',
    describeRoute({
      summary: 'The events of a season: when, where, how many places, and how many are sold',
      tag,
      caller,
      answers: { 200: listOf(SeasonEvent) },
      errors: ['invalid_date', 'invalid_option', 'invalid_integer'],
    }),
    organiser('catalogue'),
    validate('param', InOrganiserProgram),
    validate('query', SeasonQuery),
    async (c) => c.json(await listSeason(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .get(
    '/event_form',
    describeRoute({
      summary: 'An event with what its form offers: places, waivers and questions',
      tag,
      caller,
      answers: { 200: EventForm },
    }),
    organiser('catalogue'),
    validate('param', InOrganiserProgram),
    validate('query', EventFormQuery),
    async (c) => c.json(await readEventForm(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/venues',
    describeRoute({
      summary: 'Add a place where events are held',
      tag,
      caller,
      takesKey: true,
      answers: { 201: OrganiserVenue },
      errors: ['required', 'invalid_option', 'invalid_region', 'state_conflict'],
    }),
    organiser('catalogue'),
    validate('param', InOrganiserProgram),
    validate('json', CreateVenueRequest),
    idempotent,
    async (c) => c.json(await createVenue(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 201),
  )
  .post(
    '/season/copy',
    describeRoute({
      summary: 'Copy events to another season as drafts, or preview the copies',
      tag,
      caller,
      takesKey: true,
      answers: { 200: SeasonCopy },
      errors,
    }),
    organiser('catalogue'),
    validate('param', InOrganiserProgram),
    validate('json', SeasonCopyRequest),
    idempotent,
    async (c) => c.json(await copySeason(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/season/sample',
    describeRoute({
      summary: 'Put the events of a sample season in as drafts',
      tag,
      caller,
      takesKey: true,
      answers: { 200: SampleSeason },
      errors,
    }),
    organiser('catalogue'),
    validate('param', InOrganiserProgram),
    idempotent,
    async (c) => c.json(await addSampleSeason(c.var.ctx, c.req.valid('param')), 200),
  )
  .delete(
    '/season/sample',
    describeRoute({
      summary: 'Take the events of the sample season out that no one is registered for',
      tag,
      caller,
      answers: { 200: SampleSeason },
      errors,
    }),
    organiser('catalogue'),
    validate('param', InOrganiserProgram),
    async (c) => c.json(await removeSampleSeason(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/events/archive',
    describeRoute({
      summary: 'Archive events that are over; nothing is sent and nothing is refunded',
      tag,
      caller,
      takesKey: true,
      answers: { 200: ArchivedEvents },
      errors,
    }),
    organiser('catalogue'),
    validate('param', InOrganiserProgram),
    validate('json', ArchiveEventsRequest),
    idempotent,
    async (c) => c.json(await archiveEvents(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/events/publish',
    describeRoute({
      summary: 'Put events on the site, all or none, or preview what is missing',
      tag,
      caller,
      takesKey: true,
      answers: { 200: PublishedEvents },
      errors: [...errors, 'transition_not_allowed'],
    }),
    organiser('catalogue'),
    validate('param', InOrganiserProgram),
    validate('json', ArchiveEventsRequest),
    idempotent,
    async (c) => c.json(await publishEvents(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/events/unpublish',
    describeRoute({
      summary: 'Take events off the site, or out of the archive; registrations stay',
      tag,
      caller,
      takesKey: true,
      answers: { 200: PublishedEvents },
      errors: [...errors, 'transition_not_allowed'],
    }),
    organiser('catalogue'),
    validate('param', InOrganiserProgram),
    validate('json', ArchiveEventsRequest),
    idempotent,
    async (c) => c.json(await unpublishEvents(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/events/import',
    describeRoute({
      summary: 'Create and change events from the rows of a CSV file, or preview the changes',
      tag,
      caller,
      takesKey: true,
      takesFile: true,
      answers: { 200: EventsImported },
      errorBody: RefusedImportBody,
      errors: [...errors, 'invalid_file', 'row_errors', 'invalid_parameter', 'file_too_large'],
    }),
    organiser('catalogue'),
    readUpload,
    validate('param', InOrganiserProgram),
    validate('json', ImportEventsRequest),
    idempotent,
    async (c) => {
      const { file: _file, ...fields } = c.req.valid('json')
      if (!c.var.upload) throw new ApiError('content_type')
      return c.json(await importEvents(c.var.ctx, { ...c.req.valid('param'), ...fields, upload: c.var.upload }), 200)
    },
  )
