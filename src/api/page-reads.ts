import { env } from 'cloudflare:workers'
import {
  type PageLanguage,
  pageAppointments,
  pageAttachments,
  pageCards,
  pageFramers,
  pageHtml,
  pageProducts,
  pageProgram,
  pageProgramChoices,
  pageSchedule,
} from '../../functions/in-process.ts'

/** Reads of pages for which one call of the API would not be enough, or would cost more than the page may: each is one trip to the database. */
export const pageReads = {
  /** A program and its features, closed or not; null where there is no such program. A page that is cached may use what is cached of its program. */
  program: (programId: string, page: { isCacheable: boolean; language: PageLanguage }) =>
    pageProgram(env, programId, { isForKept: page.isCacheable, language: page.language }),
  /** One page of a program's coming events, and the values its filters offer; null where there is no such program. */
  cards: (input: Parameters<typeof pageCards>[1], language: PageLanguage) => pageCards(env, input, language),
  /** Types and tags that programs may be searched by, each with the number of programs that have it, and what a tag is called in a language. */
  programChoices: () => pageProgramChoices(env),
  /** Files of an event or of an appointment type; empty where there is no such thing. */
  attachments: (owner: Parameters<typeof pageAttachments>[1], language: PageLanguage) =>
    pageAttachments(env, owner, language),
  appointmentTypes: (programId: string, page: { limit: number; language: PageLanguage }) =>
    pageAppointments(env, programId, page),
  /** An appointment type with its free days and times; null where there is no such type. `first` to `last` are the months that one trip reads. */
  appointmentSchedule: (
    typeId: string,
    { language, ...months }: { first: string; last: string; language: PageLanguage },
  ) => pageSchedule(env, { appointment_type_id: typeId, ...months }, language),
  /** The first products on sale; the first of the others where none is. */
  products: (programId: string, page: { onSale: number; others: number; language: PageLanguage }) =>
    pageProducts(env, programId, page),
  /** An organisation's Markdown as HTML. */
  html: (text: string) => pageHtml(env, text),
  /** Origins whose pages may frame a program's list. */
  frameOrigins: (programId: string) => pageFramers(env, programId),
}

export type AppointmentSchedule = NonNullable<Awaited<ReturnType<typeof pageReads.appointmentSchedule>>>
