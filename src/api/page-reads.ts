import { env } from 'cloudflare:workers'
import {
  type PageLanguage,
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
  /** A program and its features, closed or not; null where there is no such program. A page that is cached may use what is cached of its program. */
  program: (programId: string, page: { isCacheable: boolean; language: PageLanguage }) =>
    pageProgram(env, programId, { isForKept: page.isCacheable, language: page.language }),
  /** One page of a program's coming events, and the values its filters offer; null where there is no such program. */
  cards: (input: Parameters<typeof pageCards>[1], language: PageLanguage): Promise<Cards | null> =>
    pageCards(env, input, language),
  /** Types and tags that programs may be searched by, each with the number of programs that have it, and what a tag is called in a language. */
  programChoices: (_language: PageLanguage) => pageProgramChoices(env),
  /** Files of an event or of an appointment type; empty where there is no such thing. */
  attachments: (owner: Parameters<typeof pageAttachments>[1], language: PageLanguage) =>
    pageAttachments(env, owner, language),
  appointmentTypes: (programId: string, page: { limit: number; language: PageLanguage }) =>
    pageAppointments(env, programId, page),
  /** An appointment type with its free days and times; `months` is the range that one trip reads. */
  appointmentSchedule(
    typeId: string,
    { language, ...months }: { first: string; last: string; language: PageLanguage },
  ): AppointmentScheduleReads {
    const schedule = pageSchedule(env, { appointment_type_id: typeId, ...months }, language)
    return {
      type: async () => (await schedule)?.type ?? null,
      days: async (month, optionId) => (await schedule)?.days(month, optionId) ?? null,
      times: async (date, optionId) => (await schedule)?.times(date, optionId) ?? null,
    }
  },
  /** The first products on sale; the first of the others where none is. */
  products: (programId: string, page: { onSale: number; others: number; language: PageLanguage }) =>
    pageProducts(env, programId, page),
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
