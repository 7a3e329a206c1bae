import { Hono } from 'hono'
import { InAppointmentType } from '../../contract/offering/appointment.ts'
import { Attachment, AttachmentListQuery } from '../../contract/attachment.ts'
import {
  Event,
  EventListQuery,
  EventOption,
  InEvent,
  InOption,
  OptionListQuery,
} from '../../contract/offering/event.ts'
import {
  EventTag,
  EventTagListQuery,
  ProgramFiltersQuery,
  ProgramListQuery,
  ProgramVenueListQuery,
  VenueListQuery,
  VenueOrCity,
} from '../../contract/offering/explore.ts'
import {
  InSessionPackage,
  MembershipPackage,
  MembershipPackageListQuery,
  PackageListQuery,
  SessionPackage,
} from '../../contract/offering/package.ts'
import { listOf } from '../../contract/paging.ts'
import { InProgramId, Program, ProgramFeatures, Venue } from '../../contract/offering/program.ts'
import { ProgramFilters } from '../../contract/offering/explore.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { publicAnswer } from '../../platform/middleware/public-answer.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { findEvent, findOption, listOptions } from './find-event.ts'
import { AnswerReaders } from '../../contract/people/staff.ts'
import { findAnswerReaders, findFeatures, findProgram } from './find-program.ts'
import { listEventAttachments, listTypeAttachments } from './list-attachments.ts'
import { listEventTags } from './list-event-tags.ts'
import { findSessionPackage } from './find-session-package.ts'
import { listEvents } from './list-events.ts'
import { listMembershipPackages } from './list-membership-packages.ts'
import { listPrograms } from './list-programs.ts'
import { listProgramVenues, listVenues } from './list-venues.ts'
import { listSessionPackages } from './list-session-packages.ts'
import { programFilters } from './program-filters.ts'

const tag = 'Explore'

/** Public calls: no credentials are read. */
export const exploreV1 = new Hono<Worker>()
  .use(publicAnswer)
  .get(
    '/programs',
    describeRoute({ summary: 'List programs', tag, answers: { 200: listOf(Program) } }),
    validate('query', ProgramListQuery),
    async (c) => c.json(await listPrograms(c.var.ctx, c.req.valid('query')), 200),
  )
  .get(
    '/programs/:program_id',
    describeRoute({ summary: 'Show a program', tag, answers: { 200: Program }, errors: ['not_found'] }),
    validate('param', InProgramId),
    async (c) => c.json(await findProgram(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/programs/:program_id/features',
    describeRoute({
      summary: 'Show what a program offers',
      tag,
      answers: { 200: ProgramFeatures },
      errors: ['not_found'],
    }),
    validate('param', InProgramId),
    async (c) => c.json(await findFeatures(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/programs/:program_id/answer_readers',
    describeRoute({
      summary: 'Who of a program reads the answers of its forms',
      tag,
      answers: { 200: AnswerReaders },
      errors: ['not_found'],
    }),
    validate('param', InProgramId),
    async (c) => c.json(await findAnswerReaders(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/programs/:program_id/filters',
    describeRoute({
      summary: 'Show what the events of a program may be filtered by',
      tag,
      answers: { 200: ProgramFilters },
      errors: ['not_found'],
    }),
    validate('param', InProgramId),
    validate('query', ProgramFiltersQuery),
    async (c) => c.json(await programFilters(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/programs/:program_id/venues',
    describeRoute({
      summary: 'List the venues of a program',
      tag,
      answers: { 200: listOf(Venue) },
      errors: ['not_found'],
    }),
    validate('param', InProgramId),
    validate('query', ProgramVenueListQuery),
    async (c) => c.json(await listProgramVenues(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/programs/:program_id/event_tags',
    describeRoute({
      summary: 'List the tags of the events of a program',
      tag,
      answers: { 200: listOf(EventTag) },
      errors: ['not_found'],
    }),
    validate('param', InProgramId),
    validate('query', EventTagListQuery),
    async (c) => c.json(await listEventTags(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/venues',
    describeRoute({ summary: 'List venues, or the cities that have one', tag, answers: { 200: listOf(VenueOrCity) } }),
    validate('query', VenueListQuery),
    async (c) => c.json(await listVenues(c.var.ctx, c.req.valid('query')), 200),
  )
  .get(
    '/programs/:program_id/session_packages',
    describeRoute({
      summary: 'List the session packages of a program that can be bought',
      tag,
      answers: { 200: listOf(SessionPackage) },
      errors: ['not_found'],
    }),
    validate('param', InProgramId),
    validate('query', PackageListQuery),
    async (c) =>
      c.json(await listSessionPackages(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/programs/:program_id/session_packages/:session_package_id',
    describeRoute({ summary: 'Show a session package', tag, answers: { 200: SessionPackage }, errors: ['not_found'] }),
    validate('param', InSessionPackage),
    async (c) => c.json(await findSessionPackage(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/programs/:program_id/membership_packages',
    describeRoute({
      summary: 'List the memberships of a program that can be bought',
      tag,
      answers: { 200: listOf(MembershipPackage) },
      errors: ['not_found'],
    }),
    validate('param', InProgramId),
    validate('query', MembershipPackageListQuery),
    async (c) =>
      c.json(await listMembershipPackages(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/events',
    describeRoute({ summary: 'List published events', tag, answers: { 200: listOf(Event) } }),
    validate('query', EventListQuery),
    async (c) => c.json(await listEvents(c.var.ctx, c.req.valid('query')), 200),
  )
  .get(
    '/events/:event_id',
    describeRoute({ summary: 'Show an event', tag, answers: { 200: Event }, errors: ['not_found'] }),
    validate('param', InEvent),
    async (c) => c.json(await findEvent(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/events/:event_id/options',
    describeRoute({
      summary: 'List the options of an event',
      tag,
      answers: { 200: listOf(EventOption) },
      errors: ['not_found'],
    }),
    validate('param', InEvent),
    validate('query', OptionListQuery),
    async (c) => c.json(await listOptions(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/events/:event_id/options/:option_id',
    describeRoute({ summary: 'Show an option of an event', tag, answers: { 200: EventOption }, errors: ['not_found'] }),
    validate('param', InOption),
    async (c) => c.json(await findOption(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/events/:event_id/attachments',
    describeRoute({
      summary: 'List the files of an event',
      tag,
      answers: { 200: listOf(Attachment) },
      errors: ['not_found'],
    }),
    validate('param', InEvent),
    validate('query', AttachmentListQuery),
    async (c) =>
      c.json(await listEventAttachments(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/:appointment_type_id/attachments',
    describeRoute({
      summary: 'List the files of an appointment type',
      tag,
      answers: { 200: listOf(Attachment) },
      errors: ['not_found'],
    }),
    validate('param', InAppointmentType),
    validate('query', AttachmentListQuery),
    async (c) =>
      c.json(await listTypeAttachments(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
