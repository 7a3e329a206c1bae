import type { ProgramFile } from '../../../contract/organisation/organiser.ts'
import type { Translations } from '../../../contract/texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { dropResources, putResources } from './appointment-file-rows.ts'
import type { Statement } from '../../../platform/database/database.ts'
import { couponRow, packageRow } from './event-row.ts'
import {
  dropMembershipPackages,
  dropSessionPackages,
  putMembershipPackages,
  putSessionPackages,
} from './package-file-rows.ts'
import { splitTexts } from './file-texts.ts'
import { changedKeys } from './plan-changes.ts'
import {
  addWaiverVersions,
  dropCoupons,
  dropPools,
  dropQuestions,
  dropWaivers,
  freeCodes,
  hideVenues,
  putCoupons,
  putPools,
  putQuestions,
  putVenues,
  putWaivers,
} from './program-file-rows.ts'
import { questionRow, venueRows } from './program-row.ts'
import { storedPackagePlan } from './payment-plan-of-file.ts'
import { rowsWithout } from './rows-by.ts'
import type { ProgramWrite } from './write-program.ts'

/** Statements that write venues, people and rooms, pools, waivers and questions. */
export function writeLists(ctx: Ctx, { file, ids, textHashes }: ProgramWrite): Statement[] {
  const { db, now } = ctx
  const own = <Item extends { key: string }>(section: 'resources' | 'pools' | 'waivers', item: Item) => ({
    id: ids[section](item.key),
    program_id: file.program,
    key: item.key,
  })
  return [
    ...putVenues(db, venueRows({ file, ids })),
    ...putResources(
      db,
      file.resources.map((resource, position) => ({ ...own('resources', resource), ...resource, position })),
    ),
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
        ...withHashes(splitTexts({ title, text }, file.language), textHashes),
        waiver_id: ids.waivers(key),
        version,
        created: now,
      })),
    ),
    ...putQuestions(
      db,
      file.questions.map((question) => questionRow(question, { file, ids })),
    ),
  ]
}

/**
 * Statements that first delete missing coupons and clear the codes of changed ones, so that no two coupons have the
 * same code at any time.
 */
export function writeCoupons(ctx: Ctx, { file, ids, stored, changes }: ProgramWrite): Statement[] {
  const { keys } = changedKeys(changes, 'coupons', file.coupons)
  const rows = file.coupons
    .filter(({ key }) => keys.has(key))
    .map((coupon) => couponRow(coupon, { file, ids, now: ctx.now }))
  const gone = rowsWithout(stored?.coupons ?? [], file.coupons)
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

/** Statements that write new and changed packages. */
export function writePackages(ctx: Ctx, { file, ids, changes }: ProgramWrite): Statement[] {
  const writing = { file, now: ctx.now }
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
      changed('session_packages', file.session_packages).map((each) => ({
        ...packageRow(each, ids.session_packages(each.key), writing),
        payment_plan: each.payment_plan && storedPackagePlan(each.payment_plan, file.default_currency),
      })),
    ),
    ...putMembershipPackages(
      ctx.db,
      changed('membership_packages', file.membership_packages).map((each) =>
        packageRow(each, ids.membership_packages(each.key), writing),
      ),
    ),
  ]
}

/** Statements that delete missing packages, people and rooms, questions, waivers and pools, and hide missing venues. */
export function writeRemovals(ctx: Ctx, { file, stored }: ProgramWrite): Statement[] {
  if (!stored) return []
  const { db } = ctx
  const gone = (
    section: 'venues' | 'resources' | 'pools' | 'waivers' | 'questions' | 'session_packages' | 'membership_packages',
  ) => rowsWithout<{ id: string; key: string }>(stored[section], file[section]).map(({ id }) => id)
  const [venues, resources, pools, waivers, questions, visits, memberships] = [
    gone('venues'),
    gone('resources'),
    gone('pools'),
    gone('waivers'),
    gone('questions'),
    gone('session_packages'),
    gone('membership_packages'),
  ]
  return [
    ...(venues.length > 0 ? [hideVenues(db, venues)] : []),
    ...(resources.length > 0 ? dropResources(db, resources) : []),
    ...(pools.length > 0 ? dropPools(db, pools) : []),
    ...(waivers.length > 0 ? dropWaivers(db, file.program, waivers) : []),
    ...(questions.length > 0 ? dropQuestions(db, questions) : []),
    ...(visits.length > 0 ? dropSessionPackages(db, visits) : []),
    ...(memberships.length > 0 ? dropMembershipPackages(db, memberships) : []),
  ]
}

/** A map from each text of a waiver, in every language, to its SHA-256. */
export async function textHashesOf({ waivers }: Pick<ProgramFile, 'waivers'>): Promise<Map<string, string>> {
  const texts = waivers.flatMap(({ text }) => (typeof text === 'string' ? [text] : Object.values(text)))
  const hashes = await Promise.all(
    texts.map(
      async (text) =>
        [
          text,
          Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex'),
        ] as const,
    ),
  )
  return new Map(hashes)
}

type WaiverTexts = { title: string; text: string; translations: Translations }
/** Customers accept the text that they read, so each language has its own hash. */
function withHashes({ title, text, translations }: WaiverTexts, hashes: ReadonlyMap<string, string>) {
  const { language, ...others } = translations
  const hashed = Object.entries(others).map(([name, words]) => [
    name,
    words.text ? { ...words, text_hash: hashes.get(words.text) ?? '' } : words,
  ])
  return {
    title,
    text,
    text_hash: hashes.get(text) ?? '',
    translations: { language, ...Object.fromEntries(hashed) } as Translations,
  }
}
