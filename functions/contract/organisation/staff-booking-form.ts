import { writtenAmount } from './written-amount.ts'

type Fields = Readonly<Record<string, unknown>>
/** A field's text without surrounding space; empty when it is missing. */
export const fieldText = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** A typed amount in minor units. Text that is no amount is NaN, which the call refuses as `invalid_amount`. */
export const typedAmount = (fields: Fields, name: string): number =>
  writtenAmount(fieldText(fields, name), fieldText(fields, 'currency')) ?? Number.NaN

/** The rows for new people in the desk's form of a booking. */
export const newRows: readonly string[] = ['new1', 'new2', 'new3', 'new4']
/** Prefix of the checkbox of a person who exists, followed by the id of the attendee. */
export const whoField = 'who.'
/** The one field that fills in the emergency phone of everyone who lacks it. */
export const emergencyPhoneField = 'emergency_contact_phone'
/** Prefix of the hidden field of a person without an emergency phone, followed by the id of the attendee. */
export const lacksField = 'lacks.'

/** A date in three fields as `2018-05-02`; empty without any of them. */
export function datePartsOf(fields: Fields, name: string): string {
  const [year = '', month = '', day = ''] = ['year', 'month', 'day'].map((part) => fieldText(fields, `${name}_${part}`))
  return year || month || day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : ''
}

const isFilled = (fields: Fields, row: string): boolean =>
  fieldText(fields, `${row}.first_name`) !== '' || datePartsOf(fields, `${row}.date_of_birth`) !== ''

/** The rows of the chosen people, in the order of `people` in the request: ids of attendees, then rows of new people. */
export const chosenRows = (fields: Fields): string[] => [
  ...Object.keys(fields)
    .filter((name) => name.startsWith(whoField) && fieldText(fields, name) !== '')
    .map((name) => name.slice(whoField.length)),
  ...newRows.filter((row) => isFilled(fields, row)),
]

/** The texts that are not empty. */
export const onlyFilled = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** The body of the organisation's POST bookings from the fields of the desk's form. */
export function staffBookingOf(fields: Fields): object {
  const text = (name: string) => fieldText(fields, name)
  const id = text('customer_id')
  const names = { first_name: text('first_name'), last_name: text('last_name') }
  const contact = onlyFilled({ email: text('email'), phone: text('phone') })
  const reason = text('override_reason')
  const over = text('over_reason')
  return {
    customer: id ? { id } : { ...names, ...contact },
    event_id: text('event_id'),
    people: chosenRows(fields).map((row) => ({
      ...(newRows.includes(row) ? { attendee: newPersonOf(fields, row) } : knownPersonOf(fields, row)),
      option_id: text(`option.${row}`),
      to_complete: text('to_complete') !== '',
    })),
    paid_by: text('paid_by'),
    ...onlyFilled({ reference: text('reference'), code: text('coupon'), hold_until: heldUntil(fields) }),
    ...(over ? { over_capacity: { reason: over } } : {}),
    ...(text('price') ? { price: { amount: typedAmount(fields, 'price'), reason: text('price_reason') } } : {}),
    ...(reason ? { override: { checks: text('override_checks').split(' '), reason } } : {}),
    notify: text('notify') !== '',
  }
}

/** Only an unpaid place is held until a day. */
const heldUntil = (fields: Fields): string =>
  ['link', 'later'].includes(fieldText(fields, 'paid_by')) ? fieldText(fields, 'hold_until') : ''

const newPersonOf = (fields: Fields, row: string): object => ({
  first_name: fieldText(fields, `${row}.first_name`),
  last_name: fieldText(fields, `${row}.last_name`) || fieldText(fields, 'last_name'),
  ...onlyFilled({
    relation: fieldText(fields, `${row}.relation`),
    date_of_birth: datePartsOf(fields, `${row}.date_of_birth`),
    emergency_contact_phone: fieldText(fields, emergencyPhoneField),
  }),
})

const knownPersonOf = (fields: Fields, row: string): object => {
  const phone = fieldText(fields, lacksField + row) ? fieldText(fields, emergencyPhoneField) : ''
  return { attendee_id: row, ...(phone ? { attendee: { emergency_contact_phone: phone } } : {}) }
}
