import { ApiError } from '../../contract/api-error.ts'
import type { HealthQuery, ReadFor, RegistrationHealth } from '../../contract/organisation/health.ts'
import type { Shade } from '../../contract/organisation/rights.ts'
import type { HealthReaderRole } from '../../contract/people/invitation.ts'
import { columnOf, sealedFields, type SealedField } from '../../contract/people/attendee-fields.ts'
import { dayMs } from '../../contract/limits.ts'
import { localize } from '../../contract/texts.ts'
import { openAnswers } from '../../booking/registrations/sealed-answers.ts'
import { healthQuestionIds, questionsOfProgram } from '../../people/attendees/erase-health-notes.ts'
import type { Ctx, OrganiserContext } from '../../platform/context.ts'
import { shadeOfCaller } from '../../platform/identity/staff.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import type { StoredAnswer } from '../../platform/database/tables.ts'
import { openHealth } from '../../platform/sealing/health-seal.ts'
import { healthBounds, isTooOften, mayReadHealth } from './health-rules.ts'
import { placeForHealth, readsWithReason, recordReads, sealedNotes } from './health-rows.ts'

export type HealthReader = {
  id: string
  /** Null for a person who runs the site, who has no right to health information. */
  role: HealthReaderRole | null
  staff_id: string | null
  shade: Shade | null
}

/** The reader, and the extent of their right to health information. A client of the API acts as an owner. */
export function healthReader({ actor }: OrganiserContext): HealthReader {
  const shade = shadeOfCaller(actor, 'health')
  if (actor.type === 'organiser_client') return { id: actor.client_id, role: 'client', staff_id: null, shade }
  const { staff_id, user_id, role } = actor
  return { id: staff_id ?? user_id, role, staff_id, shade }
}

type Input = HealthQuery & ReadFor & { program_id: string; registration_id: string }

/**
 * The health information of a person with a place, from 30 days before a place of theirs to 14 days after it. The batch
 * that reads it first adds a row to the person's access log.
 */
export async function readHealth(ctx: OrganiserContext, input: Input): Promise<RegistrationHealth> {
  const { program_id, registration_id } = input
  const reader = healthReader(ctx)
  const [[place], [counted]] = await ctx.db.batch([
    placeForHealth(ctx.db, { program_id, registration_id, staff_id: reader.staff_id, ...healthBounds(ctx.now) }),
    readsWithReason(ctx.db, { program_id, reader_id: reader.id, since: ctx.now - dayMs }),
  ])
  // A person who left the program takes their health information along.
  if (!place?.attendee.is_seen) throw new ApiError('not_found', { param: 'registration_id' })
  const decision = mayReadHealth({
    shade: reader.shade,
    isOwnEvent: true,
    isOwnGroup: place.is_own_group === 1,
    isShown: place.is_shown === 1,
    reason: input.reason,
  })
  if (!decision.ok) throw new ApiError(decision.type, { param: decision.param })

  const { attendee_id } = place
  const [[notes], questions] = await commit(
    ctx,
    healthReadWrites(ctx, { ...input, reader, attendee_ids: [attendee_id], readsBefore: counted?.reads ?? 0 }),
    sealedNotes(ctx.db, [attendee_id]),
    questionsOfProgram(ctx.db, program_id),
  )
  const health = new Set(healthQuestionIds(questions))
  const stored = place.answers.answers.filter((answer) => isHealthAnswer(answer, health))
  return {
    object: 'registration_health',
    registration_id,
    attendee_profile_id: place.attendee_profile_id,
    first_name: place.attendee.first_name,
    last_name: place.attendee.last_name,
    ...(await openNotes(ctx, notes)),
    answers: (await openAnswers(ctx.env, stored)).map((answer) => {
      const question = questions.find(({ id }) => id === answer.field_id)
      return { ...answer, title: question ? localize(question, ctx.contentLanguage ?? ctx.language).title : '' }
    }),
  }
}

/** True for an answer about health, by its question or as it is stored. */
export const isHealthAnswer = (answer: StoredAnswer, healthQuestions: ReadonlySet<string>): boolean =>
  answer.sealed !== undefined || healthQuestions.has(answer.field_id)

type HealthReads = {
  program_id: string
  reader: HealthReader
  attendee_ids: readonly string[]
  seen_on: HealthQuery['seen_on']
  reason?: string | undefined
  /** The reads with a reason by this reader in the last 24 hours. */
  readsBefore: number
}

/**
 * Statements that record a read of health information, and mail the owner when a reader without the standing right
 * makes too many in a day.
 */
export function healthReadWrites(ctx: Ctx, { reader, readsBefore, ...read }: HealthReads): Statement[] {
  const reason = reader.shade === 'with_reason' ? (read.reason ?? null) : null
  const { program_id, attendee_ids, seen_on } = read
  const reads = readsBefore + attendee_ids.length
  const day = Math.floor(ctx.now / dayMs)
  return [
    recordReads(ctx.db, {
      ...{ attendee_ids, program_id, seen_on, reason },
      ...{ reader_id: reader.id, role: reader.role, at: ctx.now },
    }),
    ...(reason !== null && isTooOften(reads)
      ? [
          recordEvent(ctx, {
            kind: 'health.read_often',
            ref: program_id,
            key: `${program_id}:${reader.id}:${day}`,
            body: { reader_id: reader.id, staff_id: reader.staff_id, reads },
          }),
        ]
      : []),
  ]
}

type Notes = Awaited<ReturnType<typeof sealedNotes>>[number]
/** The notes of a person in plain text; null where there are none. */
export async function openNotes(ctx: Ctx, notes: Notes | undefined): Promise<Record<SealedField, string | null>> {
  const texts = { medical_history: null, dietary_restrictions: null, health_card_number: null } as Record<
    SealedField,
    string | null
  >
  if (!notes) return texts
  for (const field of sealedFields) {
    const sealed = notes[columnOf(field)]
    if (sealed !== null) texts[field] = await openHealth(ctx.env.HEALTH_KEY, notes.id, sealed)
  }
  return texts
}
