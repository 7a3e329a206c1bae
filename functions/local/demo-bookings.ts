import type { Event } from '../contract/offering/event.ts'
import type { Family, PeopleSearch } from '../contract/organisation/people.ts'
import { type Client, callOrganiser } from '../organisation/organiser/program-file/program-calls.ts'
import { demoTimezone } from './demo-events.ts'
import { type DemoFamily, emailOf } from './demo-families.ts'

export type Office = ReturnType<typeof officeOf>
type CallInput = { body?: object; key?: string; mayRefuse?: readonly string[] }

/** Calls of the organisation. A refusal that may come is null; any other one throws. */
export const officeOf =
  (site: string, { client, programId }: { client: Client; programId: string }) =>
  async <Body>(method: string, path: string, { body, key, mayRefuse = [] }: CallInput = {}): Promise<Body | null> => {
    const result = await callOrganiser<Body>({ site, client }, `${programId}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
    })
    if (result.ok) return result.body
    if (result.type !== null && mayRefuse.includes(result.type)) return null
    throw new Error(`${method} ${path}: ${result.message}`)
  }

/** Reasons to leave a booking as it is: an earlier start made it, or the team of the demo decided otherwise since. */
const leftAlone = [
  'already_registered',
  'idempotency_key_reused',
  'request_in_progress',
  'sold_out',
  'option_not_on_sale',
]
type Booking = {
  event_key: string
  option_key: string
  paid_by: 'cash' | 'terminal' | 'later'
  hold_until?: string
  /** The event with the questions and the waiver that the family answers. */
  form?: Event
}

/** Books an event for all children of a family. The key makes a repeat complete a booking that ended half way. */
export async function book(office: Office, family: DemoFamily, { form, ...booking }: Booking): Promise<void> {
  const { first_name, last_name, phone, children } = family
  const existing = await findFamily(office, emailOf(family))
  const people = children.map(({ swims, allergies, ...child }) => {
    const attendee_id = existing?.attendees.data.find((each) => each.first_name === child.first_name)?.attendee_id
    const attendee = { ...child, last_name, relation: 'parent', emergency_contact_phone: phone }
    return {
      ...(attendee_id ? { attendee_id } : { attendee }),
      option_key: booking.option_key,
      ...(form ? { form_response: { answers: answersOf(form, { swims, allergies }) } } : {}),
      ...(form ? waiverOf(form, family) : {}),
    }
  })
  const { option_key: _, ...rest } = booking
  await office('POST', '/bookings', {
    key: [booking.event_key, last_name, booking.hold_until ?? ''].join('.'),
    mayRefuse: leftAlone,
    body: {
      ...{ ...rest, people, notify: false, timezone: demoTimezone },
      customer: existing ? { id: existing.id } : { first_name, last_name, email: emailOf(family), phone },
    },
  })
}

const waiverOf = ({ waiver }: Event, { open }: DemoFamily) =>
  waiver && open !== 'waiver'
    ? { waiver: { waiver_id: waiver.waiver_id, version: waiver.version } }
    : { to_complete: true }

/** The answers to the two questions of the camp, by the kind of their answer. */
function answersOf({ fields }: Event, { swims, allergies }: { swims: string; allergies: string | undefined }) {
  const idOf = (type: string) => fields.find((field) => field.type === type)?.id
  return [
    { field_id: idOf('single_choice'), value: swims },
    ...(allergies ? [{ field_id: idOf('long_text'), value: allergies }] : []),
  ]
}

export async function findFamily(office: Office, email: string): Promise<Family | null> {
  const found = await office<PeopleSearch>('GET', `/people?type=customer&search=${encodeURIComponent(email)}`)
  const customer = found?.customers?.data.find((each) => each.customer_profile.email === email)
  return customer ? office<Family>('GET', `/people/${customer.id}`) : null
}
