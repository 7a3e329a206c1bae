import { sql } from 'drizzle-orm'
import { withoutSearchesFor } from '../../contact/campaigns/erase-searches.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { among } from '../../platform/database/json-lists.ts'
import { attendees, campaigns, customerProfiles, relations, users } from '../../platform/database/tables.ts'

type Person = { user_id: string; customer_id: string }

/** Statements that remove the searches for people who are erased from the campaigns of their programs. */
export async function eraseSearches(ctx: Ctx, people: readonly Person[]): Promise<Statement[]> {
  const own = among(people.map(({ customer_id }) => customer_id))
  const [named, registered, found] = await ctx.db.batch([
    ctx.db
      .select({ first: users.first_name, last: users.last_name, email: users.email, phone: users.phone })
      .from(users)
      .where(sql`${users.id} IN ${among(people.map(({ user_id }) => user_id))}`),
    ctx.db
      .select({
        first: attendees.first_name,
        last: attendees.last_name,
        email: attendees.email,
        phone: attendees.phone,
      })
      .from(attendees)
      .where(sql`${attendees.id} IN (SELECT r.attendee_id FROM ${relations} AS r WHERE r.customer_id IN ${own})`),
    ctx.db
      .select({ id: campaigns.id, selectors: campaigns.selectors })
      .from(campaigns)
      .where(
        sql`${campaigns.program_id} IN (SELECT p.program_id FROM ${customerProfiles} AS p WHERE p.customer_id IN ${own})
          AND EXISTS (SELECT 1 FROM json_each(${campaigns.selectors}) AS s WHERE s.value ->> '$.kind' = 'search')`,
      ),
  ])
  const names = [...named, ...registered].map((each) =>
    [each.first, each.last, each.email, each.phone].filter(Boolean).join(' '),
  )
  const changed = found.flatMap(({ id, selectors }) => {
    const kept = withoutSearchesFor(names, selectors ?? [])
    return kept ? [{ id, selectors: kept }] : []
  })
  if (changed.length === 0) return []
  const rows = JSON.stringify(changed)
  return [
    ctx.db
      .update(campaigns)
      .set({
        selectors: sql`(SELECT value -> '$.selectors' FROM json_each(${rows}) WHERE value ->> '$.id' = ${campaigns.id})`,
      })
      .where(sql`${campaigns.id} IN (SELECT value ->> '$.id' FROM json_each(${rows}))`),
  ]
}
