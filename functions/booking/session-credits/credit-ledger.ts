import type { PackageTerms } from '../../contract/booking/session-credit.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { creditsExpireAt } from './credit-rules.ts'
import { expiredCredits } from './expiry-rows.ts'
import { insertCreditEntry, insertCredits, insertPurchase, payCredits } from './credit-rows.ts'

type PaidOrder = { id: string; program_id: string; customer_id: string; customer_profile_id: string }
type PaidLine = {
  id: string
  product_id: string
  quantity: number
  attendee_profile_id: string | null
  package_terms: PackageTerms | null
  cancelled_at: number | null
}
/** Maximum number of credits that expire in one run. */
const maxInRun = 200

/** The id of a line item's credits. It is the same whether a booking in the cart or the payment creates them. */
export const creditsOfLine = (itemId: string): string => `crd_${itemId.replace(/^itm_/, '')}`

/** Statements that grant the credits of an order's packages, for the batch in which it is paid; once per line item. */
export function grantCredits(
  ctx: Ctx,
  order: PaidOrder,
  { lines, timezone }: { lines: readonly PaidLine[]; timezone: string },
): Statement[] {
  return lines.flatMap((line) => {
    const { package_terms: terms } = line
    if (terms === null || line.cancelled_at !== null) return []
    const expires_at = creditsExpireAt(terms, { now: ctx.now, timezone })
    return [
      ...makeCredits(ctx, order, line, { is_paid: true, expires_at }),
      payCredits(ctx.db, creditsOfLine(line.id), { expires_at, updated: ctx.now }),
    ]
  })
}

/** Statements that create the credits of a line item still in its cart, for bookings in the same order. */
export const makeUnpaidCredits = (ctx: Ctx, order: PaidOrder, line: PaidLine): Statement[] =>
  makeCredits(ctx, order, line, { is_paid: false, expires_at: null })

function makeCredits(
  ctx: Ctx,
  order: PaidOrder,
  line: PaidLine,
  state: { is_paid: boolean; expires_at: number | null },
): Statement[] {
  const terms = line.package_terms
  if (terms === null) return []
  const id = creditsOfLine(line.id)
  const amount = terms.is_unlimited ? 0 : (terms.allocated_amount ?? 0) * line.quantity
  const credits = insertCredits(ctx.db, {
    id,
    program_id: order.program_id,
    customer_id: order.customer_id,
    customer_profile_id: order.customer_profile_id,
    attendee_profile_id: line.attendee_profile_id,
    package_id: line.product_id,
    order_id: order.id,
    order_item_id: line.id,
    amount,
    is_unlimited: terms.is_unlimited,
    ...state,
    created: ctx.now,
    updated: ctx.now,
  })
  const entry = { kind: 'purchase', amount, dedupe: `purchase:${line.id}` } as const
  return terms.is_unlimited ? [credits] : [credits, insertPurchase(ctx.db, entryRow(ctx, id, entry))]
}

/** Scheduled task: expires the remaining credits of ended entries, with a ledger entry. */
export async function expireCredits(ctx: Ctx): Promise<void> {
  const over = await expiredCredits(ctx.db, ctx.now, maxInRun)
  if (over.length === 0) return
  await commit(
    ctx,
    over.map(({ id, available, updated }) =>
      // Visits returned to ended credits expire again.
      enterCredits(ctx, id, { kind: 'expire', amount: -available, dedupe: `expire:${id}:${updated}` }),
    ),
  )
}

type Entry = Pick<Parameters<typeof insertCreditEntry>[1], 'kind' | 'amount' | 'dedupe'>

// The schema keeps the sum up to date and refuses to overspend.
const enterCredits = (ctx: Ctx, session_credit_id: string, entry: Entry): Statement =>
  insertCreditEntry(ctx.db, entryRow(ctx, session_credit_id, entry))

const entryRow = (ctx: Ctx, session_credit_id: string, entry: Entry) => ({
  id: ctx.newId('cre'),
  session_credit_id,
  registration_id: null,
  ...entry,
  created: ctx.now,
})
