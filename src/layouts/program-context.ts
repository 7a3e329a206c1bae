import type { AstroGlobal } from 'astro'
import { type Locale, localeOf } from '#contract/date-format'
import type { Program, ProgramFeatures } from '#contract/program'
import { chooseLanguage, type Language, type Text, textIn } from '../locales/choose-language.ts'
import { type Routes, routesOf } from '../routes.ts'
import { colourStyle, styleHash } from './colour-style.ts'

/** What every page under /pg/{program_id} starts from: the program, its features, the page's language, texts and addresses. */
export type ProgramContext = {
  program: Program
  features: ProgramFeatures | null
  language: Language
  /** The language in the program's country: how days, hours and zones are written. */
  locale: Locale
  text: Text
  to: Routes
  colours: string | null
}

/** Creates the context in the language of the address, else of the program. Links carry `lang` only when it is not the program's own. */
export function createProgramContext(
  program: Program,
  requestedLanguage: string | null,
  features: ProgramFeatures | null = null,
): ProgramContext {
  const own = chooseLanguage(program.language)
  const language = chooseLanguage(
    requestedLanguage && program.languages.includes(requestedLanguage) ? requestedLanguage : null,
    own,
  )
  const to = routesOf(program.id, language === own ? null : language)
  return {
    program,
    features,
    language,
    locale: localeOf(language, program.country),
    text: textIn(language),
    to,
    colours: colourStyle(program.colours),
  }
}

/** The same context in the language of a signed-in user: private pages follow the user, not the address. */
export const inUserLanguage = (programContext: ProgramContext, userLanguage: string): ProgramContext => {
  const language = chooseLanguage(userLanguage, programContext.language)
  return {
    ...programContext,
    language,
    locale: localeOf(language, programContext.program.country),
    text: textIn(language),
  }
}

/** Waits for the context that the middleware is loading, and allows its colours in the policy. Null: there is no such program. */
export async function loadProgramContext(astro: AstroGlobal): Promise<ProgramContext | null> {
  const programContext = await astro.locals.programContext
  if (programContext) await allowColours(astro, programContext)
  return programContext
}

/** Lets the policy of this page through to a program's colours. */
export async function allowColours(astro: AstroGlobal, programContext: ProgramContext): Promise<void> {
  if (programContext.colours) astro.csp?.insertStyleHash(await styleHash(programContext.colours))
}

/** Answers with the 404 page, in the requested language. */
export const notFound = (astro: AstroGlobal): Promise<Response> => astro.rewrite(`/404${astro.url.search}`)
