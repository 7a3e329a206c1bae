import type { Language } from '../../../contract/field-rules.ts'

const translated = ['name', 'title', 'summary', 'description', 'terms']
type Values = Record<string, unknown>
const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null

/**
 * The values of cells by path, like `refund.tiers` or `name.fr`, as objects. A text without a language is in the
 * language of the program; the other languages of the existing text stay.
 */
export function nestedValues(
  values: Values,
  { current, language }: { current: object | undefined; language: Language },
): Values {
  const existing = (current ?? {}) as Values
  const result: Values = {}
  for (const [path, value] of Object.entries(values)) {
    const [name = '', ...inner] = path.split('.')
    if (translated.includes(name))
      result[name] = { ...byLanguage(result[name] ?? existing[name], language), [inner[0] ?? language]: value }
    else put(result, [name, ...inner], value)
  }
  for (const name of translated) {
    const text = result[name]
    const isPlain = isObject(text) && Object.keys(text).join() === language && !isObject(existing[name])
    if (isPlain) result[name] = text[language]
  }
  return result
}

function byLanguage(text: unknown, language: Language): Values {
  if (isObject(text)) return text
  return typeof text === 'string' ? { [language]: text } : {}
}

function put(values: Values, [name = '', ...inner]: string[], value: unknown): void {
  if (inner.length === 0) values[name] = value
  else {
    const within = isObject(values[name]) ? values[name] : {}
    values[name] = within
    put(within, inner, value)
  }
}
