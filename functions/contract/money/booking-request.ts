import type * as z from 'zod/mini'
import { answersOf, controlName, dayOf, isComing, isTicked, textOf, type Values } from '../booking/form-controls.ts'
import type { ErrorBody } from '../api-error.ts'
import type { Field } from '../offering/event.ts'
import type { PersonRefusal, PlaceInstead } from '../person-refusal.ts'
import type { RequirableField } from '../people/attendee-fields.ts'
import type { BookedPerson, BookFamilyRequest, PersonFields } from './family-booking.ts'

/** Body of POST bookings, as a client sends it. */
export type BookingInput = z.input<typeof BookFamilyRequest>
/** What the form asks every person: the questions, and the waiver that the control `waiver` accepts. */
export type BookingForm = { fields: readonly Field[]; waiver: { waiver_id: string; version: number } | null }
/** A person in the form. `attendee_id` is null for a new one; `knownFields` are not sent, because the program has them. */
export type FormPerson = { key: string; attendee_id: string | null; knownFields?: readonly string[] }

type OwnField = Exclude<keyof PersonFields, 'first_name' | 'last_name' | 'relation'>
/** The fields of a person that have a control. `first_name`, `last_name` and `relation` are only those of a new person. */
const fieldControls = {
  date_of_birth: true,
  gender: true,
  health_card_number: true,
  parent_name: true,
  emergency_contact_phone: true,
  emergency_contact_email: true,
} as const satisfies Partial<Record<OwnField, true>> & Record<RequirableField, true>
const newPersonControls = ['first_name', 'last_name', 'relation']

/** The fields that the form asks once, for everyone who lacks them. A person who differs has a control of their own. */
export const sharedFields = [
  'relation',
  'parent_name',
  'emergency_contact_phone',
  'emergency_contact_email',
] as const satisfies readonly (keyof PersonFields)[]
export type SharedField = (typeof sharedFields)[number]
/** The row of the shared controls. */
export const everyone = { key: 'all' }
/** The control that holds a field of a person: their own if it is filled in, else the shared one if they lack the field. */
function controlOfField(person: FormPerson, field: string, values: Values): string {
  const own = controlName(person, field)
  const isShared = textOf(values, controlName(person, 'shared')).split(' ').includes(field)
  return isShared && textOf(values, own).trim() === '' ? controlName(everyone, field) : own
}

/** Value of the control `way` for a place that money pays; also the default. */
export const payPrice = 'price' as const
/** Value of the control `way` for a visit of a package that the customer has. */
export const payWithCredit = (creditId: string): string => `credit:${creditId}`
/** Value of the control `way` for a package that is bought with the place. */
export const payWithPackage = (packageId: string): string => `package:${packageId}`
/** Value of the control `way` for a place that money pays, with the membership that opens it. */
export const payWithMembership = (packageId: string): string => `membership:${packageId}`

/**
 * Everyone in a posted form, in its order. Each row has a control `{key}.comes`; an attendee's key is their id, and that
 * of a new person `new-1`, `new-2` and so on.
 */
export function postedPeople(values: Values): FormPerson[] {
  const keys = Object.keys(values).flatMap((name) => /^([\w-]+)\.comes$/.exec(name)?.[1] ?? [])
  return keys.map((key) => ({ key, attendee_id: isNewKey(key) ? null : key }))
}
export const isNewKey = (key: string): boolean => /^new-\d{1,3}$/.test(key)

/** The people who come, in the order of the request. */
export const comingPeople = <Person extends FormPerson>(people: readonly Person[], values: Values): Person[] =>
  people.filter((person) => isComing(person, values))

/**
 * The booking that a form asks for, from the values of its controls: `{key}.comes`, `{key}.option_id`, `{key}.way`,
 * `{key}.add.{product}` with a variation and `{key}.count.{product}`, `{key}.q.{question}`, the fields of a person such
 * as `{key}.date_of_birth`, with those in `{key}.shared` from the row `all`, and `waiver`. Dates may be in parts, `{key}.date_of_birth~day`. `about` is the rest of the
 * request. Missing values are left out, so that the API refuses them by field.
 */
export function bookingRequest(
  { fields, waiver }: BookingForm,
  people: readonly FormPerson[],
  values: Values,
  { landed_at, submitted_at, ...about }: Omit<BookingInput, 'people'> & { landed_at?: string; submitted_at?: string },
): BookingInput {
  const accepted =
    waiver && isTicked(values, 'waiver') ? { waiver_id: waiver.waiver_id, version: waiver.version } : null
  return {
    ...about,
    people: comingPeople(people, values).map((person) => ({
      ...attendeeOf(person, values),
      option_id: textOf(values, controlName(person, 'option_id')),
      form_response: { landed_at, submitted_at, answers: answersOf(fields, person, values) },
      waiver: accepted,
      ...paymentOf(textOf(values, controlName(person, 'way'))),
      items: productsOf(person, values).map(({ product_variation_id, quantity }) => ({
        product_variation_id,
        quantity,
      })),
    })),
  }
}

function attendeeOf(person: FormPerson, values: Values): Pick<BookedPerson, 'attendee_id' | 'attendee'> {
  const { attendee_id, knownFields = [] } = person
  const names = [...(attendee_id === null ? newPersonControls : []), ...Object.keys(fieldControls)]
  const typed = names.flatMap((name) => {
    const control = controlOfField(person, name, values)
    const text = name === 'date_of_birth' ? dayOf(values, control) : textOf(values, control).trim()
    return text === '' || knownFields.includes(name) ? [] : [[name, text]]
  })
  const attendee = typed.length > 0 || attendee_id === null ? (Object.fromEntries(typed) as PersonFields) : null
  return { ...(attendee_id === null ? {} : { attendee_id }), ...(attendee ? { attendee } : {}) }
}

const wayFields = {
  credit: 'session_credit_id',
  package: 'session_package_id',
  membership: 'membership_package_id',
} as const

function paymentOf(way: string): Pick<BookedPerson, (typeof wayFields)[keyof typeof wayFields]> {
  const [, kind, id = ''] = /^(credit|package|membership):(.+)$/.exec(way) ?? []
  return kind ? { [wayFields[kind as keyof typeof wayFields]]: id } : {}
}

/** The store products that are chosen for a person, with the control of each. */
function productsOf(person: FormPerson, values: Values) {
  const start = controlName(person, 'add.')
  return Object.keys(values)
    .filter((name) => name.startsWith(start) && textOf(values, name) !== '')
    .map((name) => ({
      name,
      product_variation_id: textOf(values, name),
      quantity: Number(textOf(values, controlName(person, `count.${name.slice(start.length)}`))) || 1,
    }))
}

/**
 * True for a refusal of the cart that a booking joins, such as one that has lapsed or been paid meanwhile: it names no
 * person, no time and no code.
 */
export const isAboutCart = ({ code, errors, param }: Pick<ErrorBody, 'code' | 'param'> & RefusedFields): boolean =>
  code !== 401 &&
  code !== 429 &&
  code < 500 &&
  ![param, ...errors.map((each) => each.param)].some((each) => /^(?:people|appointment|code)/.test(each ?? ''))
type RefusedFields = { errors: readonly { param: string }[] }

/** A refused control, or null for a refusal of the whole booking, and its sentence. */
export type RefusedControl = { name: string | null; message: string }

/**
 * The controls that an answer of the API refuses: `refusals` of a booking, or `errors` of a refused one. `people` and
 * `values` are those that `bookingRequest` got. A refusal without a control of its own is at its person's `comes`.
 */
export const refusedControls = (
  people: readonly FormPerson[],
  values: Values,
  refusals: readonly { param: string; message: string; person?: number | null }[],
): RefusedControl[] => {
  const coming = comingPeople(people, values)
  return refusals.map(({ param, message, person: whose = null }) => {
    const [, at = whose, field = ''] = /^people\[(\d+)\]\.?(.*)$/.exec(param) ?? []
    const person = at === null ? undefined : coming[Number(at)]
    if (person) return { name: controlOf(person, field, values), message }
    return { name: param === 'code' || param === 'waiver' ? param : null, message }
  })
}

/** What each refused person can have instead, by key. `coming` are the people of the request. */
export const insteadByKey = (
  coming: readonly FormPerson[],
  refusals: readonly Partial<Pick<PersonRefusal, 'person' | 'instead'>>[],
): Record<string, PlaceInstead[]> =>
  Object.fromEntries(
    refusals.flatMap(({ person, instead }) => {
      const row = coming[person ?? -1]
      return row && instead ? [[row.key, instead]] : []
    }),
  )

function controlOf(person: FormPerson, field: string, values: Values): string {
  const [, question] = /^form_response\.answers\[([\w-]+)\]/.exec(field) ?? []
  if (question) return `${person.key}.q.${question}`
  if (/^waiver\b/.test(field)) return 'waiver'
  if (/^(?:session_credit|session_package|membership_package)_id$/.test(field)) return controlName(person, 'way')
  if (field === 'option_id') return controlName(person, 'option_id')
  const [, item] = /^items\[(\d+)\]/.exec(field) ?? []
  const product = item === undefined ? undefined : productsOf(person, values)[Number(item)]
  if (product) return product.name
  const own = field.replace(/^attendee\./, '')
  const isShown = own in fieldControls || (person.attendee_id === null && newPersonControls.includes(own))
  return isShown ? controlOfField(person, own, values) : controlName(person, 'comes')
}
