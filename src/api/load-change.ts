import type { StaffCancellation, StaffMove } from '#contract/changes/staff-change'
import { type Language, languages } from '#contract/field-rules'
import { largestPageSize } from '#contract/limits'
import type { CardEvent } from '#contract/offering/event'
import type { Family } from '#contract/organisation/people'
import type { OrganiserRegistration } from '#contract/organisation/roster'
import { cancellationOf, moveOf } from '#contract/organisation/staff-change-form'
import type { List } from '#contract/paging'
import type { ChangePage } from '../page-input/desk-change.ts'
import type { PageRequest } from './api-client.ts'
import { type BookedEvent, loadBookedEvent } from './load-event.ts'
import { loadCamps } from './load-register.ts'
import type { FormFailure, Preview, PreviewDesk, ReadDesk, RefusedAtDesk } from './page-request.ts'

export type ChangeData = {
  family: Family
  place: OrganiserRegistration
  /** The language of the mails of the family. */
  mailLanguage: Language
  /** The checked move; null before a check and after a refusal. */
  move: StaffMove | null
  /** The checked cancellation; null after a refusal. */
  cancellation: StaffCancellation | null
  /** The cancellation by the policy, with the most that may be refunded; null when the place cannot be cancelled. */
  byPolicy: StaffCancellation | null
  refusal: FormFailure | RefusedAtDesk | null
  /** The event to move to, with its options; null when it is not on the site. */
  booked: BookedEvent | null
  /** The event to move to in the language of the family. */
  inMail: BookedEvent | null
  camps: List<CardEvent> | null
}

type Input = {
  program: { id: string; language: string }
  customer: string
  registration: string
  page: ChangePage
  sent: FormFailure | null
  read: ReadDesk
  preview: PreviewDesk
}

/** Loads the page that moves or cancels a booking; null when the family does not have it. */
export async function loadChange(request: PageRequest, input: Input): Promise<ChangeData | 'not_allowed' | null> {
  const { program, customer, registration, page, sent, read, preview } = input
  const family = await read<Family>(`/people/${encodeURIComponent(customer)}`)
  if (family === 'not_allowed' || family === null) return family
  const place = await placeOf(family, registration, read)
  if (!place) return null
  const isMove = page.isMove && place.event_id !== null
  const event = page.event ?? place.event_id
  const path = `/${place.event_id === null ? 'appointments' : 'registrations'}/${place.id}`
  const mailLanguage = languages.find((each) => each === family.language) ?? 'en'
  const [moving, cancelling, policy, booked, inMail, camps] = await Promise.all([
    isMove && sent?.values['option_id'] ? previewMove(preview, `${path}/move`, sent.values) : null,
    isMove || !sent ? null : preview<StaffCancellation>(`${path}/cancel`, cancellationOf(sent.values)),
    isMove ? null : preview<StaffCancellation>(`${path}/cancel`, { undo: true }),
    isMove && event ? loadBookedEvent(request, event) : null,
    isMove && event ? loadBookedEvent({ ...request, language: mailLanguage }, event) : null,
    isMove ? loadCamps(request, program.id, page) : null,
  ])
  const cancellation = cancelling ?? policy
  return {
    family,
    place,
    mailLanguage,
    move: moving?.body ?? null,
    cancellation: bodyOf(cancellation),
    byPolicy: bodyOf(policy),
    refusal: sent && sent.type !== 'none' ? sent : (moving?.refusal ?? refusalOf(cancellation)),
    booked: booked?.event.program.id === program.id ? booked : null,
    inMail,
    camps,
  }
}

/** The move as it was typed. After a refusal it is shown without the choice about its difference, which stays typed. */
async function previewMove(preview: PreviewDesk, path: string, values: Readonly<Record<string, string>>) {
  const moving = await preview<StaffMove>(path, moveOf(values))
  if (moving.ok) return { body: moving.body, refusal: null }
  const plain = values['difference'] ? await preview<StaffMove>(path, moveOf({ ...values, difference: '' })) : null
  return { body: bodyOf(plain), refusal: moving.body }
}

const bodyOf = <Data>(previewed: Preview<Data> | null): Data | null => (previewed?.ok ? previewed.body : null)
const refusalOf = (previewed: Preview<object> | null): RefusedAtDesk | null =>
  previewed?.ok === false ? previewed.body : null

/** A booking of a family: among the first ones, or among all that the family has had. */
async function placeOf(family: Family, id: string, read: ReadDesk): Promise<OrganiserRegistration | null> {
  const { upcoming, past, undoable, customer_profile } = family
  const shown = [...upcoming.data, ...past.data, ...undoable.data].find((place) => place.id === id)
  if (shown || upcoming.count + past.count === upcoming.total + past.total) return shown ?? null
  const query = { customer_profile_id: customer_profile.id, all: 'true', limit: String(largestPageSize) }
  const all = await read<List<OrganiserRegistration>>(`/registrations?${new URLSearchParams(query)}`)
  return all === 'not_allowed' ? null : (all?.data.find((place) => place.id === id) ?? null)
}
