import { personFields, type RequirableField } from '../../contract/people/attendee-fields.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { missingFields } from './eligibility.ts'
import { peopleInProgram, programOf } from './register-rows.ts'

/** A person of a customer, and the fields that the program requires and does not have. */
export type OpenPerson = { attendee_id: string; first_name: string; missing: RequirableField[] }

/**
 * The people with missing fields among people of the caller. A field that the caller may not see or change is left out.
 */
export async function findOpenPeople(
  { db, actor }: CustomerContext,
  { program_id, attendee_ids }: { program_id: string; attendee_ids: readonly string[] },
): Promise<OpenPerson[]> {
  const [[program], people] = await db.batch([
    programOf(db, program_id),
    peopleInProgram(db, { attendee_ids, program_id, customer_id: actor.customer_id }),
  ])
  const required = program?.preferences.required_attendee_fields ?? []
  return people.flatMap(({ attendee, relation: { rights } }) => {
    // The query has the caller's own record too.
    if (!attendee_ids.includes(attendee.id) || !rights.includes('manage')) return []
    const missing = missingFields(required, attendee).filter((name) => rights.includes(personFields[name].right))
    return missing.length === 0 ? [] : [{ attendee_id: attendee.id, first_name: attendee.first_name, missing }]
  })
}
