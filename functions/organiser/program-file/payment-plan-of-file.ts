import type { FileOption, FilePaymentPlan } from '../../contract/file-events.ts'
import type { Refusal } from '../../contract/organiser.ts'
import type { PaymentPlan } from '../../contract/payment-plan.ts'
import { decimalOf, isPayable, minorUnits } from './file-amounts.ts'
import { refuseWhen } from './refuse.ts'

type Event = { starts_at: string | null; currency: string; path: string }

/** A payment plan of a file: one deposit below the price, and parts that each say one day, the last of them by the start. */
export function checkPaymentPlan(
  { payment_plan: plan, free, cost }: Pick<FileOption, 'payment_plan' | 'free' | 'cost'>,
  { starts_at, currency, path }: Event,
): Refusal[] {
  if (!plan) return []
  const { deposit_percent: percent, deposit_amount: amount, parts } = plan
  const isWritten = starts_at !== null && /^\d{4}-/.test(starts_at)
  return [
    ...refuseWhen(free, 'invalid_option', { path, message: 'What is free has nothing to pay in parts.' }),
    ...refuseWhen((percent === null) === (amount === null), 'required', {
      path: `${path}.deposit_percent`,
      message: 'Say deposit_percent or deposit_amount, one of the two.',
    }),
    ...refuseWhen(amount !== null && (amount === 0 || !isPayable(amount, currency)), 'invalid_amount', {
      path: `${path}.deposit_amount`,
      message: `Enter an amount above 0 that ${currency} has coins for.`,
    }),
    ...refuseWhen(amount !== null && cost !== null && amount >= cost, 'out_of_range', {
      path: `${path}.deposit_amount`,
      message: 'The deposit is less than the price.',
    }),
    ...refuseWhen(parts.length === 0, 'required', { path: `${path}.parts`, message: 'Say when the parts are due.' }),
    ...parts.flatMap(({ days_before, due_on }, index) => [
      ...refuseWhen((days_before === null) === (due_on === null), 'required', {
        path: `${path}.parts[${index}]`,
        message: 'Say days_before or due_on, one of the two.',
      }),
      ...refuseWhen(isWritten && due_on !== null && due_on > (starts_at ?? '').slice(0, 10), 'out_of_range', {
        path: `${path}.parts[${index}].due_on`,
        message: 'A part is due by the day of the start.',
      }),
    ]),
  ]
}

/** A plan of a file as it is stored. */
export const storedPlan = (plan: FilePaymentPlan, currency: string): PaymentPlan => ({
  deposit:
    plan.deposit_amount === null
      ? { percent: plan.deposit_percent ?? 0 }
      : { amount: minorUnits(plan.deposit_amount, currency) },
  parts: plan.parts.map(({ days_before, due_on }) =>
    due_on === null ? { days_before: days_before ?? 0 } : { on: due_on },
  ),
})

/** A stored plan as a file says it. */
export const filePlan = ({ deposit, parts }: PaymentPlan, currency: string): FilePaymentPlan => ({
  deposit_percent: 'percent' in deposit ? deposit.percent : null,
  deposit_amount: 'amount' in deposit ? decimalOf(deposit.amount, currency) : null,
  parts: parts.map((part) => ({
    days_before: 'days_before' in part ? part.days_before : null,
    due_on: 'on' in part ? part.on : null,
  })),
})
