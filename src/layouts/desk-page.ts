import type { AstroGlobal } from 'astro'
import { findSitePage } from '#contract/site-pages'
import { type CurrentUser, deskReader, type ReadDesk } from '../api/page-request.ts'
import { type DeskRoutes, deskRoutesOf } from '../routes.ts'
import { type DeskMember, mayAtDesk } from './desk-places.ts'
import { requireUser } from './load-page.ts'
import { notFound, type ProgramContext } from './program-context.ts'

/** The data that every page of the desk needs first, in the member's own language. */
export type DeskContext = { programContext: ProgramContext; user: CurrentUser; member: DeskMember; to: DeskRoutes }
export type DeskPageData = { desk: DeskContext; read: ReadDesk }

/**
 * Opens a page of the desk for a member who has the right of the page's row in `sitePages`. Returns another response
 * for everyone else: the log-in for a visitor, 404 for a customer, the page of the second factor for a session with a
 * password alone, and 403 without the right.
 */
export async function openDesk(astro: AstroGlobal): Promise<DeskPageData | Response> {
  const page = await requireUser(astro)
  if (page instanceof Response) return page
  const { programContext, user } = page
  const { teams } = user.identity
  const { role = null, title = null } = teams.places[programContext.program.id] ?? {}
  const is_admin = teams.is_admin && teams.is_email_verified
  if (role === null && !is_admin) return notFound(astro)
  if (user.needsSecondFactor) return astro.redirect(programContext.to.verify(astro.url.pathname + astro.url.search), 303)

  const { program, language, to } = programContext
  const desk = {
    ...{ programContext, user, to: deskRoutesOf(program.id, to.lang) },
    member: { first_name: user.first_name, last_name: user.last_name, role, title, is_admin },
  }
  const row = findSitePage(astro.url.pathname)?.desk
  if (!row || (row.right !== null && mayAtDesk(desk.member, row.right) === null)) return notAllowed(astro, desk)
  return { desk, read: deskReader(astro.locals.cfContext, user, { programId: program.id, language }) }
}

/** Shows at the page's own URL that the member lacks its right. */
export const notAllowed = (astro: AstroGlobal, { to }: Pick<DeskContext, 'to'>): Promise<Response> =>
  astro.rewrite(to.notAllowed())
