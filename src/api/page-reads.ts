import { env } from 'cloudflare:workers'
import {
  pageAppointments,
  pageAttachments,
  pageCards,
  pageFramers,
  pageProducts,
  pageProgram,
  pageProgramChoices,
  pageSchedule,
} from '../../functions/in-process.ts'
import { remoteOrigin } from './api-client.ts'
import { remotePageReads } from './remote-page-reads.ts'

/** Reads of pages for which one call of the API would not be enough, or would cost more than the page may: each is one trip to the database. */
const inProcessPageReads = {
  /** A program and its features; null where there is no such program. A page that is cached may use what is cached of its program. */
  program: (programId: string, isCacheable: boolean) => pageProgram(env, programId, isCacheable),
  /** One page of a program's coming events, and the values its filters offer; null where there is no such program. */
  cards: (input: Parameters<typeof pageCards>[1]): Promise<Cards | null> => pageCards(env, input),
  /** Types and tags that programs may be searched by, each with the number of programs that have it. */
  programChoices: () => pageProgramChoices(env),
  /** Files of an event or of an appointment type; empty where there is no such thing. */
  attachments: (owner: Parameters<typeof pageAttachments>[1]) => pageAttachments(env, owner),
  appointmentTypes: (programId: string, limit: number) => pageAppointments(env, programId, limit),
  /** An appointment type with its free days and times; `months` is the range that one trip reads. */
  appointmentSchedule(typeId: string, months: { first: string; last: string }): AppointmentScheduleReads {
    const schedule = pageSchedule(env, { appointment_type_id: typeId, ...months })
    return {
      type: async () => (await schedule)?.type ?? null,
      days: async (month, optionId) => (await schedule)?.days(month, optionId) ?? null,
      times: async (date, optionId) => (await schedule)?.times(date, optionId) ?? null,
    }
  },
  /** The first products on sale; the first of the others where none is. */
  products: (programId: string, limits: { onSale: number; others: number }) => pageProducts(env, programId, limits),
  /** Origins whose pages may frame a program's list. */
  frameOrigins: (programId: string) => pageFramers(env, programId),
}

type Cards = Pick<NonNullable<Awaited<ReturnType<typeof pageCards>>>, 'events' | 'choices'>
type Schedule = NonNullable<Awaited<ReturnType<typeof pageSchedule>>>
export type AppointmentScheduleReads = Pick<Schedule, 'days' | 'times'> & {
  type: () => Promise<Schedule['type'] | null>
}
export type PageReads = typeof inProcessPageReads

/** The page reads of this site, wherever its API is. */
export const pageReads: PageReads = remoteOrigin
  ? remotePageReads(remoteOrigin, (input, init) => fetch(input, init))
  : inProcessPageReads
