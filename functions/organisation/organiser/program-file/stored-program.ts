import { readTogether, type RowsOf } from '../../../platform/database/read-together.ts'
import type { Ctx } from '../../../platform/context.ts'
import { eventReads, eventsAfterKey, eventsWithKeys } from './stored-event-rows.ts'
import { type NamedItems, namedReads, programReads, settingsReads } from './stored-program-rows.ts'

/** Events per batch, so that visitors' requests run in between. */
const eventsPerRead = 100

/**
 * A stored program, or the part of it that a request names. It includes archived events and hidden venues and options,
 * which keep their keys.
 */
export type StoredProgram = NonNullable<Awaited<ReturnType<typeof readStoredProgram>>>
export type StoredEventRow = StoredProgram['events'][number]
export type StoredAppointmentType = StoredProgram['appointment_types'][number]

/** The whole program with the numbers of sold items; null if there is none. */
export async function readStoredProgram(ctx: Ctx, programId: string) {
  const readsAfter = (key: string) => eventReads(ctx.db, eventsAfterKey(programId, key, eventsPerRead))
  const reads = { ...programReads(ctx.db, programId), ...readsAfter('') }
  const {
    program: [program],
    orders: [orders],
    typeAttachments,
    ...lists
  } = await readTogether(ctx.db, reads)
  if (!program) return null

  const pages: EventPage[] = [lists]
  for (let last = pages[0]; last && last.events.length === eventsPerRead; last = pages.at(-1)) {
    const lastKey =
      last.events
        .map(({ key }) => key)
        .sort()
        .at(-1) ?? ''
    pages.push(await readTogether(ctx.db, readsAfter(lastKey)))
  }
  return {
    ...lists,
    program,
    events: pages.flatMap(({ events }) => events).sort(byStart),
    venueTies: pages.flatMap(({ venueTies }) => venueTies),
    questionTies: pages.flatMap(({ questionTies }) => questionTies),
    options: pages.flatMap(({ options }) => options),
    poolTies: pages.flatMap(({ poolTies }) => poolTies),
    productTies: pages.flatMap(({ productTies }) => productTies),
    groups: pages.flatMap(({ groups }) => groups),
    attachments: [...pages.flatMap(({ attachments }) => attachments), ...typeAttachments],
    hasOrders: orders?.has_orders === 1,
  }
}

/** Some events of a program and the items that they, or a request, name; null if there is no such program. */
export async function readStoredEvents(
  ctx: Ctx,
  input: { program_id: string; keys: string[]; named: NamedItems },
): Promise<StoredProgram | null> {
  const eventIds = eventsWithKeys(input.program_id, input.keys)
  const {
    program: [program],
    ...lists
  } = await readTogether(ctx.db, {
    ...namedReads(ctx.db, { program_id: input.program_id, eventIds, named: input.named }),
    ...eventReads(ctx.db, eventIds),
  })
  return program ? { ...emptyStored(program), ...lists } : null
}

/**
 * A program without its lists, but with the waivers named in its settings or in `waivers`; null if there is no such
 * program.
 */
export async function readStoredSettings(
  ctx: Ctx,
  input: { program_id: string; waivers: string[] },
): Promise<StoredProgram | null> {
  const reads = settingsReads(ctx.db, input.program_id, input.waivers)
  const {
    program: [program],
    waivers,
  } = await readTogether(ctx.db, reads)
  return program ? { ...emptyStored(program), waivers } : null
}

type EventPage = RowsOf<ReturnType<typeof eventReads>>

const emptyStored = (program: StoredProgram['program']): StoredProgram => ({
  program,
  venues: [],
  resources: [],
  pools: [],
  waivers: [],
  questions: [],
  products: [],
  session_packages: [],
  membership_packages: [],
  coupons: [],
  categories: [],
  variations: [],
  appointment_types: [],
  appointmentVenueTies: [],
  appointmentResourceTies: [],
  appointmentOptions: [],
  appointmentQuestionTies: [],
  events: [],
  venueTies: [],
  questionTies: [],
  options: [],
  poolTies: [],
  productTies: [],
  groups: [],
  attachments: [],
  hasOrders: false,
})

const byStart = (a: { starts_at: number; key: string }, b: { starts_at: number; key: string }): number =>
  a.starts_at - b.starts_at || (a.key < b.key ? -1 : 1)
