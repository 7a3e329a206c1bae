import type { PackageTerms } from '../../contract/booking/session-credit.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { insertCredits, insertPurchase } from './credit-rows.ts'
import { creditsExpireAt } from './credit-rules.ts'

type Whom = { program_id: string; customer_id: string; customer_profile_id: string; attendee_profile_id: string }
type Visit = Pick<PackageTerms, 'expiry_amount' | 'expiry_period'> & {
  package_id: string
  timezone: string
  /** Idempotency key: each cause gives one visit. */
  dedupe: string
}

/** Statements that give a person a visit of a package without a payment. It expires like a package bought now. */
export function creditOneVisit(ctx: Ctx, whom: Whom, visit: Visit): Statement[] {
  const { package_id, dedupe } = visit
  const { program_id, customer_id, customer_profile_id, attendee_profile_id } = whom
  const id = `crd_${dedupe.replaceAll(':', '_')}`
  const created = ctx.now
  return [
    insertCredits(ctx.db, {
      ...{ id, program_id, customer_id, customer_profile_id, attendee_profile_id, package_id },
      ...{ amount: 1, expires_at: creditsExpireAt(visit, { now: ctx.now, timezone: visit.timezone }) },
      ...{ created, updated: created },
    }),
    insertPurchase(ctx.db, {
      ...{ id: ctx.newId('cre'), session_credit_id: id, kind: 'adjust', amount: 1, registration_id: null },
      ...{ dedupe, created },
    }),
  ]
}
