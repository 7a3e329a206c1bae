// Over 250 lines: a row for each field of a file.
import type { ErrorType } from '../../../contract/api-error.ts'
import { eventTypes } from '../../../contract/event-filters.ts'
import type { DateOrder, ImportField } from '../../../contract/organisation/event-import.ts'
import type { ImportWords } from '../../../contract/sentences/import-words.ts'
import { writtenAmount } from '../../../contract/organisation/written-amount.ts'
import { decimalOf } from '../program-file/file-amounts.ts'
import { readHour, readMoment } from './read-dates.ts'
import { readInstalments, readRefund } from './read-policies.ts'
import { keyFrom, listed, partsOf, plainWord } from '../../../contract/organisation/written-words.ts'

/** The items of the program that a cell may name: their keys by key and name in plain words, and their names. */
export type NamedItems = { keys: ReadonlyMap<string, string>; names: readonly string[] }
export type ImportLists = Record<
  'venues' | 'waivers' | 'questions' | 'products' | 'session_packages' | 'membership_packages',
  NamedItems
>
export type ReadContext = {
  currency: string
  order: DateOrder | null
  lists: ImportLists
  words: ImportWords
  /** Cells that were read before, by field and text. */
  seen: Map<string, CellRead>
}

/** The meaning of a cell: values by the field of the event, its date or its option. */
export type CellRead = { ok: true; values: Record<string, unknown> } | { ok: false; type: ErrorType; message: string }
type Reader = (text: string, at: ReadContext) => CellRead
type Kind = keyof ImportWords['kinds']
type FieldRow = { of: 'event' | 'date' | 'option'; read: Reader }

const value = (name: string, of: unknown): CellRead => ({ ok: true, values: { [name]: of } })
const mistake = (message: string, type: ErrorType = 'invalid_option'): CellRead => ({ ok: false, type, message })

const textOf =
  (name: string): Reader =>
  (text) =>
    value(name, text)

const oneOf =
  (
    name: string,
    kind: Kind,
    choices: Readonly<Record<string, unknown>>,
    shown = (_: ImportWords): readonly string[] => Object.keys(choices),
  ): Reader =>
  (text, { words }) => {
    const plain = plainWord(text)
    return Object.hasOwn(choices, plain)
      ? value(name, choices[plain])
      : mistake(words.isNot(text, words.kinds[kind], listed(shown(words))))
  }

const yes = ['yes', 'y', 'true', '1', 'x', 'oui', 'vrai']
const no = ['no', 'n', 'false', '0', 'non', 'faux']
const flags = Object.fromEntries([...yes.map((word) => [word, true]), ...no.map((word) => [word, false])])
const flag = (name: string): Reader => oneOf(name, 'flag', flags, (words) => words.flags)

const whole =
  (name: string, kind: Kind): Reader =>
  (text, { words }) =>
    /^\d{1,6}(?:\.0+)?$/.test(text.trim())
      ? value(name, Number(text))
      : mistake(words.whole(text, words.kinds[kind]), 'invalid_integer')

const types: Record<string, string> = {
  ...Object.fromEntries(
    eventTypes.flatMap((type) => [
      [type, type],
      [`${type}s`, type],
    ]),
  ),
  classes: 'class',
  parties: 'party',
}
const genderWords: Record<string, string | null> = {
  female: 'female',
  girls: 'female',
  women: 'female',
  filles: 'female',
  male: 'male',
  boys: 'male',
  men: 'male',
  garcons: 'male',
  all: null,
  any: null,
  coed: null,
  'co-ed': null,
  mixed: null,
  mixte: null,
}

const namedItems =
  (name: string, list: keyof ImportLists, kind: Kind, isAddedFirst = false): Reader =>
  (text, { lists, words }) => {
    const found = partsOf(text).map((part) => ({ part, key: lists[list].keys.get(plainWord(part)) ?? null }))
    const unknown = found.find(({ key }) => key === null)
    if (!unknown)
      return value(
        name,
        found.map(({ key }) => key),
      )
    const known = lists[list].names
    const choices = known.length === 0 ? words.noneYet : listed(known)
    return mistake(`${words.isNot(unknown.part, words.kinds[kind], choices)}${isAddedFirst ? words.addFirst : ''}`)
  }

const moment =
  (name: string, hourWithout: string | null): Reader =>
  (text, { order, words }) => {
    const read = readMoment(text, order)
    if (read === 'ambiguous') return mistake(words.twoDays(text), 'invalid_date')
    if (read === null) return mistake(words.day(text), 'invalid_date')
    if (hourWithout !== null) return value(name, `${read.day}T${read.hour ?? hourWithout}`)
    return { ok: true, values: { [`${name}_on`]: read.day, ...(read.hour && { [`${name}_time`]: read.hour }) } }
  }

const hour =
  (name: string): Reader =>
  (text, { words }) => {
    const read = readHour(text)
    return read === null ? mistake(words.hour(text), 'invalid_date') : value(name, read)
  }

const hours: Reader = (text, { words }) => {
  const [from = '', to = '', ...more] = text.split(/[-–]|(?<=\s)(?:to|à)(?=\s)/)
  const [starts_time, ends_time] = [readHour(from), readHour(to)]
  return starts_time === null || ends_time === null || more.length > 0
    ? mistake(words.hours(text), 'invalid_date')
    : { ok: true, values: { starts_time, ends_time } }
}

const price: Reader = (text, { currency, words }) => {
  if (['free', 'gratuit', 'no charge'].includes(plainWord(text)))
    return { ok: true, values: { free: true, cost: null } }
  const minor = amountOf(text, currency)
  return minor === null || minor === 0
    ? mistake(words.price(text, currency), 'invalid_amount')
    : { ok: true, values: { free: false, cost: decimalOf(minor, currency) } }
}

/** An amount in minor units; null if it is malformed or in another currency. */
function amountOf(text: string, currency: string): number | null {
  const named = /[A-Za-z]{3}/.exec(text)?.[0].toUpperCase()
  const local = text.trim().replace(/^[A-Z]{2}(?=\$)/, '')
  return named !== undefined && named !== currency ? null : writtenAmount(local, currency)
}

const places: Reader = (text, { words }) => {
  if (['unlimited', 'no limit', 'illimite'].includes(plainWord(text))) return value('spots_total', 'unlimited')
  return /^\d{1,6}$/.test(text.trim())
    ? value('spots_total', Number(text))
    : mistake(words.places(text), 'invalid_integer')
}

const ages: Reader = (text, { words }) => {
  const plain = plainWord(text)
  const [, from = '', to = ''] = /^(\d{1,3}) ?(?:-|–|to|a) ?(\d{1,3})(?: (?:years|yrs|ans))?$/.exec(plain) ?? []
  if (from !== '') return { ok: true, values: { minimum_age: Number(from), maximum_age: Number(to) } }
  const [, least = ''] = /^(\d{1,3}) ?(?:\+|and up|and over|et plus|ans et plus)$/.exec(plain) ?? []
  return least === '' ? mistake(words.ages(text), 'out_of_range') : value('minimum_age', Number(least))
}

const deposit: Reader = (text, { currency, words }) => {
  const [, percent = ''] = /^(\d{1,2}) ?%$/.exec(text.trim()) ?? []
  if (percent !== '') return value('deposit_percent', Number(percent))
  const minor = amountOf(text, currency)
  return minor === null || minor === 0
    ? mistake(words.deposit(text), 'invalid_amount')
    : value('deposit_amount', decimalOf(minor, currency))
}

const refund: Reader = (text, { words }) => {
  const tiers = readRefund(text)
  return tiers === null ? mistake(words.refund(text)) : value('refund.tiers', tiers)
}

const refundKept: Reader = (text, at) => {
  const read = deposit(text, at)
  if (!read.ok) return mistake(at.words.refundKept(text), 'invalid_amount')
  const { deposit_percent = 0, deposit_amount = 0 } = read.values
  return { ok: true, values: { 'refund.retention.percent': deposit_percent, 'refund.retention.fixed': deposit_amount } }
}

const instalments: Reader = (text, { order, words }) => {
  const read = readInstalments(text, order)
  if (read === 'ambiguous') return mistake(words.twoDays(text), 'invalid_date')
  return read === null ? mistake(words.instalments(text), 'invalid_date') : value('instalments', read)
}

const anyone = ['anyone', 'everyone', 'all', 'tous', 'tout le monde']
const restriction =
  (list: 'session_packages' | 'membership_packages', kind: Kind): Reader =>
  (text, at) =>
    anyone.includes(plainWord(text))
      ? value(`restrict_to.${list}`, [])
      : namedItems(`restrict_to.${list}`, list, kind, true)(text, at)

const keyOf =
  (name: string): Reader =>
  (text, { words }) => {
    const key = keyFrom(text)
    return key === '' ? mistake(words.key(text)) : value(name, key)
  }

const statuses = { draft: 'draft', published: 'published' }

/** Each field of a file, what it belongs to, and how its cells are read. */
export const importFieldRows: Record<ImportField, FieldRow> = {
  key: { of: 'event', read: keyOf('key') },
  type: { of: 'event', read: oneOf('type', 'type', types, () => eventTypes) },
  name: { of: 'event', read: textOf('name') },
  title: { of: 'event', read: textOf('title') },
  summary: { of: 'event', read: textOf('summary') },
  description: { of: 'event', read: textOf('description') },
  terms: { of: 'event', read: textOf('terms') },
  status: { of: 'event', read: oneOf('status', 'status', statuses) },
  venue: { of: 'event', read: namedItems('venues', 'venues', 'venue', true) },
  online: { of: 'event', read: flag('online_event') },
  online_url: { of: 'event', read: textOf('online_event_url') },
  tags: {
    of: 'event',
    read: (text) =>
      value('tags', [...new Set(text.includes(';') ? partsOf(text) : partsOf(text.replaceAll(',', ';')))]),
  },
  waiver: { of: 'event', read: (text, at) => first('waiver', namedItems('waiver', 'waivers', 'waiver')(text, at), at) },
  questions: { of: 'event', read: namedItems('questions', 'questions', 'question') },
  products: { of: 'event', read: namedItems('promoted_products', 'products', 'product') },
  waitlist: { of: 'event', read: flag('waitlist') },
  picture_url: { of: 'event', read: textOf('picture_url') },
  registration_url: { of: 'event', read: textOf('external_registration_url') },
  minimum_grade: { of: 'event', read: whole('minimum_grade', 'grade') },
  maximum_grade: { of: 'event', read: whole('maximum_grade', 'grade') },
  indoor: { of: 'event', read: flag('indoor') },
  starts_on: { of: 'date', read: moment('starts', null) },
  starts_time: { of: 'date', read: hour('starts_time') },
  ends_on: { of: 'date', read: moment('ends', null) },
  ends_time: { of: 'date', read: hour('ends_time') },
  times: { of: 'date', read: hours },
  option_key: { of: 'option', read: keyOf('key') },
  option: { of: 'option', read: textOf('name') },
  option_description: { of: 'option', read: textOf('description') },
  price: { of: 'option', read: price },
  places: { of: 'option', read: places },
  minimum_age: { of: 'option', read: whole('minimum_age', 'age') },
  maximum_age: { of: 'option', read: whole('maximum_age', 'age') },
  ages: { of: 'option', read: ages },
  gender: { of: 'option', read: oneOf('gender', 'gender', genderWords, () => ['female', 'male', 'all']) },
  pool: { of: 'option', read: keyOf('pool') },
  pool_places: { of: 'option', read: whole('pool_places', 'places') },
  sale_starts: { of: 'option', read: moment('sale_starts_at', '00:00') },
  sale_ends: { of: 'option', read: moment('sale_ends_at', '23:59') },
  deposit: { of: 'option', read: deposit },
  balance_days: { of: 'option', read: whole('balance_days', 'days') },
  balance_on: { of: 'option', read: day('balance_on') },
  instalments: { of: 'option', read: instalments },
  refund: { of: 'event', read: refund },
  refund_kept: { of: 'event', read: refundKept },
  refund_keeps_fees: { of: 'event', read: flag('refund.retention.keep_fees') },
  refund_automatic: { of: 'event', read: flag('refund.automatic') },
  session_packages: { of: 'event', read: restriction('session_packages', 'pass') },
  membership_packages: { of: 'event', read: restriction('membership_packages', 'membership') },
  name_en: { of: 'event', read: textOf('name.en') },
  name_fr: { of: 'event', read: textOf('name.fr') },
  title_en: { of: 'event', read: textOf('title.en') },
  title_fr: { of: 'event', read: textOf('title.fr') },
  summary_en: { of: 'event', read: textOf('summary.en') },
  summary_fr: { of: 'event', read: textOf('summary.fr') },
  description_en: { of: 'event', read: textOf('description.en') },
  description_fr: { of: 'event', read: textOf('description.fr') },
  terms_en: { of: 'event', read: textOf('terms.en') },
  terms_fr: { of: 'event', read: textOf('terms.fr') },
  option_en: { of: 'option', read: textOf('name.en') },
  option_fr: { of: 'option', read: textOf('name.fr') },
  option_description_en: { of: 'option', read: textOf('description.en') },
  option_description_fr: { of: 'option', read: textOf('description.fr') },
}

function first(name: string, read: CellRead, { words }: ReadContext): CellRead {
  if (!read.ok) return read
  const [one, ...more] = read.values[name] as string[]
  return more.length > 0 ? mistake(words.oneWaiver) : value(name, one)
}

function day(name: string): Reader {
  return (text, at) => {
    const read = readMoment(text, at.order)
    if (read === 'ambiguous') return mistake(at.words.twoDays(text), 'invalid_date')
    return read === null || read.hour !== null ? mistake(at.words.day(text), 'invalid_date') : value(name, read.day)
  }
}
