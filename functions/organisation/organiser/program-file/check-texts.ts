import type { Language } from '../../../contract/field-rules.ts'
import type { Refusal } from '../../../contract/organisation/organiser.ts'
import { textFields } from '../../../contract/texts.ts'
import { refuseWhen } from './refuse.ts'

type Spoken = { language: Language; languages: readonly Language[] }
const isTextField = (name: string): boolean => (textFields as readonly string[]).includes(name)

/**
 * Checks that every translated text has the program's own language, and only languages of the program. Checks nested
 * items too.
 */
export function checkTexts(item: object, path: string, program: Spoken): Refusal[] {
  return Object.entries(item).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null) return []
    const here = path === '' ? name : `${path}.${name}`
    if (name === 'tag_names')
      return Object.entries(value).flatMap(([tag, text]) => checkText(text, `${here}.${tag}`, program))
    if (isTextField(name)) return checkText(value, here, program)
    return Array.isArray(value)
      ? value.flatMap((each, index) => checkTexts(Object(each), `${here}.${each?.key ?? index}`, program))
      : checkTexts(value, here, program)
  })
}

function checkText(text: unknown, path: string, { language, languages }: Spoken): Refusal[] {
  if (typeof text !== 'object' || text === null) return []
  const names = Object.keys(text) as Language[]
  return [
    ...refuseWhen(!names.includes(language), 'required', {
      path: `${path}.${language}`,
      message: 'Write this in the language of the program too.',
    }),
    ...names
      .filter((name) => !languages.includes(name))
      .flatMap((name) =>
        refuseWhen(true, 'invalid_option', {
          path: `${path}.${name}`,
          message: 'Name this language under languages too.',
        }),
      ),
  ]
}
