import type { RegistrationStatus } from '../contract/states/registration-states.ts'
import { database } from '../platform/database/database.ts'
import { registrations, statusHistory } from '../platform/database/tables.ts'
import type { World } from './bench.ts'
import { type Person, unique } from './people.ts'

type PlacesInput = {
  programId: string
  event_id: string
  option_id: string
  attendee_id: string
  attendee_profile_id: string
  status?: RegistrationStatus
  heldMinutes?: number
}

/** A registration of a customer's child with its place held, as POST registrations creates it. */
export async function makePlace(bench: World, person: Person, input: PlacesInput): Promise<string> {
  const id = `reg_${unique()}`
  const now = bench.now()
  const status = input.status ?? 'pending'
  const db = database(bench.env.DB)
  const place = db.insert(registrations).values({
    id,
    program_id: input.programId,
    event_id: input.event_id,
    option_id: input.option_id,
    customer_id: person.identity.customer_id,
    customer_profile_id: person.profileId(input.programId),
    attendee_id: input.attendee_id,
    attendee_profile_id: input.attendee_profile_id,
    status,
    held_since: now,
    hold_expires_at: now + (input.heldMinutes ?? 15) * 60_000,
    created: now,
    updated: now,
  })
  await db.batch([
    place,
    db.insert(statusHistory).values({
      object: 'registration',
      object_id: id,
      step: 0,
      from_status: null,
      to_status: status,
      actor_type: 'customer',
      at: now,
    }),
  ])
  return id
}
