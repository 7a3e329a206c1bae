import { ApiError } from '../../contract/api-error.ts'
import { errorSentence } from '../../contract/sentences/sentence.ts'
import type { BookedPerson, PersonRefusal } from '../../contract/money/family-booking.ts'
import { formWithFiles } from '../../booking/registrations/form-response.ts'
import type { Registering } from '../../booking/registrations/load-registering.ts'
import { bookableOf, checkEligible, checkInput } from '../../booking/registrations/register.ts'
import { takePlace } from '../../booking/registrations/take-place.ts'
import { payingCredits } from '../../booking/session-credits/spend-credit.ts'
import { fullHoldMinutes, startHold } from '../../booking/spots/hold-clock.ts'
import { connecting } from '../../people/attendees/connect-attendee.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { eventBooking } from '../orders/event-place.ts'
import type { OrderedPlace } from '../orders/take-places.ts'
import { placesFor } from './free-places.ts'
import type { LoadedBooking } from './load-booking.ts'
import { collect } from './person-refusals.ts'

/** A place that a person can have, and the statements that add the person to the program and hold it. */
export type DecidedPlace = { person: number; place: OrderedPlace; writes: Statement[] }
export type DecidedBooking = { places: DecidedPlace[]; refusals: PersonRefusal[] }

/** Who of a booking can have their place, and why the others cannot. Only the write decides whether one is left. */
export async function decideBooking(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  people: readonly BookedPerson[],
): Promise<DecidedBooking> {
  const refusals: PersonRefusal[] = []
  const possible: DecidedPlace[] = []
  for (const [person, input] of people.entries()) {
    const collecting = { person, language: ctx.language, refusals }
    const isRepeated = people.slice(0, person).some(({ attendee_id }) => attendee_id === input.attendee_id)
    const place = await collect(() => {
      if (isRepeated) throw new ApiError('already_registered', { param: 'attendee_id' })
      return decidePerson(ctx, loaded, input, collecting)
    }, collecting)
    if (place) possible.push(place)
  }
  const hasPlace = placesFor(
    loaded.family.record.options,
    loaded.family.lapsed,
    possible.map(({ place }) => place.booking.option_id),
  )
  const message = errorSentence('sold_out', ctx.language)
  for (const [at, { person }] of possible.entries())
    if (!hasPlace[at]) refusals.push({ person, type: 'sold_out', param: `people[${person}].option_id`, message })
  return {
    places: possible.filter((_, at) => hasPlace[at]),
    refusals: refusals.toSorted((a, b) => a.person - b.person),
  }
}

async function decidePerson(
  ctx: CustomerContext,
  { family, files, cart, contact }: LoadedBooking,
  input: BookedPerson,
  collecting: Parameters<typeof collect>[1],
): Promise<DecidedPlace | null> {
  const option = family.options.get(input.option_id)
  const record = family.record.options.find(({ id }) => id === input.option_id)
  if (!option || !record) throw new ApiError('not_found', { param: 'option_id' })
  const row = family.people.find(({ attendee }) => attendee.id === input.attendee_id)
  if (!row?.relation.rights.includes('view') || row.profile?.status === 'merged')
    throw new ApiError('not_found', { param: 'attendee_id' })
  if (row.relation.archived_at !== null) throw new ApiError('attendee_archived', { param: 'attendee_id' })
  const connected = connecting(ctx, {
    program_id: cart.program_id,
    attendee_id: row.attendee.id,
    contact_id: contact.id,
    existing: row.profile,
  })

  const registering: Registering = {
    customer_id: family.customer_id,
    event: family.event,
    option,
    person: { ...row, profile: { id: connected.id } },
    contact,
    program: family.program,
    others: family.others.filter(({ attendee_id }) => attendee_id === row.attendee.id),
    hasLine: family.hasLine,
  }
  checkInput(registering)
  const mayPayPrice =
    option.sale_status === 'restricted' &&
    record.cost > 0 &&
    payingCredits(ctx, family.credits, bookableOf(registering)).length > 0
  const before = collecting.refusals.length
  await collect(() => checkEligible(ctx, registering, mayPayPrice), collecting)
  const id = ctx.newId('reg')
  const form_response = await collect(
    () =>
      formWithFiles(ctx, input.form_response ?? undefined, {
        fields: family.event.fields,
        country: family.program.country,
        signer: contact,
        files: files.filter(({ purpose }) => purpose === 'attachment'),
      }),
    collecting,
  )
  const held = await collect(
    () =>
      takePlace(ctx, registering, {
        id,
        order_id: cart.id,
        form_response: form_response ?? { landed_at: null, submitted_at: null, answers: [] },
        session_credit_id: null,
        waiver: input.waiver,
      }),
    collecting,
  )
  if (collecting.refusals.length > before || !held) return null
  return {
    person: collecting.person,
    place: {
      registration: {
        id,
        held_since: ctx.now,
        hold_expires_at: startHold(ctx.now, fullHoldMinutes(family.program.selling.hold_minutes)),
      },
      booking: eventBooking(family.record, record),
      attendee: row.attendee,
    },
    writes: [...connected.writes, ...held],
  }
}
