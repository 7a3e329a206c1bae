import { dayMs } from '../../contract/limits.ts'
import { sealedColumns } from '../../contract/people/attendee-fields.ts'
import type { Ctx } from '../../platform/context.ts'
import { boundToQuestion, openHealth, sealHealth, sealingKey } from '../../platform/sealing/health-seal.ts'
import {
  mergesOfPeople,
  nextAnswers,
  nextObjects,
  nextSealed,
  readProgress,
  replaceAnswerSeal,
  replaceFormerAnswerSeal,
  replaceMergedSeal,
  replaceObjectSeal,
  replaceSeal,
  type ResealProgress,
  saveProgress,
} from './reseal-rows.ts'

/** Rows checked per run. */
const rowsPerRun = 200
/**
 * Time between rounds once everything is sealed with the first key. An isolate with the old setting may have sealed
 * something in the meantime.
 */
const betweenRoundsMs = dayMs

type Renewed = 'current' | 'resealed' | 'failed'
/** Results of a run and the id of the last row it checked; null when there are no further rows. */
type Part = { results: Renewed[]; after: string | null }

/**
 * The tables with values sealed by HEALTH_KEY, in order. For files and archives it seals their keys, not their bytes.
 */
const subjects = {
  attendees: resealPeople,
  files: (ctx: Ctx, after: string) => resealObjects(ctx, 'files', after),
  data_exports: (ctx: Ctx, after: string) => resealObjects(ctx, 'data_exports', after),
  answers: resealAnswers,
}
const order = Object.keys(subjects) as (keyof typeof subjects)[]

/**
 * Scheduled task: reseals everything with the first key in HEALTH_KEY: texts, the keys of files and archives, and
 * answers, a few rows at a time, in rounds until one round finds no other key. Then the log reports that the old keys
 * can be removed. A text that changed in the meantime is left to the next round, and one whose key is missing is
 * counted in the log.
 */
export async function resealHealth(ctx: Ctx): Promise<void> {
  const key = await sealingKey(ctx.env.HEALTH_KEY)
  const saved = await readProgress(ctx.db)
  const progress: ResealProgress =
    saved?.key === key ? saved : { key, subject: 'attendees', after: '', resealed: 0, failed: 0, done_at: null }
  if (progress.done_at !== null && ctx.now - progress.done_at < betweenRoundsMs) return

  const subject = order.find((each) => each === progress.subject) ?? 'attendees'
  const { results, after } = await subjects[subject](ctx, progress.after)
  const resealed = progress.resealed + results.filter((each) => each === 'resealed').length
  const failed = progress.failed + results.filter((each) => each === 'failed').length
  const next = after === null ? order[order.indexOf(subject) + 1] : subject
  const isOver = next === undefined
  const isCurrent = isOver && resealed === 0
  await saveProgress(ctx.db, {
    ...{ key, subject: next ?? 'attendees', after: after ?? '', done_at: isCurrent ? ctx.now : null },
    ...(isOver ? { resealed: 0, failed: 0 } : { resealed, failed }),
    at: ctx.now,
  })
  if (!isOver) return
  if (failed > 0) ctx.log('health_reseal_failed', { why: 'key_gone', rows: failed })
  else if (!isCurrent) ctx.log('health_resealed', { rows: resealed })
  else if (progress.done_at === null) ctx.log('health_seals_current')
}

const lastOf = (rows: readonly { id: string }[]): string | null =>
  rows.length < rowsPerRun ? null : (rows.at(-1)?.id ?? null)

async function resealPeople(ctx: Ctx, after: string): Promise<Part> {
  const people = await nextSealed(ctx.db, after, rowsPerRun)
  const merges = await mergesOfPeople(
    ctx.db,
    people.map(({ id }) => id),
  )
  const results: Renewed[] = []
  for (const person of people)
    for (const column of sealedColumns)
      results.push(
        await renew(ctx, person.id, person[column], (texts) =>
          replaceSeal(ctx.db, { id: person.id, column, ...texts }),
        ),
      )
  for (const merge of merges)
    for (const column of sealedColumns)
      results.push(
        await renew(ctx, merge.merge_into, merge[column], (texts) =>
          replaceMergedSeal(ctx.db, { id: merge.id, column, ...texts }),
        ),
      )
  return { results, after: lastOf(people) }
}

async function resealObjects(ctx: Ctx, table: 'files' | 'data_exports', after: string): Promise<Part> {
  const rows = await nextObjects(ctx.db, table, { after, limit: rowsPerRun })
  const results: Renewed[] = []
  for (const { id, key_sealed } of rows)
    results.push(await renew(ctx, id, key_sealed, (texts) => replaceObjectSeal(ctx.db, table, { id, ...texts })))
  return { results, after: lastOf(rows) }
}

async function resealAnswers(ctx: Ctx, after: string): Promise<Part> {
  const rows = await nextAnswers(ctx.db, after, rowsPerRun)
  const results: Renewed[] = []
  for (const { id, answers } of rows)
    for (const { field_id, sealed } of answers)
      results.push(
        await renew(ctx, boundToQuestion(field_id), sealed ?? null, (texts) =>
          ctx.db.batch([
            replaceAnswerSeal(ctx.db, { id, ...texts }),
            replaceFormerAnswerSeal(ctx.db, { id, ...texts }),
          ]),
        ),
      )
  return { results, after: lastOf(rows) }
}

type Texts = { sealed: string; again: string }

/**
 * Reseals one text with the first key. A text that changed in the meantime also counts, so that the next round reads
 * it again.
 */
async function renew(
  ctx: Ctx,
  bound_to: string,
  sealed: string | null,
  replace: (texts: Texts) => Promise<unknown>,
): Promise<Renewed> {
  const setting = ctx.env.HEALTH_KEY
  if (sealed === null || sealed.startsWith(`${await sealingKey(setting)}.`)) return 'current'
  const text = await openHealth(setting, bound_to, sealed).catch(() => null)
  if (text === null) return 'failed'
  await replace({ sealed, again: await sealHealth(setting, bound_to, text) })
  return 'resealed'
}
