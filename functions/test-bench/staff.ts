import type { StaffRole } from '../contract/people/staff.ts'
import type { StoredStaffStatus } from '../contract/states/staff-states.ts'
import { database } from '../platform/database/database.ts'
import { staffMembers } from '../platform/database/tables.ts'
import type { World } from './bench.ts'
import { makeCustomer, type Person, unique } from './people.ts'

export type Staff = Person & { staff_id: string }

/** A member of a program's team with a live session, inserted directly into the database. */
export async function makeStaff(
  bench: World,
  input: { programId: string; role: StaffRole; event_ids?: string[]; status?: StoredStaffStatus; firstName?: string },
): Promise<Staff> {
  const { programId, role, event_ids = [], status = 'active', firstName = 'Sam' } = input
  const person = await makeCustomer(bench, { firstName, lastName: 'Tremblay', isConfirmed: true })
  const mark = unique()
  const now = bench.now()
  await database(bench.env.DB)
    .insert(staffMembers)
    .values({
      ...{ id: `stf_${mark}`, program_id: programId, role, event_ids, status, language: 'en' as const },
      ...{ email: person.email, email_key: person.email.toLowerCase(), first_name: firstName, last_name: 'Tremblay' },
      user_id: status === 'invited' ? null : person.identity.user_id,
      ...{ code_hash: mark, invited_at: now, expires_at: now + 864_000_000, created: now, updated: now },
    })
  return { ...person, staff_id: `stf_${mark}` }
}
