import { sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { conversations, messages } from '../../platform/database/tables.ts'

// Both ids are derived from the campaign and its reader, so that recording a mail's outcome twice makes one message.
const idOf = (prefix: 'cnv' | 'msg') => sql.raw(`'${prefix}_' || substr(c.id, 5) || '_' || substr(p.id, 5)`)

/**
 * Statements that list a campaign among the messages of one reader, marked as read because it came by mail. The text
 * stays with the campaign, where it can be searched too.
 */
export function insertCampaignMessage(
  ctx: Ctx,
  { campaign_id, customer_profile_id }: { campaign_id: string; customer_profile_id: string },
): Statement[] {
  const source = sql`FROM campaigns AS c CROSS JOIN customer_profiles AS p CROSS JOIN programs AS g
    WHERE c.id = ${campaign_id} AND p.id = ${customer_profile_id} AND g.id = c.program_id`
  return [
    ctx.db
      .insert(conversations)
      .select(
        sql`SELECT ${idOf('cnv')}, p.customer_id, c.program_id, 'campaign', iif(c.event_id IS NULL, 'general', 'event'), NULL, NULL,
          c.event_id, c.id, c.subject, 'organiser', 0, 0, NULL, ${ctx.now}, NULL, ${ctx.now}, ${ctx.now}, NULL, 0 ${source}`,
      )
      .onConflictDoNothing(),
    ctx.db
      .insert(messages)
      .select(
        sql`SELECT ${idOf('msg')}, ${idOf('cnv')}, 'organiser', g.name, 'email', c.subject, '',
          'sent', 0, ${ctx.now}, NULL, ${ctx.now}, NULL, NULL, ${ctx.now}, ${ctx.now} ${source}`,
      )
      .onConflictDoNothing(),
  ]
}
