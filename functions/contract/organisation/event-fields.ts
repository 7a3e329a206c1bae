import type { Language } from '../field-rules.ts'
import type { FileText } from '../texts.ts'
import type { FileEvent, FileOption } from './file-events.ts'

/** The fields of the form as text. Those of an option are `option.0.cost`; those of a text are `name.en`. */
export type EventFields = Readonly<Record<string, string>>

export const refundTiers = {
  flexible: [
    { until: 'P14D', percent: 100 },
    { until: 'P3D', percent: 50 },
  ],
  strict: [{ until: 'P30D', percent: 50 }],
  none: [],
} as const satisfies Record<string, FileEvent['refund']['tiers']>
export type RefundChoice = keyof typeof refundTiers | 'as_is'

/** Monday to Sunday. */
export const formWeekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** The fields of an event as it is. `language` is that of the program. */
export function fieldsOfEvent(event: FileEvent, language: Language): Record<string, string> {
  const isSeries = event.series_dates.length > 0
  const tiers = JSON.stringify(event.refund.tiers)
  const refund = Object.entries(refundTiers).find(([, each]) => JSON.stringify(each) === tiers)?.[0] ?? 'as_is'
  return {
    type: event.type,
    ...textFields('name', event.name, language),
    ...textFields('summary', event.summary, language),
    ...textFields('description', event.description, language),
    ...textFields('picture_text', event.picture_text, language),
    ...(isSeries ? { dates: event.series_dates.map(dateLine).join('\n') } : spanFields(event)),
    overnight: event.overnight === true ? 'on' : '',
    was_overnight: event.overnight === false ? 'off' : '',
    venue: event.online_event ? 'online' : (event.venues[0] ?? ''),
    was_venue: event.venues[0] ?? '',
    picture_url: event.picture_url ?? '',
    waitlist: event.waitlist ? 'on' : '',
    waiver: event.waiver ?? '',
    waiver_may_wait: event.waiver_may_wait ? 'on' : '',
    groups_shown: event.groups_shown ? 'on' : '',
    refund,
    ...Object.fromEntries(event.questions.map((key) => [`question.${key}`, 'on'])),
    was_questions: event.questions.join(','),
    options: String(event.options.length),
    ...Object.assign({}, ...event.options.map((option, at) => fieldsOfOption(option, at, language))),
  }
}

const spanFields = ({ starts_at, ends_at }: FileEvent) => ({
  first_day: starts_at?.slice(0, 10) ?? '',
  last_day: ends_at?.slice(0, 10) ?? '',
  starts: starts_at?.slice(11, 16) ?? '',
  ends: ends_at?.slice(11, 16) ?? '',
})

/** The fields of an option in the row `at`. */
export function fieldsOfOption(option: FileOption, at: number, language: Language): Record<string, string> {
  const { key, name, minimum_age, maximum_age, spots_total, free, cost } = option
  const fields = {
    key,
    minimum_age: String(minimum_age ?? ''),
    maximum_age: String(maximum_age ?? ''),
    spots_total: String(spots_total),
    cost: free ? '0' : String(cost ?? ''),
    sale_starts_at: option.sale_starts_at?.slice(0, 16) ?? '',
    sale_ends_at: option.sale_ends_at?.slice(0, 16) ?? '',
    ...textFields('name', name, language),
  }
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [`option.${at}.${field}`, value]))
}

/** The fields of a text, one for each of its languages. */
export const textFields = (field: string, text: FileText | null, language: Language): Record<string, string> =>
  typeof text === 'string' || text === null
    ? { [`${field}.${language}`]: text ?? '' }
    : Object.fromEntries(Object.entries(text).map(([each, value]) => [`${field}.${each}`, value ?? '']))

const dateLine = ({ starts_at, ends_at }: FileEvent['series_dates'][number]) => {
  const day = ends_at.slice(0, 10) === starts_at.slice(0, 10) ? '' : `${ends_at.slice(0, 10)} `
  return `${starts_at.slice(0, 10)} ${starts_at.slice(11, 16)} - ${day}${ends_at.slice(11, 16)}`
}
