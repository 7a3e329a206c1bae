import type { AstroGlobal } from 'astro'
import { type Locale, localeOf } from '#contract/date-format'
import type { Program, ProgramFeatures } from '#contract/offering/program'
import { chooseLanguage, type Language, type Text, textIn } from '../locales/choose-language.ts'
import { closedRoutesOf, type DeskRoutes, type Routes, routesOf } from '../routes.ts'
import { colourStyle, styleHash } from '#contract/offering/colour-style'

/**
 * The data that every page under /pg/{program_id} needs first: the program, its features, and the page's language,
 * texts and URLs.
 */
export type ProgramContext = {
  program: Program
  features: ProgramFeatures | null
  language: Language
  /** The language and country, for the format of days, hours and zones. */
  locale: Locale
  text: Text
  to: Routes
  colours: string | null
  /** The desk, for a page of a member of the program's team. */
  desk: DeskRoutes | null
  /**
   * True when the program's contract has ended. Nothing of the program is public, but its customers can still read
   * and cancel their bookings.
   */
  isClosed: boolean
  /** Number of unread messages of the logged-in customer in this program; 0 on a public page. */
  unreadMessages: number
  /** Number of the customer's memberships that need a payment or a card. */
  membershipsToMend: number
}

/**
 * Creates the context in the language of the URL, or without one in the program's language. Links have `lang` only
 * when the language differs from the program's.
 */
export function createProgramContext(
  program: Program,
  requestedLanguage: string | null,
  features: ProgramFeatures | null = null,
  isClosed = false,
): ProgramContext {
  const own = chooseLanguage(program.language)
  const language = chooseLanguage(
    requestedLanguage && program.languages.includes(requestedLanguage) ? requestedLanguage : null,
    own,
  )
  const lang = language === own ? null : language
  const to = isClosed ? closedRoutesOf(program.id, lang) : routesOf(program.id, lang)
  return {
    program,
    features,
    language,
    locale: localeOf(language, program.country),
    text: textIn(language),
    to,
    colours: colourStyle(program.colours),
    desk: null,
    isClosed,
    unreadMessages: 0,
    membershipsToMend: 0,
  }
}

/** The same context in the language of a logged-in user: private pages follow the user, not the URL. */
export const inUserLanguage = (programContext: ProgramContext, userLanguage: string): ProgramContext => {
  const language = chooseLanguage(userLanguage, programContext.language)
  return {
    ...programContext,
    language,
    locale: localeOf(language, programContext.program.country),
    text: textIn(language),
  }
}

/**
 * Awaits the context that the middleware is loading, and allows its colours in the policy. Null when there is no such
 * program, or it is closed.
 */
export async function loadProgramContext(astro: AstroGlobal): Promise<ProgramContext | null> {
  const programContext = await loadAnyProgramContext(astro)
  return programContext?.isClosed ? null : programContext
}

/** Does what `loadProgramContext` does, and also loads a closed program, for its customers. */
export async function loadAnyProgramContext(astro: AstroGlobal): Promise<ProgramContext | null> {
  const programContext = await astro.locals.programContext
  if (programContext) await allowColours(astro, programContext)
  return programContext
}

/** Allows a program's colours in the policy of this page. */
export async function allowColours(astro: AstroGlobal, programContext: ProgramContext): Promise<void> {
  if (programContext.colours) astro.csp?.insertStyleHash(await styleHash(programContext.colours))
}

/** Shows the 404 page in the requested language. */
export const notFound = (astro: AstroGlobal): Promise<Response> => astro.rewrite(`/404${astro.url.search}`)

/** Allows the card provider's form in the policy of this page alone. */
export function allowCardForm({ csp }: Pick<AstroGlobal, 'csp'>, form: Program['card_form']): void {
  if (!csp || !form) return
  const { script, frame, connect } = form.policy
  // The first inserted source replaces the default, so `'self'` is inserted too.
  for (const source of ["'self'", ...script]) csp.insertScriptResource(source as never)
  csp.insertDirective(`frame-src ${frame.join(' ')}`)
  csp.insertDirective(`connect-src 'self' ${connect.join(' ')}`)
}
