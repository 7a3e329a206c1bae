import type { AstroGlobal } from 'astro'
import {
  type CurrentUser,
  deskPreviewer,
  deskReader,
  findCurrentUser,
  type PreviewDesk,
  type ReadDesk,
} from '../api/page-request.ts'
import { pageReads } from '../api/page-reads.ts'
import { type DeskRoutes, deskRoutesOf } from '../routes.ts'
import { type DeskMember, deskAnswer } from './desk-places.ts'
import { requireUser } from './load-page.ts'
import { notFound, type ProgramContext } from './program-context.ts'

/** The data that every page of the desk needs first, in the member's own language. */
export type DeskContext = { programContext: ProgramContext; user: CurrentUser; member: DeskMember; to: DeskRoutes }
export type DeskPageData = { desk: DeskContext; read: ReadDesk; preview: PreviewDesk }

/**
 * Opens a page of the desk for a member who has the right of the page's row in `deskPages`. Returns another response
 * for everyone else: the log-in for a visitor, 404 for a customer (a former
 * member reads there that their access has ended), the page of the second factor for a session with a
 * password alone, and 403 without the right.
 */
export async function openDesk(astro: AstroGlobal): Promise<DeskPageData | Response> {
  const page = await requireUser(astro)
  if (page instanceof Response) return page
  const { programContext, user } = page
  const member = memberOf(user, programContext.program.id)
  const answer = deskAnswer(astro.url.pathname, member, user.needsSecondFactor)
  const { program, language, to } = programContext
  if (answer === 'not_found') {
    astro.locals.hasLeftTeam = await pageReads.hasLeftTeam(user.identity.user_id, program.id)
    return notFound(astro)
  }
  if (answer === 'second_factor') return astro.redirect(to.verify(astro.url.pathname + astro.url.search), 303)
  const desk = { programContext, user, member, to: deskRoutesOf(program.id, to.lang) }
  if (answer === 'not_allowed') return notAllowed(astro, desk)
  const about = { programId: program.id, language }
  return {
    desk,
    read: deskReader(astro.locals.cfContext, user, about),
    preview: deskPreviewer(astro.locals.cfContext, user, about),
  }
}

function memberOf(user: CurrentUser, programId: string): DeskMember {
  const { teams } = user.identity
  const { role = null, title = null } = teams.places[programId] ?? {}
  const is_admin = teams.is_admin && teams.is_email_verified
  return { first_name: user.first_name, last_name: user.last_name, role, title, is_admin }
}

/** The desk of a member who opens the page of a mailed link; null for everyone else, who needs no log-in there. */
export async function findDesk(astro: AstroGlobal, programContext: ProgramContext): Promise<DeskContext | null> {
  const user = await findCurrentUser(astro.request, astro.locals.cfContext)
  if (!user || user.needsSecondFactor) return null
  const member = memberOf(user, programContext.program.id)
  const to = deskRoutesOf(programContext.program.id, programContext.to.lang)
  return member.role === null ? null : { programContext, user, member, to }
}

/** The name under which a member decides or answers; null without a name. */
export const writerAtDesk = ({ member }: DeskContext): string | null =>
  `${member.first_name} ${member.last_name}`.trim().slice(0, 80) || null

/** Shows at the page's own URL that the member lacks its right. */
export const notAllowed = (astro: AstroGlobal, { to }: Pick<DeskContext, 'to'>): Promise<Response> =>
  astro.rewrite(to.notAllowed())
