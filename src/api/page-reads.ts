import { env } from 'cloudflare:workers'
import {
  type PageLanguage,
  pageAppointments,
  pageAttachments,
  pageCardCount,
  pageCards,
  pageFamily,
  pageFramers,
  pageHtml,
  pageLeftTeam,
  pageProducts,
  pageProgram,
  pageProgramChoices,
  pageSchedule,
} from '../../functions/in-process.ts'

/**
 * Queries for pages that one API call could not answer, or only at too high a cost. Each is one round trip to the
 * database.
 */
export const pageReads = {
  /**
   * A program and its features, closed or open; null when it does not exist. A cached page may use cached data of its program.
   */
  program: (programId: string, page: { isCacheable: boolean; language: PageLanguage }) =>
    pageProgram(env, programId, { isForKept: page.isCacheable, language: page.language }),
  /** One page of a program's upcoming events and the values of its filters; null when the program does not exist. */
  cards: (input: Parameters<typeof pageCards>[1], language: PageLanguage) => pageCards(env, input, language),
  cardCount: (input: Parameters<typeof pageCardCount>[1]) => pageCardCount(env, input),
  /** True if an account was in the team of a program and no longer is. */
  hasLeftTeam: (userId: string, programId: string) => pageLeftTeam(env, userId, programId),
  family: (user: Parameters<typeof pageFamily>[1]) => pageFamily(env, user),
  /**
   * The kinds and tags that programs can be searched by, each with its number of programs, and the name of each tag in a
   * language.
   */
  programChoices: () => pageProgramChoices(env),
  /** Files of an event or appointment type; empty when it does not exist. */
  attachments: (owner: Parameters<typeof pageAttachments>[1], language: PageLanguage) =>
    pageAttachments(env, owner, language),
  appointmentTypes: (programId: string, page: { limit: number; language: PageLanguage }) =>
    pageAppointments(env, programId, page),
  /**
   * An appointment type with its free days and times; null when it does not exist. One round trip reads the months
   * `first` to `last`.
   */
  appointmentSchedule: (
    typeId: string,
    { language, ...months }: { first: string; last: string; language: PageLanguage },
  ) => pageSchedule(env, { appointment_type_id: typeId, ...months }, language),
  /** The first products on sale. When none is on sale, the first other products. */
  products: (programId: string, page: { onSale: number; others: number; language: PageLanguage }) =>
    pageProducts(env, programId, page),
  /** An organisation's Markdown as HTML. */
  html: (text: string) => pageHtml(env, text),
  /** Origins that may embed a program's list. */
  frameOrigins: (programId: string) => pageFramers(env, programId),
}

export type AppointmentSchedule = NonNullable<Awaited<ReturnType<typeof pageReads.appointmentSchedule>>>
export type ListMonths = NonNullable<Awaited<ReturnType<typeof pageReads.cards>>>['months']
export type FamilyPerson = Awaited<ReturnType<typeof pageReads.family>>[number]
