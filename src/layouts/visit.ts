import type { AstroGlobal } from 'astro'
import type { Program, ProgramFeatures } from '#contract/program'
import { chooseLanguage, type Language, type Text, textIn } from '../locales/choose-language.ts'
import { type Routes, routesOf } from '../routes.ts'
import { colourStyle, styleHash } from './colour-style.ts'

/** Which program with what it offers, in which language, with which addresses: what every page under /pg/{program_id} starts from. */
export type Visit = {
  program: Program
  features: ProgramFeatures | null
  language: Language
  text: Text
  to: Routes
  colours: string | null
}

/** A visit in the language of the address, else of the program. Links carry `lang` only when it is not the program's own. */
export function visitOf(program: Program, input: string | null, features: ProgramFeatures | null = null): Visit {
  const own = chooseLanguage(program.language)
  const language = chooseLanguage(input && program.languages.includes(input) ? input : null, own)
  const to = routesOf(program.id, language === own ? null : language)
  return { program, features, language, text: textIn(language), to, colours: colourStyle(program.colours) }
}

/** The same visit in the language of a signed-in customer: private pages follow the user, not the address. */
export const visitFor = (visit: Visit, userLanguage: string): Visit => {
  const language = chooseLanguage(userLanguage, visit.language)
  return { ...visit, language, text: textIn(language) }
}

/** Waits for the visit that the middleware began, and allows its colours in the policy. Null: there is no such program. */
export async function loadProgramContext(astro: AstroGlobal): Promise<Visit | null> {
  const visit = await astro.locals.visit
  if (visit) await allowColours(astro, visit)
  return visit
}

/** Lets the policy of this page through to a program's colours. */
export async function allowColours(astro: AstroGlobal, visit: Visit): Promise<void> {
  if (visit.colours) astro.csp?.insertStyleHash(await styleHash(visit.colours))
}

/** Answers with the 404 page, in the language that was asked for. */
export const notFound = (astro: AstroGlobal): Promise<Response> => astro.rewrite(`/404${astro.url.search}`)
