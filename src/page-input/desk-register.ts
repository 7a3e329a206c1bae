import type { DeskRegisterQuery } from '#contract/site-pages'
import { readId, readText } from './input-values.ts'

/** What a booking at the desk begins with. */
export type RegisterPage = {
  customer: string | null
  event: string | null
  /** The words by which camps are searched. */
  find: string | null
  /** True to list full camps, too. */
  all: boolean
  /** What was searched for a family. */
  caller: string | null
}

export const readRegisterPage = (query: DeskRegisterQuery): RegisterPage => ({
  customer: readId(query.get('customer')),
  event: readId(query.get('event')),
  find: readText(query.get('find'), 100),
  all: query.get('all') === '1',
  caller: readText(query.get('caller'), 100),
})

/** The fields of a new customer that a search text fills in. */
export function callerFields(text: string | null): Record<'first_name' | 'last_name' | 'phone' | 'email', string> {
  const none = { first_name: '', last_name: '', phone: '', email: '' }
  if (text === null) return none
  if (text.includes('@')) return { ...none, email: text }
  // Digits before any letter. A name may contain digits, too.
  if (/^\P{L}*\d{3}/u.test(text)) return { ...none, phone: text }
  const [first = '', ...rest] = text.split(/\s+/)
  // A caller who gives one name gives the family's.
  return rest.length === 0 ? { ...none, last_name: first } : { ...none, first_name: first, last_name: rest.join(' ') }
}
