import type { FileOption, FilePaymentPlan } from '../../../contract/organisation/file-events.ts'
import type { FilePackagePlan, FileSessionPackage } from '../../../contract/organisation/file-packages.ts'
import type { Refusal } from '../../../contract/organisation/organiser.ts'
import type { PaymentPlan } from '../../../contract/offering/payment-plan.ts'
import { decimalOf, isPayable, minorUnits } from './file-amounts.ts'
import { refuseWhen } from './refuse.ts'

type Event = { starts_at: string | null; currency: string; path: string }

/**
 * Checks the payment plan of an option: one deposit below the price, and instalments with one day each, the last one by
 * the start.
 */
export function checkPaymentPlan(
  { payment_plan: plan, free, cost }: Pick<FileOption, 'payment_plan' | 'free' | 'cost'>,
  { starts_at, currency, path }: Event,
): Refusal[] {
  if (!plan) return []
  const { parts } = plan
  const isWritten = starts_at !== null && /^\d{4}-/.test(starts_at)
  return [
    ...refuseWhen(free, 'invalid_option', { path, message: 'What is free has nothing to pay in parts.' }),
    ...checkDeposit(plan, { cost, currency, path }),
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

type Deposit = Pick<FilePaymentPlan, 'deposit_percent' | 'deposit_amount'>

function checkDeposit(
  { deposit_percent: percent, deposit_amount: amount }: Deposit,
  { cost, currency, path }: { cost: number | null; currency: string; path: string },
): Refusal[] {
  return [
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
  ]
}

const daysOf = { day: 1, week: 7, month: 28, year: 365 } as const

/**
 * Checks the payment plan of a session package: one deposit below the price, and instalments with one day each, within
 * its validity.
 */
export function checkPackagePlan(
  { payment_plan: plan, cost, expiry_amount, expiry_period }: FileSessionPackage,
  { currency, path }: { currency: string; path: string },
): Refusal[] {
  if (!plan) return []
  const validDays = expiry_amount !== null && expiry_period !== null ? expiry_amount * daysOf[expiry_period] : null
  return [
    ...checkDeposit(plan, { cost, currency, path }),
    ...refuseWhen(plan.parts.length === 0, 'required', {
      path: `${path}.parts`,
      message: 'Say when the parts are due.',
    }),
    ...plan.parts.flatMap(({ days_after, due_on }, index) => [
      ...refuseWhen((days_after === null) === (due_on === null), 'required', {
        path: `${path}.parts[${index}]`,
        message: 'Say days_after or due_on, one of the two.',
      }),
      ...refuseWhen(validDays !== null && days_after !== null && days_after > validDays, 'out_of_range', {
        path: `${path}.parts[${index}].days_after`,
        message: 'A part is due while the visits are good.',
      }),
    ]),
  ]
}

/** The stored form of a plan. */
export const storedPlan = (plan: FilePaymentPlan, currency: string): PaymentPlan => ({
  deposit: storedDeposit(plan, currency),
  parts: plan.parts.map(({ days_before, due_on }) =>
    due_on === null ? { days_before: days_before ?? 0 } : { on: due_on },
  ),
})

/** The file's form of a stored plan. */
export const filePlan = ({ deposit, parts }: PaymentPlan, currency: string): FilePaymentPlan => ({
  ...fileDeposit(deposit, currency),
  parts: parts.map((part) => ({
    days_before: 'days_before' in part ? part.days_before : null,
    due_on: 'on' in part ? part.on : null,
  })),
})

/** The stored form of a session package's plan. */
export const storedPackagePlan = (plan: FilePackagePlan, currency: string): PaymentPlan => ({
  deposit: storedDeposit(plan, currency),
  parts: plan.parts.map(({ days_after, due_on }) =>
    due_on === null ? { days_after: days_after ?? 1 } : { on: due_on },
  ),
})
export const filePackagePlan = ({ deposit, parts }: PaymentPlan, currency: string): FilePackagePlan => ({
  ...fileDeposit(deposit, currency),
  parts: parts.map((part) => ({
    days_after: 'days_after' in part ? part.days_after : null,
    due_on: 'on' in part ? part.on : null,
  })),
})

const storedDeposit = ({ deposit_percent, deposit_amount }: Deposit, currency: string): PaymentPlan['deposit'] =>
  deposit_amount === null ? { percent: deposit_percent ?? 0 } : { amount: minorUnits(deposit_amount, currency) }
const fileDeposit = (deposit: PaymentPlan['deposit'], currency: string): Deposit => ({
  deposit_percent: 'percent' in deposit ? deposit.percent : null,
  deposit_amount: 'amount' in deposit ? decimalOf(deposit.amount, currency) : null,
})
