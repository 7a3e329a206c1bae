import { database } from '../platform/database/database.ts'
import {
  appointmentOptions,
  appointmentSlots,
  appointmentTypeQuestions,
  appointmentTypeResources,
  appointmentTypes,
  appointmentTypeVenues,
  resources,
} from '../platform/database/tables.ts'
import type { World } from './bench.ts'
import { unique } from './people.ts'

type AppointmentsInput = Partial<typeof appointmentTypes.$inferInsert> & {
  options?: Partial<typeof appointmentOptions.$inferInsert>[]
  venueIds?: string[]
  questionIds?: string[]
  resourceIds?: string[]
}

/**
 * A program's published appointment type; by default open on weekdays from nine to five, with thirty minutes for 45.00.
 */
export async function makeAppointmentType(
  bench: World,
  programId: string,
  { options = [{}], venueIds = [], questionIds = [], resourceIds = [], ...input }: AppointmentsInput = {},
): Promise<{ type_id: string; option_ids: [string, ...string[]] }> {
  const mark = unique()
  const type_id = `apt_${mark}`
  const option_ids = options.map((_, index) => `aop_${mark}_${index}`) as [string, ...string[]]
  const written = { created: bench.now(), updated: bench.now() }
  const db = database(bench.env.DB)
  await db.batch([
    db.insert(appointmentTypes).values({
      id: type_id,
      program_id: programId,
      key: `type-${mark}`,
      name: 'Private swim lesson',
      summary: 'You and one coach',
      status: 'published',
      currency: 'CAD',
      period_type: 'unlimited',
      opening_hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
      interval_minutes: 30,
      buffer_minutes: 0,
      spots_total: 1,
      published: bench.now(),
      ...written,
      ...input,
    }),
    ...options.map((option, index) =>
      db.insert(appointmentOptions).values({
        id: option_ids[index] as string,
        appointment_type_id: type_id,
        program_id: programId,
        key: `option-${index}`,
        position: index,
        name: 'Half an hour',
        cost: 4500,
        duration: 30,
        ...written,
        ...option,
      }),
    ),
    ...venueIds.map((venue_id, position) =>
      db.insert(appointmentTypeVenues).values({ appointment_type_id: type_id, venue_id, position }),
    ),
    ...resourceIds.map((resource_id, position) =>
      db.insert(appointmentTypeResources).values({ appointment_type_id: type_id, resource_id, position }),
    ),
    ...questionIds.map((question_id, position) =>
      db.insert(appointmentTypeQuestions).values({ appointment_type_id: type_id, question_id, position }),
    ),
  ])
  return { type_id, option_ids }
}

/** A person or room of a program, by default a coach who is never away. */
export async function makeResource(
  bench: World,
  programId: string,
  input: Partial<typeof resources.$inferInsert> = {},
): Promise<string> {
  const id = `rsc_${unique()}`
  await database(bench.env.DB)
    .insert(resources)
    .values({
      id,
      program_id: programId,
      key: id.replace('_', '-').toLowerCase(),
      name: 'Nora',
      kind: 'person',
      ...input,
    })
  return id
}

type Slot = {
  registration_id: string
  type_id: string
  option_id: string
  starts_at: number
  minutes: number
  buffer?: number
  place?: number
}
/** Gives a registration a time of a type. */
export async function takeTime(
  bench: World,
  { registration_id, type_id, option_id, starts_at, minutes, buffer = 0, place = 0 }: Slot,
): Promise<void> {
  const ends_at = starts_at + minutes * 60_000
  await database(bench.env.DB)
    .insert(appointmentSlots)
    .values({
      registration_id,
      appointment_type_id: type_id,
      appointment_option_id: option_id,
      place,
      starts_at,
      ends_at,
      free_at: ends_at + buffer * 60_000,
    })
}
