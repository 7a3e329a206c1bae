import { type MoneyReportName, reportGroups, type Report } from '../../functions/contract/organisation/reports.ts'
import { dayMs } from '../../functions/contract/limits.ts'
import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import { reportDifferences } from '../../functions/test-bench/report-sums.ts'
import { arrivedOf, type Booking, type ModelOrder, paidOf, reservedOf, returnedOf, sum } from './booking-state.ts'
import type { World } from './booking-world.ts'

type MoneyReport = Extract<Report, { report: MoneyReportName }>
type Sums = Record<string, number>

/** Days around the life of a program. A membership that is moved in time begins before its program. */
const daysAround = 90

/** Compares each report of money, by each of its groups, with the sums of the orders of the model. */
export async function compareReports(world: World): Promise<string[]> {
  const right = sumsOf(world.booking)
  const findings: string[] = []
  for (const name of ['sales', 'due', 'payouts'] as const)
    for (const by of reportGroups)
      findings.push(...reportDifferences(await readReport(world, `${name}?by=${by}`), right[name]))
  return findings
}

async function readReport({ site, programId }: World, address: string): Promise<MoneyReport> {
  const day = (days: number) => new Date(site.now() + days * dayMs).toISOString().slice(0, 10)
  const query = `from=${day(-daysAround)}&to=${day(daysAround)}&limit=100`
  const path = `/api/v1/organiser/programs/${programId}/reports/${address}&${query}`
  const answer = await site.call(path, { headers: organiserHeaders })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.text}`)
  return answer.body as MoneyReport
}

const isPlaced = ({ status }: ModelOrder) => status !== 'draft' && status !== 'expired' && status !== 'cancelled'
const isSubmitted = (order: ModelOrder) =>
  order.status === 'paid' || order.due !== null || order.membership !== undefined || paidOf(order) > arrivedOf(order)

/** What is still to be paid of an order, without the balance that it reserves. */
function owedOf(order: ModelOrder): number {
  if (!isPlaced(order) || !isSubmitted(order)) return 0
  const { sums, cancelled, waived, moves } = order
  const rest =
    order.status === 'paid'
      ? paidOf(order) - returnedOf(order)
      : (moves?.carried ?? 0) + paidOf(order) - arrivedOf(order) + reservedOf(order)
  return Math.max(0, sums.total - cancelled - waived - rest)
}

function sumsOf({ orders }: Booking): Record<MoneyReportName, Sums> {
  const sold = orders.filter((order) => (isPlaced(order) && isSubmitted(order)) || paidOf(order) > 0)
  const added = (which: readonly ModelOrder[], amount: (order: ModelOrder) => number) => sum(which.map(amount))
  const money = (which: readonly ModelOrder[]) => ({
    orders: which.length,
    amount_total: added(which, ({ sums }) => sums.total),
    amount_paid: added(which, paidOf),
    amount_returned: added(which, arrivedOf),
    amount_due: added(which, owedOf),
  })
  const received = added(orders, paidOf)
  const returned = added(orders, arrivedOf)
  return {
    sales: {
      ...money(sold),
      amount_discount: added(sold, ({ sums }) => sums.discount),
      amount_fee: added(sold, ({ sums }) => sums.fee),
      amount_tax: added(sold, ({ sums }) => sums.tax),
      amount_subtotal: added(sold, ({ lines }) => sum(lines.map(({ price }) => price))),
    },
    due: money(sold.filter((order) => owedOf(order) > 0)),
    payouts: { amount_received: received, amount_returned: returned, amount_net: received - returned },
  }
}
