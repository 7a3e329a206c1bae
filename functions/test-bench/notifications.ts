import { database } from '../platform/database/database.ts'
import { notifications } from '../platform/database/tables.ts'
import type { World } from './bench.ts'
import { type Person, unique } from './people.ts'

/** A customer's notification, inserted directly into the database; without a program it is about the account. */
export async function makeNotification(
  bench: World,
  person: Person,
  more: Partial<typeof notifications.$inferInsert> = {},
): Promise<string> {
  const id = `ntf_${unique()}`
  const row = { id, user_id: person.identity.user_id, reason: 'new_login' as const, dedupe: id, created: bench.now() }
  await database(bench.env.DB)
    .insert(notifications)
    .values({ ...row, ...more })
  return id
}
