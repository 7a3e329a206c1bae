import { Hono } from 'hono'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import {
  ChangeCustomerNoteRequest,
  CustomerNote,
  CustomerNoteListQuery,
  CustomerNoteRequest,
  Family,
  InCustomerNote,
  InFamily,
  PeopleSearch,
  PeopleSearchQuery,
} from '../../contract/organisation/people.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { addNote, changeNote, deleteNote, listNotes, readNote } from './notes.ts'
import { readFamily } from './read-family.ts'
import { searchPeople } from './search-people.ts'

const described = { tag: 'Organiser', caller: 'organiser' as const }
const note = { ...described, answers: { 200: CustomerNote } }
const textErrors = ['required', 'too_long', 'invalid_characters'] as const

/** The families of a program for its organisation: `/v1/organiser/programs/{program_id}/people`. */
export const organiserPeopleV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      ...described,
      summary: 'Find people, orders and receipts of a program',
      answers: { 200: PeopleSearch },
      errors: [...textErrors, 'invalid_option'],
    }),
    organiser('people', { filtersByReach: true }),
    validate('param', InOrganiserProgram),
    validate('query', PeopleSearchQuery),
    async (c) => c.json(await searchPeople(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .get(
    '/:customer_id',
    describeRoute({ ...described, summary: 'A family, with all that it has with a program', answers: { 200: Family } }),
    organiser('people'),
    validate('param', InFamily),
    async (c) => c.json(await readFamily(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/:customer_id/notes',
    describeRoute({ ...described, summary: 'The notes about a customer', answers: { 200: listOf(CustomerNote) } }),
    organiser('people'),
    validate('param', InFamily),
    validate('query', CustomerNoteListQuery),
    async (c) => c.json(await listNotes(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/:customer_id/notes',
    describeRoute({
      ...described,
      summary: 'Add a note about a customer',
      takesKey: true,
      answers: { 201: CustomerNote },
      errors: [...textErrors, 'too_many_requests'],
    }),
    organiser('people'),
    validate('param', InFamily),
    validate('json', CustomerNoteRequest),
    idempotent,
    async (c) => c.json(await addNote(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 201),
  )
  .get(
    '/:customer_id/notes/:note_id',
    describeRoute({ ...note, summary: 'One note about a customer' }),
    organiser('people'),
    validate('param', InCustomerNote),
    async (c) => c.json(await readNote(c.var.ctx, c.req.valid('param')), 200),
  )
  .put(
    '/:customer_id/notes/:note_id',
    describeRoute({ ...note, summary: 'Change or pin a note about a customer', errors: textErrors }),
    organiser('people'),
    validate('param', InCustomerNote),
    validate('json', ChangeCustomerNoteRequest),
    async (c) => c.json(await changeNote(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .delete(
    '/:customer_id/notes/:note_id',
    describeRoute({ ...note, summary: 'Delete a note about a customer' }),
    organiser('people'),
    validate('param', InCustomerNote),
    async (c) => c.json(await deleteNote(c.var.ctx, c.req.valid('param')), 200),
  )
