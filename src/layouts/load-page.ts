import { pageReads } from '../api/page-reads.ts'
import {
  createProgramContext,
  inUserLanguage,
  loadAnyProgramContext,
  notFound,
  type ProgramContext,
} from './program-context.ts'
import type { AstroGlobal } from 'astro'
import type { Language } from '../locales/choose-language.ts'
import { type CurrentUser, findCurrentUser, profileReader, type ReadProfile } from '../api/page-request.ts'
import { deskRoutesOf, refreshAddress } from '../routes.ts'

/** The data that every private page needs first, in the user's own language. */
export type SignedInPage = { programContext: ProgramContext; user: CurrentUser; read: ReadProfile }
const hasRefreshCookie = (request: Request) => /(?:^|;\s*)__Host-refresh=[^;]/.test(request.headers.get('Cookie') ?? '')

/**
 * Loads a private page. A visitor without a session is sent to the log-in and returns, or to the page that
 * `visitorPage` has for visitors. A used session cookie is rotated first.
 */
export async function requireUser(
  astro: AstroGlobal,
  visitorPage: (programContext: ProgramContext) => string | null = () => null,
): Promise<SignedInPage | Response> {
  const page = await loadOptionalUser(astro)
  if (page instanceof Response) return page
  const { programContext, user, read } = page
  const here = astro.url.pathname + astro.url.search
  if (!user || !read)
    return astro.redirect(
      hasRefreshCookie(astro.request)
        ? refreshAddress(here)
        : (visitorPage(programContext) ?? programContext.to.loginFirst(here)),
      303,
    )
  // A used cookie gets its successor during its grace period. After that it would end the session.
  if (user.isSpent) return astro.redirect(refreshAddress(here), 303)
  return { programContext, user, read }
}

/**
 * Loads a page for visitors and users, also the page of a closed program. A logged-in user sees it in their own
 * language.
 */
export async function loadOptionalUser(
  astro: AstroGlobal,
): Promise<SignedInPage | { programContext: ProgramContext; user: null; read: null } | Response> {
  const [programContext, user] = await Promise.all([
    loadAnyProgramContext(astro),
    findCurrentUser(astro.request, astro.locals.cfContext),
  ])
  if (!programContext) return notFound(astro)
  if (!user) return { programContext, user, read: null }
  const { program, to } = programContext
  const unreadMessages = user.unread_messages[program.id] ?? 0
  return {
    programContext: {
      ...(await loadInUserLanguage(programContext, user.language)),
      desk: program.id in user.identity.teams.places ? deskRoutesOf(program.id, to.lang) : null,
      unreadMessages,
      membershipsToMend: user.memberships_to_mend[program.id] ?? 0,
    },
    user,
    read: profileReader(astro.locals.cfContext, user, user.language),
  }
}

/** The context in the language of a logged-in user. The program is loaded again when it has texts in that language. */
export async function loadInUserLanguage(
  programContext: ProgramContext,
  userLanguage: string,
): Promise<ProgramContext> {
  const inLanguage = inUserLanguage(programContext, userLanguage)
  const { program } = programContext
  const { language } = inLanguage
  if (language === programContext.language || !program.languages.includes(language)) return inLanguage
  const page = await pageReads.program(program.id, { isCacheable: false, language })
  return { ...inLanguage, program: page?.program ?? program }
}

/** With `isCacheable` the page, and the program data on it, may be cached for half a minute. */
type FindProgramContextInput = { programId: string; language: Language | null; isCacheable: boolean }

/** Loads a program, closed or open, and its features from the API; null when it does not exist. */
export async function findProgramContext(input: FindProgramContextInput): Promise<ProgramContext | null> {
  const page = await pageReads.program(input.programId, input)
  return page && createProgramContext(page.program, input.language, page.features, page.isClosed)
}
