import { ApiError } from '../../contract/api-error.ts'
import type { FileEvent } from '../../contract/organisation/file-events.ts'
import type { UpdateEventRequest, OrganiserEvent } from '../../contract/organisation/organiser-event.ts'
import type { Ctx } from '../../platform/context.ts'
import type { CompleteFile } from './program-file/complete-file.ts'
import { dayIn } from './program-file/file-times.ts'
import { rowBy } from './program-file/rows-by.ts'
import { storedFileOfEvents } from './program-file/stored-file.ts'
import {
  readStoredEvents,
  readStoredSettings,
  type StoredEventRow,
  type StoredProgram,
} from './program-file/stored-program.ts'
import type { NamedItems } from './program-file/stored-program-rows.ts'
import { shownEvent } from './save-event.ts'

/**
 * The part of a program that a call needs: some events, archived or not, and the items that they and the request name.
 */
export type ProgramPart = {
  stored: StoredProgram
  file: CompleteFile
  /** The day from which times like `+30d` are counted. */
  firstDay: string
}
export type EventPart = ProgramPart & { row: StoredEventRow; event: FileEvent }

type FindEventsInput = {
  program_id: string
  keys: string[]
  request?: UpdateEventRequest
  /** Keys of further items. */
  named?: Partial<NamedItems>
}
type FindEventInput = { program_id: string; key: string; otherKeys?: string[]; request?: UpdateEventRequest }

/** The existing events of a program with these keys. */
export async function findEvents(
  ctx: Ctx,
  { program_id, keys, request = {}, named }: FindEventsInput,
): Promise<ProgramPart> {
  return partOf(ctx, await readStoredEvents(ctx, { program_id, keys, named: { ...itemsNamedBy(request), ...named } }))
}

/** The event of an organiser's call, by its key. */
export async function findEvent(
  ctx: Ctx,
  { program_id, key, otherKeys = [], request = {} }: FindEventInput,
): Promise<EventPart> {
  const part = await findEvents(ctx, { program_id, keys: [key, ...otherKeys], request })
  const row = rowBy(part.stored.events, 'key', key)
  const event = rowBy(part.file.events, 'key', key)
  if (!row || !event) throw new ApiError('not_found', { param: 'key' })
  return { ...part, row, event }
}

/** The settings of a program, and its waivers with these keys. */
export async function findSettings(ctx: Ctx, input: { program_id: string; waivers: string[] }): Promise<ProgramPart> {
  return partOf(ctx, await readStoredSettings(ctx, input))
}

function partOf(ctx: Ctx, stored: StoredProgram | null): ProgramPart {
  if (!stored) throw new ApiError('not_found', { param: 'program_id' })
  return {
    stored,
    file: storedFileOfEvents(stored),
    firstDay: stored.program.first_applied_on ?? dayIn(ctx.now, stored.program.timezone),
  }
}

function itemsNamedBy(request: UpdateEventRequest): NamedItems {
  const { venues = [], questions = [], promoted_products = [], waiver, options = [], restrict_to = {} } = request
  return {
    venues,
    questions,
    products: promoted_products,
    waivers: waiver ? [waiver] : [],
    pools: options.flatMap(({ pools = [] }) => pools),
    packages: [...(restrict_to.session_packages ?? []), ...(restrict_to.membership_packages ?? [])],
  }
}

/** One event in the form of the program file. */
export async function readOrganiserEvent(
  ctx: Ctx,
  input: { program_id: string; key: string },
): Promise<OrganiserEvent> {
  const { row, event } = await findEvent(ctx, input)
  return shownEvent(ctx, { program_id: input.program_id, id: row.id, updated: row.updated, event })
}
