import { hourMs, minuteMs } from '../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { siteAlert } from '../../delivery/mail/site-alert.ts'
import { yieldToEventLoop } from '../../platform/run-budget.ts'
import type { Audited } from './audit-question-rows.ts'
import {
  askAboutAll,
  askAboutIds,
  askAboutStretch,
  type AuditViolation,
  changedBetween,
  lastRowOf,
  saveProgress,
  type Progress,
  readProgress,
  stretchAfter,
  touchedBy,
} from './audit-rows.ts'

/** Maximum number of changes checked per minute. */
const maxChanges = 1000
/** Rows per piece of the daily audit, and the time after which no piece of a minute begins. */
const rowsOfPiece = 1000
const walkMs = 1500
/** An earlier batch may commit slightly later than its timestamp. */
const overlapMs = minuteMs
/**
 * The hour in UTC at which the daily audit begins. It is night in our programs' time zones. The audit checks one
 * piece after the other each minute.
 */
const walkHour = 8
const walk: Audited[] = [
  'event_options',
  'pools',
  'coupons',
  'attendee_profiles',
  'registrations',
  'orders',
  'payments',
  'refunds',
  'outbox',
  'receipt_counters',
  'account_balances',
  'account_balance_entries',
  'product_variations',
  'session_credits',
  'memberships',
  'redemptions',
]

/**
 * Scheduled task: checks the rules of the stored totals. Recent changes are checked every minute, everything once a
 * day, in pieces. A violation is logged and mailed to the site's operator, once per day and rule.
 */
export async function auditBooks(ctx: Ctx): Promise<void> {
  const progress = (await readProgress(ctx.db)) ?? { until: ctx.now - overlapMs, day: dayOf(ctx.now), table: 0, row: 0 }
  const lately = await auditChanges(ctx, progress.until)
  const walked = await walkOn(ctx, progress)

  const after: Progress = { ...walked.progress, until: lately.until }
  if (JSON.stringify(after) !== JSON.stringify(progress)) await saveProgress(ctx.db, after, ctx.now)
  await reportBroken(ctx, [...lately.broken, ...walked.broken])
}

async function auditChanges(ctx: Ctx, since: number): Promise<{ broken: AuditViolation[]; until: number }> {
  const changed = await changedBetween(ctx.db, since, ctx.now, maxChanges)
  if (changed.length === 0) return { broken: [], until: since }
  const last = changed.at(-1)?.at ?? since
  const until = changed.length < maxChanges ? Math.max(since, ctx.now - overlapMs) : Math.max(last, since + 1)
  return { broken: await askAboutIds(ctx.db, await touchedBy(ctx.db, changed)), until }
}

// Continues the audit piece by piece while the minute has time. The audit of a new day begins at its hour, after the
// previous audit has finished.
async function walkOn(ctx: Ctx, progress: Progress): Promise<{ broken: AuditViolation[]; progress: Progress }> {
  const startedAt = performance.now()
  const today = dayOf(ctx.now - walkHour * hourMs)
  let at =
    walk[progress.table] === undefined && progress.day !== today
      ? { ...progress, day: today, table: 0, row: 0 }
      : progress
  const broken: AuditViolation[] = []
  while (walk[at.table] !== undefined) {
    const piece = await walkPiece(ctx, at)
    broken.push(...piece.broken)
    at = piece.progress
    if (performance.now() - startedAt >= walkMs || ctx.env.isBudgetSpent?.()) break
    await yieldToEventLoop()
  }
  await reportProgress(ctx, at, today)
  return { broken, progress: at }
}

async function walkPiece(ctx: Ctx, at: Progress): Promise<{ broken: AuditViolation[]; progress: Progress }> {
  const table = walk[at.table] as Audited
  const next = { ...at, table: at.table + 1, row: 0 }
  // These tables are small and have no row numbers.
  if (table === 'receipt_counters') return { broken: await askAboutAll(ctx.db, table), progress: next }
  const { rows, until } = await stretchAfter(ctx.db, table, at.row, rowsOfPiece)
  const broken = rows === 0 ? [] : await askAboutStretch(ctx.db, table, { after: at.row, until, rows })
  return { broken, progress: rows < rowsOfPiece ? next : { ...at, row: until } }
}

// An audit that takes more than a day continues, and logs its progress each hour.
async function reportProgress(ctx: Ctx, at: Progress, today: string): Promise<void> {
  const table = walk[at.table]
  if (table === undefined || at.day === today || ctx.now % hourMs >= minuteMs) return
  const part = at.row === 0 ? 0 : at.row / Math.max(1, await lastRowOf(ctx.db, table))
  ctx.log('audit_not_through', {
    kind: table,
    percent: Math.floor((100 * (at.table + Math.min(1, part))) / walk.length),
  })
}

async function reportBroken(ctx: Ctx, broken: AuditViolation[]): Promise<void> {
  for (const { name, count, ids } of broken) ctx.log('audit_failed', { why: name, rows: count, ids: ids.join(' ') })
  const alerts = broken.flatMap(({ name, count, ids }) =>
    siteAlert(ctx, {
      about: `audit:${name}`,
      words: `The books do not hold: ${name}. Nothing was changed; someone needs to check it.`,
      facts: { Found: count, Ids: ids.join(', ') },
    }),
  )
  if (alerts.length > 0) await commit(ctx, alerts)
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
