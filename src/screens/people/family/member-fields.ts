import { dayWords, type Locale } from '#contract/date-format'
import type { Attendee } from '#contract/people/attendee'
import { type FieldName, fieldsOfForm, type FormField, formOf, personFields } from '#contract/people/attendee-fields'
import { mapFields } from '#contract/pick'
import type { FormFailure } from '../../../api/page-request.ts'
import type { Text } from '../../../locales/choose-language.ts'
import { phoneWords } from './member-view.ts'

/**
 * A refusal in words for the page. For an empty field the sentence names what to enter. Other fields keep the API's
 * sentence.
 */
export function betterFailure(failure: FormFailure, enter: Record<string, string>): FormFailure {
  const better = (type: string, param: string, message: string) =>
    type === 'required' || (type === 'invalid_option' && param !== 'phone') ? (enter[param] ?? message) : message
  const named = (param: string) => (param === 'relations[0].relation' ? 'relation' : param)
  const errors = failure.errors.map((error) => {
    const param = named(error.param)
    return { ...error, param, message: better(error.type, param, error.message) }
  })
  const param = failure.param === null ? null : named(failure.param)
  return { ...failure, param, errors, message: better(failure.type, param ?? '', failure.message) }
}

/** Day, month and year of a date of birth: as typed in a refused form, otherwise as stored. */
export function birthParts(failure: FormFailure | null, attendee: Attendee | null) {
  const [year = '', month = '', day = ''] = (attendee?.date_of_birth ?? '').split('-')
  const part = (name: string, stored: string) => failure?.values[`date_of_birth_${name}`] ?? stored.replace(/^0/, '')
  return { day: part('day', day), month: part('month', month), year: part('year', year) }
}

/** The text with a key of a row, such as `family.phoneHint`. */
function textOfKey(text: Text, key: string): unknown {
  const [part = '', name = ''] = key.split('.')
  return (text as unknown as Record<string, Record<string, unknown>>)[part]?.[name]
}
export const labelOf = (text: Text, field: FormField): string => String(textOfKey(text, formOf(field).label))
export function hintOf(text: Text, field: FormField): string | null {
  const { hint } = formOf(field)
  return hint === undefined ? null : String(textOfKey(text, hint))
}
export function suggestionsOf(text: Text, field: FormField): string[] {
  const { suggestions } = formOf(field)
  return suggestions === undefined ? [] : (textOfKey(text, suggestions) as string[])
}

/** The id of a field's control. */
export const idOf = (field: FormField): string => field.replaceAll('_', '-')

type Ids = Record<string, { id: string; label: string }>
const idsOf = (text: Text, fields: readonly FormField[]): Ids =>
  mapFields(fields, (field) => ({ id: idOf(field), label: labelOf(text, field) }))

/** The ids of the personal fields, for the links of the error summary. */
export const personalIds = (text: Text): Ids => ({
  relation: { id: 'relation', label: text.registration.relationNew },
  ...idsOf(text, fieldsOfForm('personal')),
})

/** The ids of the emergency and health fields. */
export const emergencyIds = (text: Text): Ids => idsOf(text, fieldsOfForm('emergency', 'health'))

/** A stored value as a reader sees it. */
export function valueWords(field: FieldName, value: string, { text, locale }: { text: Text; locale: Locale }): string {
  const control = personFields[field].form?.control
  if (control === 'date') return dayWords(value, locale)
  if (control === 'tel') return phoneWords(value)
  if (control === 'gender') return (text.registration.genders as Record<string, string>)[value] ?? value
  return value
}

/** The labels and values of a person's fields in these groups, without the names and the health fields. */
export const detailsOf = (
  attendee: Attendee,
  group: 'personal' | 'emergency',
  { text, locale }: { text: Text; locale: Locale },
): { field: FormField; label: string; value: string | null }[] =>
  fieldsOfForm(group)
    .filter((field) => field !== 'first_name' && field !== 'last_name')
    .map((field) => {
      const value = attendee[field]
      return { field, label: labelOf(text, field), value: value && valueWords(field, value, { text, locale }) }
    })
