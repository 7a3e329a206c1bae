import { parseArgs } from 'node:util'
import type { ProgramBilling } from '../../../contract/organisation/program-billing.ts'
import { billingStatuses } from '../../../contract/states/billing-states.ts'
import { refused, type CommandOutput, wrong } from './money-commands.ts'
import { callOrganiser, type Target } from './program-calls.ts'

const usage = [
  'billing PROGRAM                                 how the program stands with the people who run the site',
  'billing PROGRAM STATUS [--trial FROM..TO] [--period FROM..TO] [--product NAME]… [--account acct_…|none]',
  `STATUS is one of ${billingStatuses.join(', ')}; FROM and TO are days, like 2027-01-31.`,
]

/**
 * `billing PROGRAM [STATUS] [--trial FROM..TO] [--period FROM..TO] [--product NAME]… [--account ACCOUNT]`: shows or
 * changes the contract of a program.
 */
export async function billingCommand(target: Target, words: string[]): Promise<CommandOutput> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      trial: { type: 'string' },
      period: { type: 'string' },
      product: { type: 'string', multiple: true },
      account: { type: 'string' },
    },
  })
  const [program = '', status, ...more] = positionals
  const [trial, period] = [daysOf(values.trial), daysOf(values.period)]
  if (program === '' || more.length > 0 || trial === null || period === null) return wrong(...usage)
  const changes = {
    ...(status ? { status } : {}),
    ...(trial && { trial_start: trial[0], trial_end: trial[1] }),
    ...(period && { current_period_start: period[0], current_period_end: period[1] }),
    ...(values.account && { payment_provider_id: values.account === 'none' ? null : values.account }),
    ...(values.product && { products: values.product.map((name) => ({ name })) }),
  }
  const init = Object.keys(changes).length === 0 ? {} : { method: 'PUT', body: JSON.stringify(changes) }
  const answer = await callOrganiser<ProgramBilling>(target, `${encodeURIComponent(program)}/billing`, init)
  return answer.ok ? { code: 0, lines: linesOf(answer.body) } : refused(answer)
}

/** `2027-01-01..2027-01-31` as two days; undefined if absent, null if malformed. */
function daysOf(written: string | undefined): [string, string] | null | undefined {
  if (written === undefined) return undefined
  const days = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(written)
  return days?.[1] && days[2] ? [days[1], days[2]] : null
}

function linesOf(billing: ProgramBilling): string[] {
  const span = (from: string | null, to: string | null) =>
    from === null && to === null ? null : `${from?.slice(0, 10) ?? ''}..${to?.slice(0, 10) ?? ''}`
  const facts = [
    ['trial', span(billing.trial_start, billing.trial_end)],
    ['period', span(billing.current_period_start, billing.current_period_end)],
    [
      'products',
      billing.products.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} ${name}`)).join(', '),
    ],
    ['paid into', billing.payment_provider_id],
  ]
  return [
    `${billing.program_id}: ${billing.status.replaceAll('_', ' ')}`,
    ...facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])),
  ]
}
