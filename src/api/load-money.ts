import type { List } from '#contract/paging'
import type { OrganiserOrder } from '#contract/organisation/desk'
import type { Report, ReportName } from '#contract/organisation/reports'
import { instantOf } from '#contract/wall-clock'
import type { Days, MoneyFile, MoneyPage } from '../page-input/desk-money.ts'
import { apiFetch } from './api-client.ts'
import type { CurrentUser, ReadDesk } from './page-request.ts'

type ReportOf<Name extends ReportName> = Extract<Report, { report: Name }>
/** What the page of the money shows. The reports are null for a member who only takes payments. */
export type MoneyData = {
  sales: ReportOf<'sales'> | null
  due: ReportOf<'due'> | null
  payouts: ReportOf<'payouts'> | null
  orders: List<OrganiserOrder>
}

/** Orders on a page of their list, and groups of a report. */
export const ordersPerPage = 25
const maxGroups = 100

/** The instants between which an order of these days was made. */
function createdIn({ from, to }: Days, timezone: string): Record<string, string> {
  const startOf = (day: string, later: number) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    return new Date(instantOf({ year, month, day: date + later, hour: 0, minute: 0 }, timezone)).toISOString()
  }
  return { created_gte: startOf(from, 0), created_lt: startOf(to, 1) }
}

const ordersOf = (page: MoneyPage, timezone: string): Record<string, string> =>
  page.show === 'due'
    ? { is_owed: 'true', sort: 'due_at', order: 'asc' }
    : { all: 'true', sort: 'created', order: 'desc', ...createdIn(page, timezone) }

/** The reports of some days and the orders behind them; null where the member has no right to the orders. */
export async function loadMoney(read: ReadDesk, page: MoneyPage, timezone: string): Promise<MoneyData | null> {
  const query = (more: Record<string, string>) => new URLSearchParams({ from: page.from, to: page.to, ...more })
  const report = async <Name extends ReportName>(name: Name, more: Record<string, string>) => {
    const answer = await read<ReportOf<Name>>(`/reports/${name}?${query(more)}`)
    return answer === 'not_allowed' ? null : answer
  }
  const list = { ...ordersOf(page, timezone), limit: String(ordersPerPage), skip: String(page.skip) }
  const [sales, due, payouts, orders] = await Promise.all([
    report('sales', { by: page.by, limit: String(maxGroups) }),
    report('due', { by: 'month', limit: '1' }),
    report('payouts', { by: 'month', limit: '1' }),
    read<List<OrganiserOrder>>(`/orders?${new URLSearchParams(list)}`),
  ])
  return orders === null || orders === 'not_allowed' ? null : { sales, due, payouts, orders }
}

/** A report or the orders of some days as a file, as the current user. */
export async function loadMoneyFile(
  executionCtx: ExecutionContext,
  user: CurrentUser,
  input: Days & { report: MoneyFile; by: string; programId: string; language: string; timezone: string },
): Promise<Response> {
  const { report, from, to, by, programId, language, timezone } = input
  const query =
    report === 'orders'
      ? new URLSearchParams(createdIn(input, timezone))
      : new URLSearchParams({ from, to, by, format: 'csv' })
  const path = report === 'orders' ? 'orders/export' : `reports/${report}`
  return apiFetch(executionCtx, user.identity)(
    `/api/v1/organiser/programs/${encodeURIComponent(programId)}/${path}?${query}`,
    { headers: { 'accept-language': language } },
  )
}
