import { ApiError } from '../../contract/api-error.ts'
import type { AdjustVisitsRequest, OrganiserSessionCredit } from '../../contract/booking/redemption.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { creationRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { raiseTotal } from './adjust-rows.ts'
import { insertCreditEntry } from './credit-rows.ts'
import { areCreditsValid } from './credit-rules.ts'
import { showForProgram } from './list-redemptions.ts'
import { creditOfProgram } from './redemption-rows.ts'
import { creditGone } from './spend-credit.ts'

type AdjustInput = AdjustVisitsRequest & { program_id: string; session_credit_id: string }

/**
 * Corrects the visits that are left of a package by an entry of its ledger with a note, and mails the customer. The
 * schema refuses to take off more than are left.
 */
export async function adjustVisits(ctx: OrganiserContext, input: AdjustInput): Promise<OrganiserSessionCredit> {
  const { session_credit_id, by, reason } = input
  const [found] = await creditOfProgram(ctx.db, input)
  if (!found) throw new ApiError('not_found', { param: 'session_credit_id' })
  if (found.credit.is_unlimited) throw new ApiError('invalid_option', { param: 'session_credit_id' })
  if (!areCreditsValid(found.credit, ctx.now))
    throw new ApiError('credit_not_available', { param: 'session_credit_id' })

  const id = ctx.newId('cre')
  const [[row]] = await commit(
    ctx,
    [
      ...(by > 0 ? [raiseTotal(ctx.db, session_credit_id, by)] : []),
      insertCreditEntry(ctx.db, {
        ...{ id, session_credit_id, kind: 'adjust', amount: by, registration_id: null },
        ...{ dedupe: `adjust:${id}`, created: ctx.now, note: reason },
      }),
      creationRow(ctx, { object: 'session_credit_entry', id, to: 'adjust' }, { actor: ctx.actor, note: reason }),
      ...(input.notify ? [recordEvent(ctx, { kind: 'session_credit.adjusted', ref: id, body: {} })] : []),
    ],
    creditOfProgram(ctx.db, input),
  ).catch(creditGone)
  if (!row) throw new ApiError('internal_error')
  return showForProgram(ctx, row)
}
