import { Hono } from 'hono'
import { Camp, InCamp } from '../../contract/organisation/camp.ts'
import {
  CreateGroupRequest,
  EventGroup,
  FilledGroups,
  FillGroupsRequest,
  GroupPlace,
  InOrganiserGroup,
  PlaceGroupRequest,
  UpdateGroupRequest,
} from '../../contract/organisation/groups.ts'
import { InOrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import { InOrganiserRegistration } from '../../contract/organisation/roster.ts'
import { Sheet, SheetQuery } from '../../contract/organisation/sheet.ts'
import { listOf } from '../../contract/paging.ts'
import type { ErrorType } from '../../contract/api-error.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { csvHeaders } from '../../platform/middleware/csv-file.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { healthReason } from '../../platform/middleware/health-reason.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { createGroup, deleteGroup, listGroups, readGroup, updateGroup } from '../organiser/event-groups.ts'
import { readCamp } from './read-camp.ts'
import { exportSheet } from './export-sheet.ts'
import { loadSheet } from './load-sheet.ts'
import { fillGroups, placeInGroup } from './fill-groups.ts'

const about = { tag: 'Organiser', caller: 'organiser' as const, answers: { 200: EventGroup } }
const sheetErrors: ErrorType[] = ['required', 'invalid_option', 'invalid_date', 'too_long', 'invalid_characters']
const fieldErrors: ErrorType[] = [
  'required',
  'invalid_option',
  'too_long',
  'invalid_characters',
  'out_of_range',
  'state_conflict',
]

/** An event for its staff, with its groups and its sheet: `/v1/organiser/programs/{program_id}`. */
export const organiserGroupsV1 = new Hono<Worker>()
  .get(
    '/camps/:event_id',
    describeRoute({
      ...about,
      summary: 'An event for its staff: its places, and how many people need something',
      answers: { 200: Camp },
    }),
    organiser('roster'),
    validate('param', InCamp),
    async (c) => c.json(await readCamp(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/events/:key/sheet',
    describeRoute({
      ...about,
      summary: 'The sheet of an event: its people, with the columns that you may see',
      answers: { 200: Sheet },
      errors: sheetErrors,
      takesHealthReason: true,
    }),
    organiser('roster'),
    validate('param', InOrganiserEvent),
    validate('query', SheetQuery),
    async (c) => {
      c.header('Cache-Control', 'private, no-store')
      return c.json(
        await loadSheet(c.var.ctx, {
          ...{ ...c.req.valid('query'), ...c.req.valid('param') },
          reason: healthReason(c),
        }),
        200,
      )
    },
  )
  .get(
    '/events/:key/sheet/export',
    describeRoute({
      ...about,
      summary: 'The sheet of an event, as a file for spreadsheets',
      answers: { 200: null },
      file: 'text/csv',
      errors: sheetErrors,
      takesHealthReason: true,
    }),
    organiser('roster'),
    validate('param', InOrganiserEvent),
    validate('query', SheetQuery),
    async (c) => {
      const input = { ...c.req.valid('query'), ...c.req.valid('param'), reason: healthReason(c) }
      return c.body(await exportSheet(c.var.ctx, input), 200, csvHeaders('sheet'))
    },
  )
  .get(
    '/events/:key/groups',
    describeRoute({ ...about, summary: 'The groups of an event', answers: { 200: listOf(EventGroup) } }),
    organiser('roster'),
    validate('param', InOrganiserEvent),
    async (c) => c.json(await listGroups(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/events/:key/groups',
    describeRoute({
      ...about,
      summary: 'Add a group to an event',
      takesKey: true,
      answers: { 201: EventGroup },
      errors: fieldErrors,
    }),
    organiser('catalogue'),
    validate('param', InOrganiserEvent),
    validate('json', CreateGroupRequest),
    idempotent,
    async (c) => c.json(await createGroup(c.var.ctx, { ...c.req.valid('param'), group: c.req.valid('json') }), 201),
  )
  .post(
    '/events/:key/groups/fill',
    describeRoute({
      ...about,
      summary: 'Put the people of an event into groups, by age or by hand',
      takesKey: true,
      answers: { 200: FilledGroups },
      errors: ['required', 'invalid_option', 'state_conflict'],
    }),
    organiser('roster'),
    validate('param', InOrganiserEvent),
    validate('json', FillGroupsRequest),
    idempotent,
    async (c) => c.json(await fillGroups(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .get(
    '/events/:key/groups/:group_key',
    describeRoute({ ...about, summary: 'One group of an event' }),
    organiser('roster'),
    validate('param', InOrganiserGroup),
    async (c) => c.json(await readGroup(c.var.ctx, c.req.valid('param')), 200),
  )
  .put(
    '/events/:key/groups/:group_key',
    describeRoute({ ...about, summary: 'Change a group of an event', errors: fieldErrors }),
    organiser('catalogue'),
    validate('param', InOrganiserGroup),
    validate('json', UpdateGroupRequest),
    async (c) => c.json(await updateGroup(c.var.ctx, { ...c.req.valid('param'), changes: c.req.valid('json') }), 200),
  )
  .delete(
    '/events/:key/groups/:group_key',
    describeRoute({ ...about, summary: 'Delete a group without people', errors: ['state_conflict'] }),
    organiser('catalogue'),
    validate('param', InOrganiserGroup),
    async (c) => c.json(await deleteGroup(c.var.ctx, c.req.valid('param')), 200),
  )
  .put(
    '/registrations/:registration_id/group',
    describeRoute({
      ...about,
      summary: 'Put a place into a group, or keep it with a friend’s place',
      answers: { 200: GroupPlace },
      errors: ['required', 'invalid_option', 'state_conflict'],
    }),
    organiser('roster'),
    validate('param', InOrganiserRegistration),
    validate('json', PlaceGroupRequest),
    async (c) => c.json(await placeInGroup(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
