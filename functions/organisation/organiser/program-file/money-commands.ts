import type { OrganiserOrder } from '../../../contract/organisation/desk.ts'
import type { List } from '../../../contract/paging.ts'
import { type Payment, receivedAs } from '../../../contract/money/payment.ts'
import type { OrganiserRefundRequest } from '../../../contract/money/refund.ts'
import { writtenAmount } from '../../../contract/organisation/written-amount.ts'
import { type CallResult, callOrganiser, type Target } from './program-calls.ts'

/** The output of a command, one item per line; `code` is the exit code of the process. */
export type CommandOutput = { code: number; lines: string[] }
export const wrong = (...lines: string[]): CommandOutput => ({ code: 2, lines })

/**
 * `orders PROGRAM [record ORDER AMOUNT [WAY] [REFERENCE]]`: lists the orders that await money, or records received
 * money.
 */
export async function ordersCommand(
  target: Target,
  [program, act, order, amount, ...more]: string[],
): Promise<CommandOutput> {
  const path = `${encodeURIComponent(program ?? '')}/orders`
  const waiting = await callOrganiser<List<OrganiserOrder>>(target, `${path}?limit=100`, {})
  if (!waiting.ok) return refused(waiting)
  if (act === undefined) return listed(waiting.body, orderLine, 'No order waits for money.')
  const currency = waiting.body.data[0]?.amount_due.currency_code
  if (act !== 'record' || !order || !amount) return wrong('orders PROGRAM record ORDER AMOUNT [WAY] [REFERENCE]')
  const read = writtenAmount(amount, currency ?? '')
  if (read === null) return wrong(`${amount} is no amount.`)
  const [way = 'other', reference] = more
  if (!receivedAs.some((each) => each === way)) return wrong(`WAY is one of ${receivedAs.join(', ')}.`)
  const body = { amount: read, received_as: way, ...(reference ? { reference } : {}) }
  const paid = await post<Payment>(target, `${path}/${encodeURIComponent(order)}/payments`, body)
  return paid.ok ? done(`Recorded ${paid.body.amount_received.display}.`) : refused(paid)
}

/**
 * `refunds PROGRAM [approve REQUEST [AMOUNT] | decline REQUEST TEXT]`: lists the open refund requests, or decides one.
 */
export async function refundsCommand(target: Target, [program, act, request, value]: string[]): Promise<CommandOutput> {
  const path = `${encodeURIComponent(program ?? '')}/refund_requests`
  const waiting = await callOrganiser<List<OrganiserRefundRequest>>(target, `${path}?status=requested&limit=100`, {})
  if (!waiting.ok) return refused(waiting)
  if (act === undefined) return listed(waiting.body, requestLine, 'No refund waits for a decision.')
  const of = `${path}/${encodeURIComponent(request ?? '')}`
  if (act === 'decline' && request && value) {
    const declined = await post<OrganiserRefundRequest>(target, `${of}/decline`, { text: value })
    return declined.ok ? done('Declined.') : refused(declined)
  }
  if (act !== 'approve' || !request)
    return wrong('refunds PROGRAM approve REQUEST [AMOUNT]', 'refunds PROGRAM decline REQUEST TEXT')
  const amount =
    value === undefined ? undefined : writtenAmount(value, waiting.body.data[0]?.amount.currency_code ?? '')
  if (amount === null) return wrong(`${value} is no amount.`)
  const approved = await post<OrganiserRefundRequest>(target, `${of}/approve`, amount === undefined ? {} : { amount })
  return approved.ok ? done(`Approved ${approved.body.amount_approved?.display ?? ''}.`) : refused(approved)
}

const post = <Body>(target: Target, path: string, body: object): Promise<CallResult<Body>> =>
  callOrganiser<Body>(target, path, { method: 'POST', body: JSON.stringify(body) })
export const done = (line: string): CommandOutput => ({ code: 0, lines: [line] })
export const refused = ({ message }: { message: string }): CommandOutput => ({ code: 1, lines: [message] })

/** The rows of a list, one per line, and the number of further rows. */
export function listed<Row>({ data, total }: List<Row>, line: (row: Row) => string, none: string): CommandOutput {
  const rest = total > data.length ? [`and ${total - data.length} more`] : []
  return { code: 0, lines: data.length === 0 ? [none] : [...data.map(line), ...rest] }
}

const orderLine = ({ id, customer_name, amount_due, due_at }: OrganiserOrder): string =>
  [id, customer_name, amount_due.display, due_at ? `due ${due_at}` : ''].join('  ').trimEnd()
const requestLine = ({ id, customer_name, amount, receipt_number, created }: OrganiserRefundRequest): string =>
  [id, customer_name, amount.display, receipt_number ?? '', created].join('  ')
