import { defineMiddleware } from 'astro:middleware'
import { isPublicPage } from '#contract/site-pages'
import { addressLanguage, logPageFailure } from './api/page-request.ts'
import { findProgramContext } from './layouts/load-page.ts'
import type { ProgramContext } from './layouts/program-context.ts'
import { chooseLanguage, type Language } from './locales/choose-language.ts'

declare global {
  namespace App {
    interface Locals {
      /**
       * The promise of the program's context, which the middleware starts for every page of a program. It
       * resolves to null for an unknown program.
       */
      programContext: Promise<ProgramContext | null>
      /** The language of the URL, otherwise English, for cacheable pages without a program. */
      language: Language
      /** True on the page for 404 of a person whose place in the team of the program has ended. */
      hasLeftTeam?: boolean
    }
  }
}

const underProgram = /^\/(?:pg|embed|desk)\/([a-z0-9][a-z0-9-]{1,62})(?:\/|$)/
/** Starts to load the program while the page loads its own data, and keeps private pages out of every cache. */
export const onRequest = defineMiddleware(async (context, next) => {
  const language = addressLanguage(context.url)
  // 404.astro handles an unknown URL, and shows the program's header.
  const programId = underProgram.exec(context.originPathname)?.[1]
  const isCacheable = isPublicPage({ pathname: context.originPathname, searchParams: context.url.searchParams })

  context.locals.language = chooseLanguage(language)
  context.locals.programContext = programId
    ? findProgramContext({ programId, language, isCacheable })
    : Promise.resolve(null)
  // A page that ends early never awaits the context, so its failure must not be unhandled.
  context.locals.programContext.catch(() => {})

  const response = await next().catch((thrown: unknown) => failedPage(context.routePattern, thrown))
  if (!response.headers.has('Cache-Control'))
    response.headers.set('Cache-Control', isCacheable ? 'public, max-age=0, must-revalidate' : 'private, no-store')
  return response
})

// Returns an empty 500, for which 500.astro is shown. Astro's own handler would log the error's message, which can contain a
// customer's input.
function failedPage(route: string, thrown: unknown): Response {
  if (import.meta.env.DEV) throw thrown
  logPageFailure(route, thrown)
  return new Response(null, { status: 500, headers: { 'Cache-Control': 'no-store' } })
}
