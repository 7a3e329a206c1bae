import type { Program } from '#contract/program'
import { chooseLanguage, type Language } from '../../locales/choose-language.ts'
import { routesOf } from '../../routes.ts'

/** The page of a program in the reader's language, where the program speaks it. */
export function programAddress(program: Pick<Program, 'id' | 'language' | 'languages'>, language: Language): string {
  const spoken = program.languages.includes(language) && chooseLanguage(program.language) !== language ? language : null
  return routesOf(program.id, spoken).explore()
}
