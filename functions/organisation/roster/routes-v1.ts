import { Hono } from 'hono'
import { InOrganiserEvent, InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { listOf } from '../../contract/paging.ts'
import {
  CheckInRequest,
  InOrganiserRegistration,
  OrganiserRegistration,
  OrganiserRegistrationExportQuery,
  OrganiserRegistrationListQuery,
  OrganiserRosterQuery,
  ProgramRegistrationExportQuery,
  ProgramRegistrationListQuery,
  Roster,
  RosterEntry,
  RosterLink,
  RosterLinkRequest,
  RosterMarkRequest,
  RosterQuery,
} from '../../contract/organisation/roster.ts'
import type { ErrorType } from '../../contract/api-error.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { csvHeaders } from '../../platform/middleware/csv-file.ts'
import { checkIn } from './check-in.ts'
import {
  exportEventRegistrations,
  exportProgramRegistrations,
  listEventRegistrations,
  listProgramRegistrations,
} from './list-registrations.ts'
import { loadRoster } from './load-roster.ts'
import { makeRosterLink, markByLink, readRoster } from './roster-link.ts'

const tag = 'Organiser'
const markErrors: ErrorType[] = [
  'required',
  'invalid_option',
  'invalid_date',
  'too_long',
  'invalid_characters',
  'not_found',
  'state_conflict',
  'check_in_not_open',
  'check_in_closed',
]

/** Mounted at /v1/roster: the list of a day and its marks. The token of the link is the permission. */
export const rosterV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'Everybody of the day a roster’s link is for',
      tag,
      caller: 'anyone',
      answers: { 200: Roster },
      errors: ['not_found', 'link_expired', 'too_many_requests'],
    }),
    limitedByAddress('roster'),
    validate('query', RosterQuery),
    async (c) => {
      c.header('Cache-Control', 'private, no-store')
      return c.json(await readRoster(c.var.ctx, c.req.valid('query')), 200)
    },
  )
  .post(
    '/',
    describeRoute({
      summary: 'Mark at the gate who is here, picked up or absent',
      tag,
      caller: 'anyone',
      takesKey: true,
      answers: { 200: RosterEntry },
      errors: [...markErrors, 'link_expired', 'too_many_requests'],
    }),
    limitedByAddress('roster'),
    validate('json', RosterMarkRequest),
    idempotent,
    async (c) => c.json(await markByLink(c.var.ctx, c.req.valid('json')), 200),
  )

/** The roster and lists for the organisation: `/v1/organiser/programs/{program_id}`. */
export const organiserRosterV1 = new Hono<Worker>()
  .get(
    '/roster',
    describeRoute({
      summary: 'Everybody who is expected on a day',
      tag,
      caller: 'organiser',
      answers: { 200: Roster },
    }),
    organiser('roster', { filtersByReach: true }),
    validate('param', InOrganiserProgram),
    validate('query', OrganiserRosterQuery),
    async (c) => c.json(await loadRoster(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .post(
    '/roster_links',
    describeRoute({
      summary: 'Make the link to a day’s roster, for a phone at the gate',
      tag,
      caller: 'organiser',
      takesKey: true,
      answers: { 200: RosterLink },
      errors: ['invalid_date', 'date_in_past', 'not_found'],
    }),
    organiser('roster', { filtersByReach: true }),
    validate('param', InOrganiserProgram),
    validate('json', RosterLinkRequest),
    idempotent,
    async (c) => c.json(await makeRosterLink(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/registrations/:registration_id/check_in',
    describeRoute({
      summary: 'Mark on a day who came, was picked up, or did not come',
      tag,
      caller: 'organiser',
      takesKey: true,
      answers: { 200: RosterEntry },
      errors: markErrors,
    }),
    organiser('roster'),
    validate('param', InOrganiserRegistration),
    validate('json', CheckInRequest),
    idempotent,
    async (c) => {
      const { ctx } = c.var
      return c.json(await checkIn(ctx, { ...c.req.valid('json'), ...c.req.valid('param'), actor: ctx.actor }), 200)
    },
  )
  .get(
    '/registrations',
    describeRoute({
      summary: 'The registrations of a program',
      tag,
      caller: 'organiser',
      answers: { 200: listOf(OrganiserRegistration) },
    }),
    organiser('people', { filtersByReach: true }),
    validate('param', InOrganiserProgram),
    validate('query', ProgramRegistrationListQuery),
    async (c) =>
      c.json(await listProgramRegistrations(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/registrations/export',
    describeRoute({
      summary: 'The registrations of a program, as a file for spreadsheets',
      tag,
      caller: 'organiser',
      answers: { 200: null },
      file: 'text/csv',
    }),
    organiser('people', { filtersByReach: true }),
    validate('param', InOrganiserProgram),
    validate('query', ProgramRegistrationExportQuery),
    async (c) =>
      c.body(
        await exportProgramRegistrations(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }),
        200,
        csvHeaders('registrations'),
      ),
  )
  .get(
    '/events/:key/registrations',
    describeRoute({
      summary: 'The registrations of an event, by name',
      tag,
      caller: 'organiser',
      answers: { 200: listOf(OrganiserRegistration) },
    }),
    organiser('people'),
    validate('param', InOrganiserEvent),
    validate('query', OrganiserRegistrationListQuery),
    async (c) =>
      c.json(await listEventRegistrations(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/events/:key/registrations/export',
    describeRoute({
      summary: 'The registrations of an event, as a file for spreadsheets',
      tag,
      caller: 'organiser',
      answers: { 200: null },
      file: 'text/csv',
    }),
    organiser('people'),
    validate('param', InOrganiserEvent),
    validate('query', OrganiserRegistrationExportQuery),
    async (c) =>
      c.body(
        await exportEventRegistrations(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }),
        200,
        csvHeaders('registrations'),
      ),
  )
