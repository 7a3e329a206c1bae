import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import { type List, list, type Page } from '../../contract/paging.ts'
import type { SessionCreditEntry } from '../../contract/booking/session-credit.ts'
import { localize } from '../../contract/texts.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { countCreditEntries, creditEntriesOf, type CreditEntryRow, programOfCredits } from './credit-rows.ts'

/** The ledger of the caller's credits with a program: bought, used, returned and expired. */
export async function listCreditEntries(
  ctx: CustomerContext,
  input: Page & { program_id: string },
): Promise<List<SessionCreditEntry>> {
  const whose = { customer_id: ctx.actor.customer_id, program_id: input.program_id }
  const [[program], rows, [totals]] = await ctx.db.batch([
    programOfCredits(ctx.db, input.program_id),
    creditEntriesOf(ctx.db, whose, input),
    countCreditEntries(ctx.db, whose),
  ])
  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  return list(
    rows.map((row) => showEntry(ctx, row)),
    totals?.total ?? 0,
    input,
  )
}

function showEntry(ctx: CustomerContext, row: CreditEntryRow): SessionCreditEntry {
  const { entry, booking, attendee, offer, redemption } = row
  const { name, text_languages } = localize(row.package, ctx.contentLanguage)
  return {
    id: entry.id,
    object: 'session_credit_entry',
    session_credit_id: entry.session_credit_id,
    kind: entry.kind,
    amount: entry.amount,
    package_name: name,
    registration_id: entry.registration_id,
    booking_title: booking
      ? localize(booking, ctx.contentLanguage).title
      : offer && localize(offer, ctx.contentLanguage).name,
    booking_starts_at: booking && instant(booking.starts_at),
    attendee_name: attendee && (`${attendee.first_name} ${attendee.last_name}`.trim() || null),
    redemption_id: redemption?.id ?? null,
    redemption_status: redemption?.status ?? null,
    note: entry.note ?? redemption?.note ?? null,
    text_languages: text_languages?.['name'] ? { package_name: text_languages['name'] } : undefined,
    created: instant(entry.created),
  }
}
