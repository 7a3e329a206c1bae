import type { ProgramChange, ProgramFile } from '../../contract/organiser.ts'
import type { Ctx } from '../../context.ts'
import type { Statement } from '../../database/database.ts'
import { historyRows, type Step } from '../../database/history.ts'
import { tellEventsChanged } from '../../fulfilment/tell-event-changed.ts'
import { stepsBetween } from '../event-states.ts'
import type { CompleteFile } from './complete-file.ts'
import { putAttachments } from './attachment-file-rows.ts'
import { attachmentRows } from './attachment-rows-of-file.ts'
import { couponRow, eventRow, eventTies, optionRows, packageRow } from './event-row.ts'
import type { FileIds } from './file-ids.ts'
import { changedKeys } from './plan-changes.ts'
import {
  dropMembershipPackages,
  dropSessionPackages,
  putMembershipPackages,
  putSessionPackages,
} from './package-file-rows.ts'
import {
  addWaiverVersions,
  dropCoupons,
  dropPools,
  dropQuestions,
  dropWaivers,
  freeCodes,
  hideOptions,
  hideVenues,
  joinPools,
  leavePools,
  moveEvent,
  programIsAsRead,
  programIsNew,
  putCoupons,
  putEvents,
  putOptions,
  putPools,
  putProgram,
  putQuestions,
  putVenues,
  putWaivers,
  replaceTies,
} from './program-file-rows.ts'
import { programRow, venueRows } from './program-row.ts'
import type { StoredEvent, StoredProgram } from './stored-program.ts'
import { movedEvent } from './moved-event.ts'
import { stepsOf, wayOf } from './status-steps.ts'
import { writeAppointments } from './write-appointments.ts'
import { clearStore, writeStore } from './write-store.ts'

export type Known = {
  file: CompleteFile
  stored: StoredProgram | null
  ids: FileIds
  changes: ProgramChange[]
  firstDay: string /** SHA-256 of each waiver's text, by key */
  textHashes: Map<string, string> /** Why, for the history */
  reason: string
}

/** All statements that make a program what its file says, for one batch. */
export function writeProgram(ctx: Ctx, writing: Known): Statement[] {
  const { stored, file, ids, firstDay } = writing
  const row = programRow({
    file,
    ids,
    preferences: stored?.program.preferences ?? null,
    created: stored?.program.created ?? ctx.now,
    firstDay: stored?.program.first_applied_on ?? firstDay,
    now: ctx.now,
  })
  return [
    stored ? programIsAsRead(ctx.db, stored.program) : programIsNew(ctx.db, file.program),
    ...putProgram(ctx.db, row),
    ...outOfPools(ctx, writing),
    ...writeLists(ctx, writing),
    ...writeStore(ctx, writing),
    ...writePackages(ctx, writing),
    ...writeEvents(ctx, writing),
    ...writeCoupons(ctx, writing),
    ...writeAppointments(ctx, writing),
    ...removals(ctx, writing),
    ...clearStore(ctx, writing),
  ]
}

/** SHA-256 of each waiver's text, by its key. */
export async function textHashesOf({ waivers }: Pick<ProgramFile, 'waivers'>): Promise<Map<string, string>> {
  const hashes = await Promise.all(
    waivers.map(
      async ({ key, text }) =>
        [
          key,
          Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex'),
        ] as const,
    ),
  )
  return new Map(hashes)
}

function writeLists(ctx: Ctx, { file, ids, textHashes }: Known): Statement[] {
  const { db, now } = ctx
  const own = <Item extends { key: string }>(section: 'pools' | 'waivers' | 'questions', item: Item) => ({
    id: ids[section](item.key),
    program_id: file.program,
    key: item.key,
  })
  return [
    ...putVenues(db, venueRows({ file, ids })),
    ...putPools(
      db,
      file.pools.map((pool) => ({ ...own('pools', pool), spots_total: pool.spots_total, spots_taken: 0 })),
    ),
    ...putWaivers(
      db,
      file.waivers.map((waiver) => ({ ...own('waivers', waiver), version: waiver.version })),
    ),
    ...addWaiverVersions(
      db,
      file.waivers.map(({ key, version, title, text }) => ({
        waiver_id: ids.waivers(key),
        version,
        title,
        text,
        text_hash: textHashes.get(key) ?? '',
        created: now,
      })),
    ),
    ...putQuestions(
      db,
      file.questions.map((question) => {
        const { title, type, help, required, max_length, min, max, choices, show_if } = question
        const written = choices.map((choice) =>
          typeof choice === 'string' ? { value: choice, label: choice } : choice,
        )
        return {
          ...own('questions', question),
          title,
          type,
          help,
          required,
          max_length,
          minimum: min,
          maximum: max,
          choices: written,
          show_if: show_if && { field: ids.questions(show_if.field), equals: show_if.equals },
        }
      }),
    ),
  ]
}

/** Options of changed events leave their pools before those are written: a pool may have room only without what leaves it. */
function outOfPools(ctx: Ctx, { file, stored, changes }: Known): Statement[] {
  const { keys } = changedKeys(changes, 'events', file.events)
  const changed = new Set((stored?.events ?? []).filter(({ key }) => keys.has(key)).map(({ id }) => id))
  return leavePools(
    ctx.db,
    (stored?.options ?? []).filter(({ event_id }) => changed.has(event_id)).map(({ id }) => id),
  )
}

function writeEvents(ctx: Ctx, known: Known): Statement[] {
  const { file, ids, stored, changes } = known
  const { keys } = changedKeys(changes, 'events', file.events)
  const changed = file.events.filter(({ key }) => keys.has(key))
  if (changed.length === 0) return []

  const moves = changed.map((event) => ({ event, ...moveOf(ctx, { ...known, event }) }))
  const options = changed.flatMap((event) => optionRows(event, { file, ids, now: ctx.now }))
  const ties = changed.map((event) => eventTies(event, ids))
  const wanted = new Set(options.map(({ id }) => id))
  const eventIds = changed.map(({ key }) => ids.events(key))
  const left = (stored?.options ?? [])
    .filter(({ id, event_id, is_removed }) => !is_removed && eventIds.includes(event_id) && !wanted.has(id))
    .map(({ id }) => id)
  ctx.request.invalidateTags(...eventIds.map((id) => `event:${id}`))
  const rows = moves.map(({ event, standing }) => eventRow(event, { file, ids, now: ctx.now }, standing))
  return [
    ...historyRows(
      ctx,
      moves.flatMap(({ history }) => history),
    ),
    ...putEvents(ctx.db, rows),
    ...tellEventsChanged(
      ctx,
      rows.flatMap((row) =>
        movedEvent(stored, row, {
          venue_ids: ties
            .flatMap(({ venues }) => venues)
            .filter(({ event_id }) => event_id === row.id)
            .map(({ venue_id }) => venue_id),
          now: ctx.now,
        }),
      ),
    ),
    ...replaceTies(ctx.db, eventIds, {
      venues: ties.flatMap(({ venues }) => venues),
      tags: ties.flatMap(({ tags }) => tags),
      questions: ties.flatMap(({ questions }) => questions),
      products: ties.flatMap(({ products }) => products),
    }),
    ...putAttachments(
      ctx.db,
      'event_id',
      eventIds,
      changed.flatMap((event) => attachmentRows(event.attachments, { file, ids, event_id: ids.events(event.key) })),
    ),
    ...putOptions(
      ctx.db,
      options.map(({ pool_ids, ...row }) => row),
    ),
    ...joinPools(
      ctx.db,
      options.flatMap(({ id, pool_ids }) => pool_ids.map((pool_id) => ({ option_id: id, pool_id }))),
    ),
    ...(left.length > 0 ? hideOptions(ctx.db, left, ctx.now) : []),
  ]
}

/** History of the way an event goes, and how it stands at its end. */
function moveOf(
  ctx: Ctx,
  { event, stored, ids, reason }: Known & { event: CompleteFile['events'][number] },
): { history: Step[]; standing: { step: number; published: number | null } } {
  const row = stored?.events.find(({ key }) => key === event.key)
  const way = row ? (stepsBetween(row.status, event.status) ?? []) : [event.status]
  const published = row?.published ?? (event.status === 'published' || event.status === 'cancelled' ? ctx.now : null)
  return {
    history: wayOf(
      ctx,
      { object: 'event', id: ids.events(event.key), status: row?.status ?? null, step: row?.step ?? 0, reason },
      way,
    ),
    standing: { step: (row?.step ?? 0) + way.length, published },
  }
}

/** Coupons that are no longer named go first, and changed ones let go of their codes: no two have the same one at any moment. */
function writeCoupons(ctx: Ctx, { file, ids, stored, changes }: Known): Statement[] {
  const { keys } = changedKeys(changes, 'coupons', file.coupons)
  const rows = file.coupons
    .filter(({ key }) => keys.has(key))
    .map((coupon) => couponRow(coupon, { file, ids, now: ctx.now }))
  const gone = (stored?.coupons ?? []).filter(({ key }) => !file.coupons.some((coupon) => coupon.key === key))
  return [
    ...dropCoupons(
      ctx.db,
      gone.map(({ id }) => id),
    ),
    ...freeCodes(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    ...putCoupons(ctx.db, rows),
  ]
}

function writePackages(ctx: Ctx, { file, ids, changes }: Known): Statement[] {
  const at = { file, now: ctx.now }
  const changed = <Item extends { key: string }>(
    section: 'session_packages' | 'membership_packages',
    items: Item[],
  ) => {
    const { keys } = changedKeys(changes, section, items)
    return items.filter(({ key }) => keys.has(key))
  }
  return [
    ...putSessionPackages(
      ctx.db,
      changed('session_packages', file.session_packages).map((each) =>
        packageRow(each, ids.session_packages(each.key), at),
      ),
    ),
    ...putMembershipPackages(
      ctx.db,
      changed('membership_packages', file.membership_packages).map((each) =>
        packageRow(each, ids.membership_packages(each.key), at),
      ),
    ),
  ]
}

/** What the file no longer names: packages, questions, waivers and pools go, venues are hidden, events are archived. */
function removals(ctx: Ctx, { file, stored, reason }: Known): Statement[] {
  if (!stored) return []
  const { db } = ctx
  const gone = (section: 'venues' | 'pools' | 'waivers' | 'questions' | 'session_packages' | 'membership_packages') =>
    stored[section].filter(({ key }) => !file[section].some((item) => item.key === key)).map(({ id }) => id)
  const [venues, pools, waivers, questions, visits, memberships] = [
    gone('venues'),
    gone('pools'),
    gone('waivers'),
    gone('questions'),
    gone('session_packages'),
    gone('membership_packages'),
  ]
  return [
    ...stored.events
      .filter(({ key, status }) => status !== 'archived' && !file.events.some((event) => event.key === key))
      .flatMap((event) => archive(ctx, event, reason)),
    ...(venues.length > 0 ? [hideVenues(db, venues)] : []),
    ...(pools.length > 0 ? dropPools(db, pools) : []),
    ...(waivers.length > 0 ? dropWaivers(db, file.program, waivers) : []),
    ...(questions.length > 0 ? dropQuestions(db, questions) : []),
    ...(visits.length > 0 ? dropSessionPackages(db, visits) : []),
    ...(memberships.length > 0 ? dropMembershipPackages(db, memberships) : []),
  ]
}

function archive(ctx: Ctx, event: StoredEvent, reason: string): Statement[] {
  const way = stepsBetween(event.status, 'archived') ?? []
  ctx.request.invalidateTags(`event:${event.id}`)
  return [
    ...stepsOf(ctx, { ...event, object: 'event', reason }, way),
    moveEvent(ctx.db, event, {
      status: 'archived',
      step: event.step + way.length,
      published: event.published,
      updated: ctx.now,
    }),
  ]
}
