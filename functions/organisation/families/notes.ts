import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import type {
  ChangeCustomerNoteRequest,
  CustomerNote,
  CustomerNoteListQuery,
  CustomerNoteRequest,
} from '../../contract/organisation/people.ts'
import { type List, list } from '../../contract/paging.ts'
import { actorId } from '../../platform/actor.ts'
import { isConversationOf } from '../../contact/messages/team-messages.ts'
import type { Ctx, OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import {
  changeNoteRow,
  deleteNoteRow,
  insertNote,
  noteById,
  notesAbout,
  type NoteRow,
  pageOfNotes,
  profileOfCustomer,
} from './note-rows.ts'

type OfCustomer = { program_id: string; customer_id: string }
type OfNote = OfCustomer & { note_id: string }

/** Builds the note of the API. The name of an author whose account was erased is erased in the team. */
export const showNote = ({ note, author }: NoteRow): CustomerNote => ({
  id: note.id,
  object: 'customer_note',
  program_id: note.program_id,
  customer_id: note.customer_id,
  text: note.text,
  is_pinned: note.is_pinned,
  author,
  conversation_id: note.conversation_id,
  created: instant(note.created),
  updated: instant(note.updated),
})

/** The notes about a customer of a program, pinned ones first. `not_found` for a customer of another program. */
export async function listNotes(ctx: Ctx, input: CustomerNoteListQuery & OfCustomer): Promise<List<CustomerNote>> {
  const [[profile], rows, [counted]] = await ctx.db.batch([
    profileOfCustomer(ctx.db, input),
    ...pageOfNotes(ctx.db, input),
  ])
  if (!profile) throw new ApiError('not_found', { param: 'customer_id' })
  return list(rows.map(showNote), counted?.total ?? 0, input)
}

/**
 * Every note about a customer, for the archive of their data. The author is a staff member of the organisation, without
 * a name.
 */
export async function everyNoteAbout(ctx: Ctx, customer_id: string) {
  const rows = await notesAbout(ctx.db, customer_id)
  return rows.map(({ program_id, text, is_pinned, created, updated }) => ({
    ...{ program_id, text, is_pinned, written_by: 'staff_member' },
    ...{ created: instant(created), updated: instant(updated) },
  }))
}

/** One note about a customer. */
export async function readNote(ctx: Ctx, input: OfNote): Promise<CustomerNote> {
  return showNote(await findNote(ctx, input))
}

/** Adds a note about a customer of a program, which may belong to one of their conversations. */
export async function addNote(ctx: OrganiserContext, input: CustomerNoteRequest & OfCustomer): Promise<CustomerNote> {
  const { program_id, customer_id, text, is_pinned, conversation_id = null } = input
  const [profile] = await profileOfCustomer(ctx.db, input)
  if (!profile) throw new ApiError('not_found', { param: 'customer_id' })
  if (conversation_id !== null && !(await isConversationOf(ctx, { id: conversation_id, program_id, customer_id })))
    throw new ApiError('not_found', { param: 'conversation_id' })
  const id = ctx.newId('nte')
  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/people/${customer_id}/notes/${id}`)
  const row = {
    id,
    program_id,
    customer_id,
    text,
    is_pinned,
    conversation_id,
    author_id: authorOf(ctx),
    created: ctx.now,
  }
  const [[after]] = await commit(
    ctx,
    [insertNote(ctx.db, { ...row, updated: ctx.now })],
    noteById(ctx.db, { ...input, note_id: id }),
  )
  return showNote(required(after))
}

/** Changes the text of a note, or pins it. */
export async function changeNote(
  ctx: OrganiserContext,
  input: ChangeCustomerNoteRequest & OfNote,
): Promise<CustomerNote> {
  const { note } = await findNote(ctx, input)
  const { text = note.text, is_pinned = note.is_pinned } = input
  const change = { text, is_pinned, changed_by: authorOf(ctx), updated: ctx.now }
  const [[after]] = await commit(ctx, [changeNoteRow(ctx.db, note.id, change)], noteById(ctx.db, input))
  return showNote(required(after))
}

/** Deletes a note, and returns it as it was. */
export async function deleteNote(ctx: OrganiserContext, input: OfNote): Promise<CustomerNote> {
  const found = await findNote(ctx, input)
  await commit(ctx, [deleteNoteRow(ctx.db, found.note.id)])
  return showNote(found)
}

const authorOf = ({ actor }: OrganiserContext): string => actorId(actor) ?? ''

async function findNote(ctx: Ctx, input: OfNote): Promise<NoteRow> {
  return required((await noteById(ctx.db, input))[0])
}

function required(row: NoteRow | undefined): NoteRow {
  if (!row) throw new ApiError('not_found', { param: 'note_id' })
  return row
}
