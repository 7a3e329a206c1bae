import type { Program } from '#contract/offering/program'
import { chooseLanguage, type Language, textIn } from '../../locales/choose-language.ts'
import { routesOf } from '../../routes.ts'
import type { ProgramSearch } from '../../page-input/program-search.ts'

export type ChosenSearch = { words: string; without: ProgramSearch }
/**
 * The parts of a search, each with the search that remains when the part is removed. `programTypeLabel` names a type.
 */
export function chosenSearch(
  input: ProgramSearch,
  words: {
    quoted: (typed: string) => string
    near: (place: string) => string
    programTypeLabel: (type: string) => string
  },
): ChosenSearch[] {
  const { search, place_name, type, tags } = input
  const chosen = (name: keyof ProgramSearch, label: string | null) =>
    label === null ? [] : [{ words: label, without: { ...input, [name]: null, skip: 0 } }]
  return [
    ...chosen('search', search && words.quoted(search)),
    ...chosen('place_name', place_name && words.near(place_name)),
    ...chosen('type', type && words.programTypeLabel(type)),
    ...tags.map((tag) => ({ words: tag, without: { ...input, tags: tags.filter((each) => each !== tag), skip: 0 } })),
  ]
}

/**
 * The name of a program type. Types of events have a translation. Other types are shown as their organisation wrote
 * them.
 */
export function programTypeLabel(type: string, language: Language): string {
  const labels: Record<string, string> = textIn(language).explore.types
  return Object.hasOwn(labels, type) ? (labels[type] ?? type) : type.charAt(0).toUpperCase() + type.slice(1)
}

/** The page of a program, in the reader's language when it supports it. */
export function programAddress(program: Pick<Program, 'id' | 'language' | 'languages'>, language: Language): string {
  const spoken = program.languages.includes(language) && chooseLanguage(program.language) !== language ? language : null
  return routesOf(program.id, spoken).explore()
}
