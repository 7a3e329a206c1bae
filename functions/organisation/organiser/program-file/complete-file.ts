import type { FileAppointmentType } from '../../../contract/organisation/file-appointments.ts'
import type { Language } from '../../../contract/field-rules.ts'
import type { FileProduct } from '../../../contract/organisation/file-store.ts'
import type { FileAddress, FileCoupon, FileQuestion, ProgramFile } from '../../../contract/organisation/organiser.ts'
import { usualOfflineLimits } from '../../../contract/offering/offline-limits.ts'
import type { FileEvent, FileOption } from '../../../contract/organisation/file-events.ts'
import { fileAddress, storedAddress } from './file-address.ts'
import { normaliseText, normaliseTexts } from './file-texts.ts'
import { wallTime } from './file-times.ts'
import { mapInChunks } from './in-chunks.ts'

/** A file with every time in local time, every default filled in, and every address normalised. */
export type CompleteFile = ProgramFile
type Clock = { firstDay: string; timezone: string; language: Language }

/**
 * Completes a file, so that two files can be compared value by value. `firstDay` is the day on which the file was first
 * applied.
 */
export function completeFile(file: ProgramFile, firstDay: string): CompleteFile {
  const { language } = file
  const clock = { firstDay, timezone: file.timezone, language }
  const normalise = <Item extends object>(item: Item) => normaliseTexts(item, language)
  return {
    ...normalise(file),
    tag_names: normaliseNames(file),
    preferences: normalise(file.preferences),
    selling: {
      ...normalise(file.selling),
      taxes: file.selling.taxes.map(normalise),
      offline: withoutDefaultLimits(file.selling.offline),
    },
    address: file.address && normaliseAddress(file.address, language),
    closed: completeClosed(file.closed, clock),
    resources: file.resources.map((resource) => ({ ...resource, closed: completeClosed(resource.closed, clock) })),
    venues: file.venues.map((venue) => ({
      ...normalise(venue),
      timezone: unless(venue.timezone, file.timezone),
      address: normaliseAddress(venue.address, language),
    })),
    waivers: file.waivers.map(normalise),
    questions: file.questions.map((question) => completeQuestion(question, language)),
    session_packages: file.session_packages.map(normalise),
    membership_packages: file.membership_packages.map(normalise),
    categories: file.categories.map(normalise),
    events: file.events.map((event) => completeEvent(event, clock)),
    coupons: file.coupons.map((coupon) => completeCoupon(coupon, clock)),
    appointment_types: file.appointment_types.map((type) => completeType(type, clock)),
    products: file.products.map((product) => completeProduct(product, clock)),
  }
}

/** A question with every text normalised, and each choice with its label. */
export const completeQuestion = (question: FileQuestion, language: Language): FileQuestion => ({
  ...normaliseTexts(question, language),
  choices: question.choices.map((choice) =>
    typeof choice === 'string' ? { value: choice, label: choice } : normaliseTexts(choice, language),
  ),
})

/** Completes a long file in chunks, so that other requests run in between. */
export const completeFileInChunks = async (file: ProgramFile, firstDay: string): Promise<CompleteFile> => ({
  ...completeFile({ ...file, events: [] }, firstDay),
  events: await mapInChunks(file.events, (event) =>
    completeEvent(event, { firstDay, timezone: file.timezone, language: file.language }),
  ),
})

/** Completes an event; `timezone` and `language` are those of its program. */
export function completeEvent(event: FileEvent, { firstDay, timezone, language }: Clock): FileEvent {
  const clock = { firstDay, timezone: event.timezone ?? timezone, language }
  const series_dates = event.series_dates
    .map(({ starts_at, ends_at }) => ({ starts_at: wallTime(starts_at, clock), ends_at: wallTime(ends_at, clock) }))
    .sort((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
  const last = series_dates
    .map(({ ends_at }) => ends_at)
    .sort()
    .at(-1)
  return {
    ...normaliseTexts(event, language),
    timezone: unless(event.timezone, timezone),
    series_dates,
    starts_at: series_dates[0]?.starts_at ?? wallOrNull(event.starts_at, clock),
    ends_at: last ?? wallOrNull(event.ends_at, clock),
    tags: [...new Set(event.tags)],
    restrict_to: completeRestriction(event.restrict_to),
    attachments: event.attachments.map((attachment) => normaliseTexts(attachment, language)),
    options: event.options.map((option) => completeOption(option, clock)),
  }
}

const completeRestriction = ({ session_packages, membership_packages }: FileEvent['restrict_to']) => ({
  session_packages: inOrder(session_packages),
  membership_packages: inOrder(membership_packages),
})

function completeOption(option: FileOption, clock: Clock): FileOption {
  return {
    ...normaliseTexts(option, clock.language),
    pools: [...option.pools].sort(),
    cost: option.free ? null : option.cost,
    sale_starts_at: wallOrNull(option.sale_starts_at, clock),
    sale_ends_at: wallOrNull(option.sale_ends_at, clock),
  }
}

function completeCoupon(coupon: FileCoupon, clock: Clock): FileCoupon {
  return {
    ...normaliseTexts(coupon, clock.language),
    membership_packages: inOrder(coupon.membership_packages),
    redeem_after: wallOrNull(coupon.redeem_after, clock),
    redeem_before: wallOrNull(coupon.redeem_before, clock),
  }
}

function completeProduct(product: FileProduct, clock: Clock): FileProduct {
  return {
    ...normaliseTexts(product, clock.language),
    variations: product.variations.map((variation) => normaliseTexts(variation, clock.language)),
    sale_starts_at: wallOrNull(product.sale_starts_at, clock),
    sale_ends_at: wallOrNull(product.sale_ends_at, clock),
  }
}

function completeType(type: FileAppointmentType, clock: Clock): FileAppointmentType {
  const day = (text: string | null) => text && dayOf(text, clock)
  return {
    ...normaliseTexts(type, clock.language),
    attachments: type.attachments.map((attachment) => normaliseTexts(attachment, clock.language)),
    tags: [...new Set(type.tags)],
    restrict_to: completeRestriction(type.restrict_to),
    opening_hours: type.opening_hours.map(({ starts_on, ends_on, ...hours }) => ({
      ...hours,
      starts_on: day(starts_on),
      ends_on: day(ends_on),
    })),
    period_starts_on: day(type.period_starts_on),
    period_ends_on: day(type.period_ends_on),
    options: type.options.map((option) => ({
      ...normaliseTexts(option, clock.language),
      cost: option.free ? null : option.cost,
    })),
  }
}

/** Closed days in order; a span of a single day becomes that day. */
const completeClosed = (closed: ProgramFile['closed'], clock: Clock): ProgramFile['closed'] =>
  closed
    .map((days) => (typeof days === 'string' ? { from: days, to: days } : days))
    .map(({ from, to }) => ({ from: dayOf(from, clock), to: dayOf(to, clock) }))
    .sort((a, b) => (`${a.from}${a.to}` < `${b.from}${b.to}` ? -1 : 1))
    .map(({ from, to }) => (from === to ? from : { from, to }))

// A malformed address stays as written; check-file.ts reports it.
function normaliseAddress(address: FileAddress, language: Language): FileAddress {
  const stored = storedAddress(address, { path: 'address', language })
  return stored.ok ? normaliseTexts(fileAddress(stored.address, stored.translations), language) : address
}

/** Removes limits that have their default value. */
export function withoutDefaultLimits(offline: ProgramFile['selling']['offline']): ProgramFile['selling']['offline'] {
  if (typeof offline === 'boolean') return offline
  const limits = Object.entries(usualOfflineLimits)
  return limits.every(([name, usual]) => offline[name as keyof typeof offline] === usual) ? true : offline
}

const normaliseNames = ({ tag_names, language }: ProgramFile): ProgramFile['tag_names'] =>
  Object.fromEntries(Object.entries(tag_names).map(([tag, name]) => [tag, normaliseText(name, language)]))

const inOrder = (keys: string[]) => [...new Set(keys)].sort()
const dayOf = (text: string, clock: Clock): string => wallTime(text, clock).slice(0, 10)
const wallOrNull = (text: string | null, clock: Clock) => (text === null ? null : wallTime(text, clock))
const unless = (name: string | null, usual: string) => (name === usual ? null : name)
