import type { Ctx } from '../context.ts'
import { openHealth, sealHealth, sealingKey } from './health-seal.ts'
import {
  mergesOfPeople,
  nextSealed,
  readProgress,
  replaceMergedSeal,
  replaceSeal,
  saveProgress,
  sealedColumns,
} from './reseal-rows.ts'

/** How many people one run looks at. */
const peoplePerRun = 200
/** When everyone's texts are under the first key it is looked again a day later: an isolate with the old setting may have sealed meanwhile. */
const betweenRoundsMs = 86_400_000

/**
 * The clock seals health texts with the key that stands first in HEALTH_KEY: everyone, a few people at a time, round and round
 * until a round finds no text under another key. Then the log says that the old keys may go. A text that changed meanwhile is
 * left for the next round, and one whose key is gone is counted in the log.
 */
export async function resealHealth(ctx: Ctx): Promise<void> {
  const key = await sealingKey(ctx.env.HEALTH_KEY)
  const saved = await readProgress(ctx.db)
  const progress = saved?.key === key ? saved : { key, after: '', resealed: 0, failed: 0, done_at: null }
  if (progress.done_at !== null && ctx.now - progress.done_at < betweenRoundsMs) return

  const people = await nextSealed(ctx.db, progress.after, peoplePerRun)
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

  const resealed = progress.resealed + results.filter((each) => each === 'resealed').length
  const failed = progress.failed + results.filter((each) => each === 'failed').length
  const isOver = people.length < peoplePerRun
  const isCurrent = isOver && resealed === 0
  await saveProgress(ctx.db, {
    ...{ key, after: isOver ? '' : (people.at(-1)?.id ?? ''), done_at: isCurrent ? ctx.now : null },
    ...(isOver ? { resealed: 0, failed: 0 } : { resealed, failed }),
    at: ctx.now,
  })
  if (!isOver) return
  if (failed > 0) ctx.log('health_reseal_failed', { why: 'key_gone', rows: failed })
  else if (!isCurrent) ctx.log('health_resealed', { rows: resealed })
  else if (progress.done_at === null) ctx.log('health_seals_current')
}

type Renewed = 'current' | 'resealed' | 'failed'
type Texts = { sealed: string; again: string }

/** One text under the first key. One that changed meanwhile counts, too: the next round looks at it again. */
async function renew(
  ctx: Ctx,
  attendee_id: string,
  sealed: string | null,
  replace: (texts: Texts) => Promise<unknown>,
): Promise<Renewed> {
  const setting = ctx.env.HEALTH_KEY
  if (sealed === null || sealed.startsWith(`${await sealingKey(setting)}.`)) return 'current'
  const text = await openHealth(setting, attendee_id, sealed).catch(() => null)
  if (text === null) return 'failed'
  await replace({ sealed, again: await sealHealth(setting, attendee_id, text) })
  return 'resealed'
}
