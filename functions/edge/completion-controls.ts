import { html } from 'hono/html'
import { addressParts } from '../contract/booking/answer-fields.ts'
import type { Language } from '../contract/field-rules.ts'
import type { Field } from '../contract/offering/event.ts'
import { UpdateAttendeeRequest } from '../contract/people/attendee.ts'
import { formOf } from '../contract/people/attendee-fields.ts'
import { bookingLinkWords } from '../contract/sentences/booking-link-words.ts'
import { uploadTypes } from '../contract/upload-limits.ts'
import type { OpenPerson } from '../booking/registrations/find-open-people.ts'
import { fieldOfPerson, refuseAbout } from '../organisation/desk/complete-booking.ts'
import { refusalOfIssues } from '../platform/middleware/validate.ts'
import { edgeField, type Html } from './edge-page.ts'
import { type Fields, textOf } from './read-form.ts'

/** The missing fields of people in the form, by the id of each. Throws for a value that is none of its field. */
export function readPeople(
  people: readonly OpenPerson[],
  { fields, language }: { fields: Fields; language: Language },
): Map<string, UpdateAttendeeRequest> {
  return new Map(
    people.map(({ attendee_id, missing }) => {
      const typed = missing.map((name) => [name, textOf(fields, fieldOfPerson(attendee_id, name)).trim()] as const)
      const input = Object.fromEntries(typed.filter(([, text]) => text !== ''))
      const read = UpdateAttendeeRequest.safeParse(input)
      if (read.success) return [attendee_id, read.data]
      return refuseAbout(attendee_id)(refusalOfIssues(read.error.issues, input, { target: 'json', language }))
    }),
  )
}

type ShownPerson = { fields: Fields; errorOf: (name: string) => string | null }
const inputTypes: Partial<Record<string, string>> = { tel: 'tel', email: 'email' }

/** The controls of the missing fields of one person. */
export function personFieldset(language: Language, person: OpenPerson, { fields, errorOf }: ShownPerson): Html {
  const words = bookingLinkWords[language].page
  const controls = person.missing.map((field) => {
    const name = fieldOfPerson(person.attendee_id, field)
    const { control, maxlength = 100 } = formOf(field)
    return edgeField({
      ...{ id: name, name, label: words.fields[field], error: errorOf(name), value: textOf(fields, name) },
      ...(control === 'date' ? { hint: words.dayHint } : {}),
      ...{ type: inputTypes[control] ?? 'text', maxLength: maxlength, isRequired: true, autocomplete: 'off' },
    })
  })
  return html`<section class="stack loose"><h2>${person.first_name}</h2>${controls}</section>`
}

type Control = { field: Field; name: string; fields: Fields; error: string | null }

const typeOf: Partial<Record<Field['type'], string>> = { phone: 'tel', email: 'email', date: 'date' }

/** The control of one question, which works without JavaScript. */
export function questionControl(language: Language, { field, name, fields, error }: Control): Html {
  const words = bookingLinkWords[language].page
  const value = textOf(fields, name)
  const labelled = { id: name, name, label: field.title, ...(field.help ? { hint: field.help } : {}), error, value }
  const wrong = error ? html`<span class="error" role="alert">${error}</span>` : ''
  const group = (inner: Html | Html[]) =>
    html`<fieldset class="field"><legend class="label">${field.title}${field.help ? html` <small>${field.help}</small>` : ''}</legend>${wrong}${inner}</fieldset>`
  const radio = (of: string, label: string) =>
    html`<label class="choice"><input type="radio" name="${name}" value="${of}"${of === value ? html` checked` : ''}> <span>${label}</span></label>`
  switch (field.type) {
    case 'yes_no':
      return group([radio('yes', words.yes), radio('no', words.no)])
    case 'single_choice':
    case 'dropdown':
      return group(field.choices.map((choice) => radio(choice.value, choice.label)))
    case 'multi_choice':
      return group(
        field.choices.map(
          (choice) =>
            html`<label class="choice"><input type="checkbox" name="${name}:${choice.value}" value="on"${textOf(fields, `${name}:${choice.value}`) ? html` checked` : ''}> <span>${choice.label}</span></label>`,
        ),
      )
    case 'consent':
      return group(
        html`<label class="choice"><input type="checkbox" name="${name}" value="on"> <span>${field.title}</span></label>`,
      )
    case 'long_text':
      return html`<p class="field"><label for="${name}">${field.title}</label>${wrong}<textarea id="${name}" name="${name}" rows="4" maxlength="${field.validations.max_length ?? 2000}">${value}</textarea></p>`
    case 'address':
      return group(
        addressParts.map((part) =>
          edgeField({
            ...{ id: `${name}:${part}`, name: `${name}:${part}`, label: words.address[part], maxLength: 120 },
            value: textOf(fields, `${name}:${part}`),
          }),
        ),
      )
    case 'file':
      return group(
        html`<input type="file" name="${name}" accept="${uploadTypes.join(',')}" aria-label="${field.title}">`,
      )
    default:
      return edgeField({
        ...labelled,
        type: typeOf[field.type] ?? 'text',
        maxLength: field.validations.max_length ?? 200,
      })
  }
}
