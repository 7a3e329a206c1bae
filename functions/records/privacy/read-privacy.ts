import { instant } from '../../contract/instant.ts'
import { money } from '../../contract/display-money.ts'
import { localize } from '../../contract/texts.ts'
import type { AccountDeletion, DataExport, Privacy } from '../../contract/records/privacy.ts'
import type { CustomerContext } from '../../platform/context.ts'
import {
  type AccountDeletionRow,
  balancesLeft,
  type DataExportRow,
  latestExport,
  openDeletion,
  upcomingOf,
} from './privacy-rows.ts'

/** The path with which the owner of an archive downloads it. */
export const exportAddress = ({ program_id, id }: Pick<DataExportRow, 'program_id' | 'customer_id' | 'id'>): string =>
  `/pg/${program_id}/profile/privacy/export/${id}`

/** An archive on the wire; its link requires a log-in. */
export function showExport(row: DataExportRow, now: number, addressOf = exportAddress): DataExport {
  const isOver = row.status === 'ready' && (row.expires_at ?? 0) <= now
  const status = isOver ? 'expired' : row.status
  return {
    id: row.id,
    object: 'data_export',
    status,
    url: status === 'ready' ? addressOf(row) : null,
    size: row.size,
    created: instant(row.created),
    expires_at: instant(row.expires_at),
  }
}

export function showDeletion(row: AccountDeletionRow): AccountDeletion {
  return {
    id: row.id,
    object: 'account_deletion',
    status: row.completed_at !== null ? 'completed' : row.withdrawn_at !== null ? 'withdrawn' : 'scheduled',
    erase_at: instant(row.erase_at),
    created: instant(row.created),
  }
}

/** GET profile/privacy: the latest archive, a scheduled deletion, and the bookings that prevent one. */
export async function readPrivacy(ctx: CustomerContext, addressOf = exportAddress): Promise<Privacy> {
  const { customer_id } = ctx.actor
  const [[archive], [deletion], upcoming, balances] = await ctx.db.batch([
    latestExport(ctx, customer_id),
    openDeletion(ctx, customer_id),
    upcomingOf(ctx, customer_id),
    balancesLeft(ctx, customer_id),
  ])
  return {
    object: 'privacy',
    data_export: archive ? showExport(archive, ctx.now, addressOf) : null,
    account_deletion: deletion ? showDeletion(deletion) : null,
    upcoming: upcoming.map(({ attendee, starts_at, title, translations, ...booking }) => ({
      ...booking,
      title: localize({ title, translations }, ctx.language).title,
      attendee_name: `${attendee.first_name} ${attendee.last_name}`.trim(),
      starts_at: instant(starts_at),
    })),
    balances: balances.map(({ amount, currency, country, ...program }) => ({
      ...program,
      amount: money(amount, { currency, program: { country } }, ctx.language),
    })),
  }
}
