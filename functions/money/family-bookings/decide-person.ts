import { ApiError } from '../../contract/api-error.ts'
import type { BookedPerson, PersonFields } from '../../contract/money/family-booking.ts'
import { requirableTexts } from '../../contract/people/attendee-fields.ts'
import { mapFields } from '../../contract/pick.ts'
import { fieldSentence } from '../../contract/sentences/sentence.ts'
import type { RegistrationFacts } from '../../booking/registrations/load-registration-facts.ts'
import { connecting } from '../../people/attendees/connect-attendee.ts'
import { fillInAttendee } from '../../people/attendees/fill-in-attendee.ts'
import { newAttendee } from '../../people/attendees/new-attendee.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { LoadedBooking } from './load-booking.ts'

/** A person of the booking, and the statements that add them to the family and to the program. */
export type DecidedPerson = Pick<RegistrationFacts, 'person' | 'others'> & { writes: Statement[] }

/** The person that a part of a request names or describes. Throws for one whom the caller cannot register. */
export const decidePerson = (
  ctx: CustomerContext,
  loaded: LoadedBooking,
  input: BookedPerson,
): Promise<DecidedPerson> =>
  input.attendee_id
    ? existingPerson(ctx, loaded, { attendee_id: input.attendee_id, fields: input.attendee ?? null })
    : newPerson(ctx, loaded, input.attendee ?? {})

async function existingPerson(
  ctx: CustomerContext,
  { family, cart, contact, reading }: LoadedBooking,
  { attendee_id, fields }: { attendee_id: string; fields: PersonFields | null },
): Promise<DecidedPerson> {
  const row = family.people.find(({ attendee }) => attendee.id === attendee_id)
  if (!row?.relation.rights.includes('view') || row.profile?.status === 'merged')
    throw new ApiError('not_found', { param: 'attendee_id' })
  if (row.relation.archived_at !== null) throw new ApiError('attendee_archived', { param: 'attendee_id' })
  const { first_name, last_name, relation, ...rest } = fields ?? {}
  const fixed = Object.entries({ first_name, last_name, relation }).find(([, value]) => value !== undefined)
  // A booking changes neither names nor relations.
  if (fixed) throw new ApiError('invalid_parameter', { param: fixed[0] })

  const { gender } = row.attendee
  const filledIn = fields
    ? await fillInAttendee(ctx, rest, { id: attendee_id, rights: row.relation.rights, gender, reading })
    : []
  const { id, writes } = connecting(ctx, {
    program_id: cart.program_id,
    attendee_id,
    contact_id: contact.id,
    existing: row.profile,
  })
  return {
    person: { ...row, profile: { id }, attendee: { ...row.attendee, ...factsOf(rest) } },
    others: family.others.filter((other) => other.attendee_id === attendee_id),
    writes: [...filledIn, ...writes],
  }
}

async function newPerson(
  ctx: CustomerContext,
  { family, cart, contact, reading, self }: LoadedBooking,
  { first_name, last_name, relation, ...fields }: PersonFields,
): Promise<DecidedPerson> {
  if (!first_name || !last_name || !relation) throw missing(ctx, { first_name, last_name, relation })
  const names = { first_name, last_name }
  const made = await newAttendee(ctx, { ...names, ...fields, relations: [{ relation }] }, { reading, self })
  const own = family.people.find(({ attendee }) => attendee.id === made.id)
  const { id, writes } = connecting(ctx, {
    program_id: cart.program_id,
    attendee_id: made.id,
    contact_id: contact.id,
    existing: own?.profile ?? null,
  })
  return {
    person: {
      profile: { id },
      attendee: { id: made.id, ...names, ...unknownFacts, ...factsOf(fields) },
      relation: { relation: made.relation, rights: made.rights },
      memberships: family.memberships,
    },
    others: [],
    writes: [...made.writes, ...writes],
  }
}

const factFields = [...requirableTexts, 'gender'] as const
const unknownFacts = { ...mapFields(factFields, () => null), has_health_card: false }
type Facts = Partial<RegistrationFacts['person']['attendee']>
/** The fields that rules read, as they are once the booking is written. */
function factsOf(fields: Omit<PersonFields, 'first_name' | 'last_name' | 'relation'>): Facts {
  const { health_card_number } = fields
  return {
    ...Object.fromEntries(
      factFields.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name] || null]])),
    ),
    ...(health_card_number === undefined ? {} : { has_health_card: Boolean(health_card_number) }),
  }
}

function missing(ctx: CustomerContext, needed: Record<string, string | undefined>): ApiError {
  const message = fieldSentence('required', ctx.language)
  const errors = Object.entries(needed).flatMap(([param, value]) =>
    value ? [] : [{ type: 'required', param, message }],
  )
  return new ApiError('required', { param: errors[0]?.param ?? null, errors })
}
