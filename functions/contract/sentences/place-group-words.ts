import type { PlaceGroup } from '../booking/registration.ts'
import type { Language } from '../field-rules.ts'
import { nameList } from '../name-list.ts'

const words = {
  en: {
    group: (name: string) => `Group: ${name}`,
    coaches: (group: string, names: string) => `${group}, with ${names}`,
  },
  fr: {
    group: (name: string) => `Groupe\u00a0: ${name}`,
    coaches: (group: string, names: string) => `${group}, avec ${names}`,
  },
} as const

/** The group of a place in words: `Group: Herons, with Nora and Sam`. */
export function placeGroupLine({ name, coaches }: PlaceGroup, language: Language): string {
  const line = words[language].group(name)
  return coaches.length === 0 ? line : words[language].coaches(line, nameList(coaches, language))
}
