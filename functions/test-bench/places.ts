import type { RegistrationStatus } from '../contract/registration.ts'
import { database } from '../database/database.ts'
import { registrations, statusHistory } from '../database/tables.ts'
import type { World } from './bench.ts'
import { type Person, unique } from './people.ts'

type Asked = {
  programId: string
  event_id: string
  option_id: string
  attendee_id: string
  attendee_profile_id: string
  status?: RegistrationStatus
  heldMinutes?: number
}

/** A registration of a customer's child with its place held, as POST registrations leaves it. */
export async function makePlace(bench: World, person: Person, asked: Asked): Promise<string> {
  const id = `reg_${unique()}`
  const now = bench.now()
  const status = asked.status ?? 'pending'
  const db = database(bench.env.DB)
  const place = db.insert(registrations).values({
    id,
    program_id: asked.programId,
    event_id: asked.event_id,
    option_id: asked.option_id,
    customer_id: person.identity.customer_id,
    customer_profile_id: person.profileId(asked.programId),
    attendee_id: asked.attendee_id,
    attendee_profile_id: asked.attendee_profile_id,
    status,
    held_since: now,
    hold_expires_at: now + (asked.heldMinutes ?? 15) * 60_000,
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
