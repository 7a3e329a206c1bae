import type { AstroGlobal } from 'astro'
import { findVisitor, type Read, readsOf, type Visitor } from '../api/find-visitor.ts'
import { refreshAddress } from '../routes.ts'
import { loadProgramContext, notFound, type Visit, visitFor } from './visit.ts'

export type PrivateVisit = { visit: Visit; visitor: Visitor; read: Read }
const hasRefreshCookie = (request: Request) => /(?:^|;\s*)__Host-refresh=[^;]/.test(request.headers.get('Cookie') ?? '')

/** A visit of somebody signed in, in his own language. A visitor is sent to the log-in and comes back; a spent session is renewed on the way. */
export async function arriveSignedIn(astro: AstroGlobal): Promise<PrivateVisit | Response> {
  const [visit, visitor] = await Promise.all([loadProgramContext(astro), findVisitor(astro.request)])
  if (!visit) return notFound(astro)
  const here = astro.url.pathname + astro.url.search
  if (!visitor)
    return astro.redirect(hasRefreshCookie(astro.request) ? refreshAddress(here) : visit.to.login(here), 303)
  // Within its grace a spent cookie still fetches its successor; half a minute later it would end the session.
  if (visitor.isSpent) return astro.redirect(refreshAddress(here), 303)
  return {
    visit: visitFor(visit, visitor.language),
    visitor,
    read: readsOf(astro.locals.cfContext, visitor, visitor.language),
  }
}

/** A visit that anyone may make; who is signed in reads it in his own language. */
export async function arriveMaybeSignedIn(
  astro: AstroGlobal,
): Promise<{ visit: Visit; visitor: Visitor | null; read: Read | null } | Response> {
  const [visit, visitor] = await Promise.all([loadProgramContext(astro), findVisitor(astro.request)])
  if (!visit) return notFound(astro)
  if (!visitor) return { visit, visitor, read: null }
  return {
    visit: visitFor(visit, visitor.language),
    visitor,
    read: readsOf(astro.locals.cfContext, visitor, visitor.language),
  }
}
