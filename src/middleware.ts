import { defineMiddleware } from 'astro:middleware'
import { findVisit } from './api/find-visit.ts'
import { notePageFailure } from './api/request-number.ts'
import { chooseLanguage } from './locales/choose-language.ts'

const underProgram = /^\/(?:pg|embed)\/([a-z0-9][a-z0-9-]{1,62})(?:\/|$)/
/** Pages that are the same for everybody: home, explore, its embedded list, events, appointments, packages, promotions, terms, the calls of the API. All others are private. */
const isPublic =
  /^\/(?:api\/docs|embed\/[^/]+|pg\/[^/]+(?:\/evt\/[^/]+|\/schedule(?:\/[^/]+)?|\/packages(?:\/(?:session|membership))?|\/promotions|\/terms)?)?$/

/** Begins to find the program while the page asks for its own data, and keeps private pages out of every cache. */
export const onRequest = defineMiddleware(async (context, next) => {
  const input = context.url.searchParams.get('lang')
  // A page that is not there is shown by 404.astro, with the header of the program it was looked for in.
  const programId = underProgram.exec(context.originPathname)?.[1]
  const isForKept = isPublic.test(context.originPathname)

  context.locals.language = chooseLanguage(input)
  context.locals.visit = programId
    ? findVisit(context.locals.cfContext, { programId, language: input, isForKept })
    : Promise.resolve(null)
  // A page that ends early never waits for the visit; its failure is then nobody's.
  context.locals.visit.catch(() => {})

  const answer = await next().catch((thrown: unknown) => failed(context.routePattern, thrown))
  if (!answer.headers.has('Cache-Control'))
    answer.headers.set('Cache-Control', isForKept ? 'public, max-age=0, must-revalidate' : 'private, no-store')
  return answer
})

// An empty 500 brings 500.astro. Astro's own way would write the error's message down, and with it what somebody typed.
function failed(route: string, thrown: unknown): Response {
  if (import.meta.env.DEV) throw thrown
  notePageFailure(route, thrown)
  return new Response(null, { status: 500, headers: { 'Cache-Control': 'no-store' } })
}
