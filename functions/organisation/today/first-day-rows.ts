import { sql } from 'drizzle-orm'
import type { FirstStepName } from '../../contract/organisation/first-day.ts'
import { sampleKeys } from '../../contract/organisation/season.ts'
import * as eventStates from '../../contract/states/event-states.ts'
import type { FirstStepStatus } from '../../contract/states/first-step-states.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { among } from '../../platform/database/json-lists.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import { firstSteps, programs } from '../../platform/database/tables.ts'

type DecidedStep = { name: FirstStepName; status: FirstStepStatus; step: number }

const hasVenue = (programId: string) =>
  sql`EXISTS (SELECT 1 FROM venues AS v WHERE v.program_id = ${programId} AND v.is_removed = 0)`

const isTrue = { mapFromDriverValue: (value: unknown) => value === 1 }
const stepsOf = { mapFromDriverValue: (value: unknown) => JSON.parse(String(value)) as DecidedStep[] }

/** What decides the first day of a program, and the steps that its team decided. */
export const firstDayOf = (db: Db, programId: string) =>
  db
    .select({
      name: programs.name,
      accent: sql<string | null>`${programs.preferences} ->> '$.brand_accent_color'`,
      logo: sql<string | null>`${programs.preferences} ->> '$.logo'`,
      takes_cards: sql<boolean>`${programs.features} ->> '$.online_payments'`.mapWith(isTrue),
      billing_status: programs.billing_status,
      takes_offline: sql<boolean>`${programs.selling} ->> '$.offline'`.mapWith(isTrue),
      offline_instructions: sql<string | null>`${programs.selling} ->> '$.offline_instructions'`,
      has_venue: sql<boolean>`${hasVenue(programId)}`.mapWith(isTrue),
      // With a venue no event is looked at, because a program may have many and none online.
      has_online_event:
        sql<boolean>`(NOT ${hasVenue(programId)} AND EXISTS (SELECT 1 FROM events AS e WHERE e.program_id = ${programId} AND e.status IN ${statusList(eventStates.inProgramFile)} AND e.online_event = 1))`.mapWith(
          isTrue,
        ),
      was_on_sale:
        sql<boolean>`(EXISTS (SELECT 1 FROM events AS e WHERE e.program_id = ${programId} AND e.status IN ${statusList(eventStates.afterDraft)} AND e.published IS NOT NULL)
          OR EXISTS (SELECT 1 FROM appointment_types AS t WHERE t.status IN ${statusList(eventStates.afterDraft)} AND t.program_id = ${programId} AND t.published IS NOT NULL))`.mapWith(
          isTrue,
        ),
      draft_id: sql<
        string | null
      >`(SELECT e.id FROM events AS e WHERE e.program_id = ${programId} AND e.status = 'draft' AND e.key NOT IN ${among(sampleKeys)}
        ORDER BY e.created DESC, e.id DESC LIMIT 1)`,
      decided: sql<
        DecidedStep[]
      >`(SELECT json_group_array(json_object('name', s.name, 'status', s.status, 'step', s.step)) FROM first_steps AS s WHERE s.program_id = ${programId})`.mapWith(
        stepsOf,
      ),
    })
    .from(programs)
    .where(sql`${programs.id} = ${programId}`)
export type FirstDayRow = Awaited<ReturnType<typeof firstDayOf>>[number]

/** Upserts a decided step. The unique history row in the same batch makes the slower of two writers fail. */
export const putFirstStep = (db: Db, row: typeof firstSteps.$inferInsert): Statement =>
  db
    .insert(firstSteps)
    .values(row)
    .onConflictDoUpdate({ target: [firstSteps.program_id, firstSteps.name], set: row })
