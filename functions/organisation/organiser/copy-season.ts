import { ApiError } from '../../contract/api-error.ts'
import { maxPoolsPerProgram } from '../../contract/limits.ts'
import type { FileEvent } from '../../contract/organisation/file-events.ts'
import type { Refusal } from '../../contract/organisation/organiser.ts'
import type { SeasonCopy, SeasonCopyRequest } from '../../contract/organisation/season.ts'
import { doneSentence } from '../../contract/sentences/sentence.ts'
import { localize } from '../../contract/texts.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { renderAhead } from '../../platform/rendered-text.ts'
import { offersOfCopies, writeOffers } from './copy-offers.ts'
import { findEvents, type ProgramPart } from './find-event.ts'
import { copyGroupStaff } from './group-staff-rows.ts'
import { refuse, refuseAll } from './program-file/refuse.ts'
import { hasKey, rowBy } from './program-file/rows-by.ts'
import { countPools } from './program-file/event-file-rows.ts'
import { eventsWrites, refuseBeyondLimit } from './save-event.ts'
import { copyKey, daysOfShift, shiftedEvent } from './season-shift.ts'

type CopySeasonInput = SeasonCopyRequest & { program_id: string }

/**
 * Copies events to another season as drafts, all or none, with the active staff members of their groups and the coupons
 * that name them. The keys of the copies follow from the shift, so a copy that exists is kept as it is. Shared pools are
 * copied too, because the places of the last season are taken.
 */
export async function copySeason(ctx: OrganiserContext, input: CopySeasonInput): Promise<SeasonCopy> {
  const { program_id } = input
  const days = daysOfShift(input.shift)
  const sources = sourcesOf(await findEvents(ctx, { program_id, keys: input.events }), input.events)
  const copies = sources.map((event) => ({ from: event.key, copy: shiftedEvent(event, { days, sales: input.sales }) }))
  refuseAll(clashes(copies))
  const pools = poolCopies(sources, days)
  const keys = [...input.events, ...copies.map(({ copy }) => copy.key)]
  const part = await findEvents(ctx, { program_id, keys, named: { pools: [...pools.values()] } })

  const added = copies.map(({ copy }) => copy).filter(({ key }) => !hasKey(part.stored.events, key))
  const desired = added.map((event) => inPools(event, pools))
  const withPools = withCopiedPools(part, desired, pools)
  await refuseTooManyPools(ctx, { part, after: withPools, param: 'events' })
  const { refusals, saved, writes } = await eventsWrites(ctx, withPools, {
    desired,
    done: 'event_copied',
    isDryRun: input.dry_run,
  })
  refuseAll(refusals)
  await refuseBeyondLimit(ctx, part.stored, desired, 'events')
  const pairs = copies.flatMap(({ from, copy: { key } }) => {
    const [original, starts_at] = [
      rowBy(part.stored.events, 'key', from),
      rowBy(sources, 'key', from)?.starts_at ?? null,
    ]
    const added = saved.find(({ event }) => event.key === key)
    return original && added ? [{ from: original.id, starts_at, to: added.id, key }] : []
  })
  const { sales } = input
  const offers = await offersOfCopies(ctx, { sales, pairs, days, program: part.stored.program, param: 'events' })
  if (writes.length > 0) {
    await commit(ctx, [...writes, copyGroupStaff(ctx.db, pairs), ...writeOffers(ctx, offers)])
    await renderAhead(ctx, desired)
  }
  const events = new Map([...part.file.events, ...saved.map(({ event }) => event)].map((event) => [event.key, event]))
  return {
    object: 'season_copy',
    program_id,
    dry_run: input.dry_run,
    message: doneSentence(
      desired.length === 0 ? 'nothing_to_change' : input.dry_run ? 'preview' : 'season_copied',
      ctx.language,
    ),
    copies: copies.map(({ from, copy }) => {
      const id = rowBy(part.stored.events, 'key', copy.key)?.id
      const created = input.dry_run ? undefined : saved.find(({ event }) => event.key === copy.key)?.id
      const page = id ?? created
      return {
        from,
        key: copy.key,
        url: page === undefined ? null : `${ctx.siteOrigin}/pg/${program_id}/evt/${page}`,
        action: id === undefined ? ('create' as const) : ('keep' as const),
        event: events.get(copy.key) ?? copy,
      }
    }),
    offers: offers.map(({ coupon, row: _row, ...offer }) => ({
      ...offer,
      name: localize(coupon, ctx.contentLanguage).name,
    })),
  }
}

/** The events with these keys in the order of the request. Throws for every key that no event has. */
export function sourcesOf({ file }: ProgramPart, keys: readonly string[]): FileEvent[] {
  refuseAll(
    keys.flatMap((key, at) =>
      hasKey(file.events, key) ? [] : [refuse('not_found', `events[${at}]`, `No event has the key ${key}.`)],
    ),
  )
  return [...new Set(keys)].flatMap((key) => rowBy(file.events, 'key', key) ?? [])
}

type Copy = { from: string; copy: FileEvent }
/** Two events whose copies would have one key. */
function clashes(copies: readonly Copy[]): Refusal[] {
  const first = new Map<string, string>()
  return copies.flatMap(({ from, copy }, at) => {
    const other = first.get(copy.key)
    first.set(copy.key, other ?? from)
    if (other === undefined) return []
    const message = `The copies of ${other} and ${from} would both have the key ${copy.key}. Copy one of them by POST events/${from}/copy with a key of its own.`
    return [refuse('invalid_option', `events[${at}]`, message)]
  })
}

/** The pools of these events, each with the key of its copy, which follows from the earliest event in it. */
function poolCopies(events: readonly FileEvent[], days: number): Map<string, string> {
  const earliest = [...events].sort((a, b) => ((a.starts_at ?? '') < (b.starts_at ?? '') ? -1 : 1))
  const pools = new Map<string, string>()
  for (const { starts_at, options } of earliest)
    for (const key of options.flatMap((option) => option.pools))
      if (!pools.has(key)) pools.set(key, copyKey({ key, starts_at }, days))
  return pools
}

const inPools = (event: FileEvent, pools: ReadonlyMap<string, string>): FileEvent => ({
  ...event,
  options: event.options.map((option) => ({ ...option, pools: option.pools.map((key) => pools.get(key) ?? key) })),
})

/** The program with the new pools that these events join; each has as many places as its original. */
function withCopiedPools(
  part: ProgramPart,
  desired: readonly FileEvent[],
  pools: ReadonlyMap<string, string>,
): ProgramPart {
  const joined = new Set(desired.flatMap(({ options }) => options.flatMap((option) => option.pools)))
  const added = [...pools].flatMap(([from, key]) => {
    const original = rowBy(part.file.pools, 'key', from)
    return original && joined.has(key) && !hasKey(part.file.pools, key) ? [{ ...original, key }] : []
  })
  return { ...part, file: { ...part.file, pools: [...part.file.pools, ...added] } }
}

/** Throws when a program would have more pools than a program file may have. */
export async function refuseTooManyPools(
  ctx: OrganiserContext,
  { part: { stored, file }, after, param }: { part: ProgramPart; after: ProgramPart; param: string },
): Promise<void> {
  const added = after.file.pools.length - file.pools.length
  if (added === 0) return
  const [counted] = await countPools(ctx.db, stored.program.id)
  if ((counted?.pools ?? 0) + added <= maxPoolsPerProgram) return
  const message = `A program has at most ${maxPoolsPerProgram} pools. Take pools of past seasons out of the program file first.`
  throw new ApiError('invalid_option', { param, message })
}
