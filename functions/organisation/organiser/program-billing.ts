import { mayChangeAll } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import { moneyUnderWaySentence } from '../../contract/sentences/sentence.ts'
import { instant } from '../../contract/instant.ts'
import type { ProgramBilling, UpdateProgramBillingRequest } from '../../contract/organisation/program-billing.ts'
import type { Ctx, OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard, guardThat } from '../../platform/database/guard.ts'
import { historyRow } from '../../platform/database/history.ts'
import {
  type BillingRow,
  billingOf,
  updateBillingStatus,
  noMoneyUnderWay,
  ordersWithMoneyUnderWay,
  putBilling,
} from './billing-rows.ts'
import { mayTransition } from '../../contract/states/billing-states.ts'
import { checkBillingDates } from './billing-dates.ts'

/** The contract of a program with the operator of the site. */
export async function getBilling(ctx: Ctx, input: { program_id: string }): Promise<ProgramBilling> {
  return showBilling(await findBilling(ctx, input.program_id))
}

/** Changes the given fields of the contract; only for the operator. */
export async function updateBilling(
  ctx: OrganiserContext,
  {
    program_id,
    status,
    payment_provider_id: account,
    ...request
  }: UpdateProgramBillingRequest & { program_id: string },
): Promise<ProgramBilling> {
  if (!mayChangeAll(ctx.actor)) throw new ApiError('transition_not_allowed', { param: 'program_id' })
  const read = await findBilling(ctx, program_id)
  const { step, ...current } = read.terms ?? noTerms(program_id)
  const dates = Object.fromEntries(
    dateNames.flatMap((name) => {
      const text = request[name]
      return text === undefined ? [] : [[name, text === null ? null : Date.parse(text)]]
    }),
  )
  const terms = { ...current, ...dates, ...(request.products ? { products: request.products } : {}) }
  const desired = { ...terms, status: status ?? read.status, account: account === undefined ? read.account : account }
  const isMoved = desired.account !== read.account

  const mistake = checkBillingDates(desired)
  if (mistake) throw new ApiError(mistake.type, { param: mistake.param })
  if (!mayTransition(read.status, desired.status)) throw new ApiError('state_conflict', { param: read.status })
  if (!isMoved && desired.status === read.status && JSON.stringify(terms) === JSON.stringify(current))
    return showBilling(read)

  if (isMoved) await checkNoMoneyUnderWay(ctx, program_id)
  ctx.request.invalidateTags(`program:${program_id}`, 'programs')
  const [[changed]] = await commit(
    ctx,
    [
      ...(isMoved ? [guardThat(ctx.db, noMoneyUnderWay(program_id), 'payment_in_progress')] : []),
      updateBillingStatus(ctx.db, read, desired),
      guard(ctx.db, 'state'),
      putBilling(ctx.db, { ...terms, step: step + 1, updated: ctx.now }),
      historyRow(ctx, {
        ...{ object: 'program_billing', object_id: program_id, step },
        ...{ from: read.status, to: desired.status, actor: ctx.actor, at: ctx.now },
      }),
    ],
    billingOf(ctx.db, program_id),
  )
  if (!changed) throw new ApiError('internal_error')
  return showBilling(changed)
}

// The guard statement of the batch decides; this check can name the orders.
async function checkNoMoneyUnderWay(ctx: Ctx, programId: string): Promise<void> {
  const orders = await ordersWithMoneyUnderWay(ctx.db, programId)
  if (orders.length > 0)
    throw new ApiError('payment_in_progress', {
      param: 'payment_provider_id',
      message: moneyUnderWaySentence(orders, ctx.language),
    })
}

const dateNames = ['trial_start', 'trial_end', 'current_period_start', 'current_period_end'] as const
const noTerms = (program_id: string): NonNullable<BillingRow['terms']> => ({
  program_id,
  step: 0,
  trial_start: null,
  trial_end: null,
  current_period_start: null,
  current_period_end: null,
  products: [],
  updated: 0,
})

async function findBilling(ctx: Ctx, program_id: string): Promise<BillingRow> {
  const [row] = await billingOf(ctx.db, program_id)
  if (!row) throw new ApiError('not_found', { param: 'program_id' })
  return row
}

function showBilling({ program_id, status, account, terms }: BillingRow): ProgramBilling {
  return {
    object: 'program_billing',
    program_id,
    status,
    trial_start: instant(terms?.trial_start ?? null),
    trial_end: instant(terms?.trial_end ?? null),
    current_period_start: instant(terms?.current_period_start ?? null),
    current_period_end: instant(terms?.current_period_end ?? null),
    products: terms?.products ?? [],
    payment_provider_id: account,
    updated: instant(terms?.updated ?? null),
  }
}
