import type { Ctx } from '../../../platform/context.ts'
import { eventReads, eventsAfterKey, eventsWithKeys } from './stored-event-rows.ts'
import { type NamedItems, namedReads, programReads, settingsReads } from './stored-program-rows.ts'

/** How many events one batch reads: visitors' reads come in between. */
const eventsPerRead = 100

/** A program as it is kept, or of one part of it what that names: archived events and hidden venues and options too, since their keys are theirs for good. */
export type StoredProgram = NonNullable<Awaited<ReturnType<typeof readStoredProgram>>>
export type StoredEventRow = StoredProgram['events'][number]
export type StoredAppointmentType = StoredProgram['appointment_types'][number]

/** The whole program with what has been sold of it; null when there is none of this name. */
export async function readStoredProgram(ctx: Ctx, programId: string) {
  const readsAfter = (key: string) => eventReads(ctx.db, eventsAfterKey(programId, key, eventsPerRead))
  const [
    [program],
    venues,
    pools,
    waivers,
    questions,
    products,
    session_packages,
    membership_packages,
    coupons,
    categories,
    variations,
    [orders],
    appointment_types,
    appointmentVenueTies,
    appointmentOptions,
    appointmentQuestionTies,
    typeAttachments,
    ...first
  ] = await ctx.db.batch([...programReads(ctx.db, programId), ...readsAfter('')])
  if (!program) return null

  const pages = [eventPage(first)]
  for (let last = pages[0]; last && last.events.length === eventsPerRead; last = pages.at(-1)) {
    const lastKey =
      last.events
        .map(({ key }) => key)
        .sort()
        .at(-1) ?? ''
    pages.push(eventPage(await ctx.db.batch(readsAfter(lastKey))))
  }
  return {
    program,
    venues,
    pools,
    waivers,
    questions,
    products,
    session_packages,
    membership_packages,
    coupons,
    categories,
    variations,
    appointment_types,
    appointmentVenueTies,
    appointmentOptions,
    appointmentQuestionTies,
    events: pages.flatMap(({ events }) => events).sort(byStart),
    venueTies: pages.flatMap(({ venueTies }) => venueTies),
    questionTies: pages.flatMap(({ questionTies }) => questionTies),
    options: pages.flatMap(({ options }) => options),
    poolTies: pages.flatMap(({ poolTies }) => poolTies),
    productTies: pages.flatMap(({ productTies }) => productTies),
    attachments: [...pages.flatMap(({ attachments }) => attachments), ...typeAttachments],
    hasOrders: orders?.has_orders === 1,
  }
}

/** Some events of a program and the items that they, or a request, name; null when there is no such program. */
export async function readStoredEvents(
  ctx: Ctx,
  input: { program_id: string; keys: string[]; named: NamedItems },
): Promise<StoredProgram | null> {
  const eventIds = eventsWithKeys(input.program_id, input.keys)
  const [[program], venues, pools, waivers, questions, products, session_packages, membership_packages, ...rows] =
    await ctx.db.batch([
      ...namedReads(ctx.db, { program_id: input.program_id, eventIds, named: input.named }),
      ...eventReads(ctx.db, eventIds),
    ])
  if (!program) return null
  return {
    ...nothingElse(program),
    venues,
    pools,
    waivers,
    questions,
    products,
    session_packages,
    membership_packages,
    ...eventPage(rows),
  }
}

/** A program without its lists, but for the waivers that it and a request name; null when there is no such program. */
export async function readStoredSettings(
  ctx: Ctx,
  input: { program_id: string; waivers: string[] },
): Promise<StoredProgram | null> {
  const [[program], waivers] = await ctx.db.batch(settingsReads(ctx.db, input.program_id, input.waivers))
  return program ? { ...nothingElse(program), waivers } : null
}

type ResultsOf<Reads extends readonly unknown[]> = { [Index in keyof Reads]: Awaited<Reads[Index]> }

const eventPage = ([events, venueTies, questionTies, options, poolTies, productTies, attachments]: ResultsOf<
  ReturnType<typeof eventReads>
>) => ({ events, venueTies, questionTies, options, poolTies, productTies, attachments })

const nothingElse = (program: StoredProgram['program']): StoredProgram => ({
  program,
  venues: [],
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
  appointmentOptions: [],
  appointmentQuestionTies: [],
  events: [],
  venueTies: [],
  questionTies: [],
  options: [],
  poolTies: [],
  productTies: [],
  attachments: [],
  hasOrders: false,
})

const byStart = (a: { starts_at: number; key: string }, b: { starts_at: number; key: string }): number =>
  a.starts_at - b.starts_at || (a.key < b.key ? -1 : 1)
