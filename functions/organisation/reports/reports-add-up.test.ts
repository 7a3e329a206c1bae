import { beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '../../contract/limits.ts'
import type { StaffMove } from '../../contract/changes/staff-change.ts'
import type { List } from '../../contract/paging.ts'
import type { Order } from '../../contract/money/order.ts'
import type { Payment } from '../../contract/money/payment.ts'
import type { OrganiserOrder } from '../../contract/organisation/desk.ts'
import { type Report, reportGroups } from '../../contract/organisation/reports.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../../test-bench/booking-desk.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { fairRefund, makeSessionPackage } from '../../test-bench/programs.ts'
import { reportDifferences } from '../../test-bench/report-sums.ts'
import { read } from '../../test-bench/sign-ups.ts'

let bench: Bench
let f: BookingDesk
let orders: OrganiserOrder[]
const post = <Answer>(path: string, body: object) =>
  read<Answer>(
    bench.call(`/v1/organiser/programs/${f.programId}/${path}`, {
      ...{ method: 'POST', headers: organiserHeaders, body: JSON.stringify(body) },
    }),
  )
const get = <Answer>(path: string) =>
  read<Answer>(bench.call(`/v1/organiser/programs/${f.programId}/${path}`, { headers: organiserHeaders }))

/** A season with an extra place, a dearer move by staff, a place that a visit pays, and a payment that is corrected. */
async function sell(): Promise<{ extra: string; moved: string; visit: string }> {
  const [maya = '', samuel = '', zoe = ''] = f.children
  const about = (days: number) => ({ startsAt: bench.now() + days * dayMs, refund: fairRefund })
  const full = await f.event([{ cost: 34_500, spots: 1 }, { cost: 41_000 }], about(30))
  await f.bookByStaff(f.bodyForStaff(full, {}, [maya]))
  const over_capacity = { reason: 'One more' }
  const extra = await f.bookByStaff(f.bodyForStaff(full, { over_capacity }, [samuel]))
  await post(`orders/${extra.body.id}/refund`, { amount: 2500, reason: 'Rain.' })

  const camp = await f.event([{ cost: 10_000 }, { cost: 12_345 }], about(40))
  const { body: before } = await f.bookByStaff(f.bodyForStaff(camp, {}, [zoe]))
  const moved = before.registrations[0]?.id ?? ''
  const charge = { option_id: camp.option_ids[1], difference: 'charge', paid_by: 'cheque' }
  const { charge_order_id } = await post<StaffMove>(`registrations/${moved}/move`, charge)
  expect(charge_order_id).not.toBeNull()

  const source = await makeSessionPackage(bench, f.programId, { cost: 5000, allocated_amount: 2 })
  const lesson = await f.event([{ cost: 2000 }], { ...about(50), packageIds: [source] })
  const perPerson = { session_package_id: source }
  const { body: cart } = await f.book<Order>(f.bodyFor(lesson, { people: [maya], perPerson }))
  const card = { checkout_method: 'card', payment_source_id: 'pm_card_visa' }
  expect((await bench.call(`/v1/profile/orders/${cart.id}/payments`, f.ada.json(card))).status).toBe(201)

  const later = await f.event([{ cost: 8000 }], about(60))
  const { body: promised } = await f.bookByStaff(f.bodyForStaff(later, { paid_by: 'later' }, [maya, samuel]))
  const paid = await post<Payment>(`orders/${promised.id}/payments`, { amount: 9000, received_as: 'cash' })
  await post(`orders/${promised.id}/payments/${paid.id}/correct`, { amount: 7000, reason: 'Typed the wrong amount' })
  return { extra: extra.body.registrations[0]?.id ?? '', moved, visit: cart.registrations[0]?.id ?? '' }
}

beforeAll(async () => {
  bench = await openBench()
  f = await openBookingDesk(bench, {
    features: { sessions: true },
    selling: {
      offline: true,
      fee: { percent: 250, fixed: 100, included: false },
      taxes: [{ name: 'HST', percent: 1300, included: false }],
    },
  })
  for (const [at, id] of Object.values(await sell()).entries())
    await bench.bareDb
      .prepare(
        `INSERT INTO check_ins (registration_id, day, starts_at, status, marked_at, created, updated) VALUES (?1, '2027-01-01', ?2, ?3, ?2, ?2, ?2)`,
      )
      .bind(id, bench.now(), ['picked_up', 'here', 'absent'][at] ?? '')
      .run()
  ;({ data: orders } = await get<List<OrganiserOrder>>('orders?all=true&limit=100'))
})

type MoneyOf = 'amount_total' | 'amount_paid' | 'amount_returned' | 'amount_due'
const amountOf = (which: readonly OrganiserOrder[], name: MoneyOf) => sum(which.map((order) => order[name].value))
function sumsOf(which: readonly OrganiserOrder[]) {
  const names = ['amount_total', 'amount_paid', 'amount_returned', 'amount_due'] as const
  return { orders: which.length, ...Object.fromEntries(names.map((name) => [name, amountOf(which, name)])) }
}

describe.each(reportGroups)('the reports by %s', (by) => {
  const day = (days: number) => new Date(bench.now() + days * dayMs).toISOString().slice(0, 10)
  const readReport = (name: string) => get<Report>(`reports/${name}?by=${by}&from=${day(-1)}&to=${day(1)}&limit=100`)

  it('what is sold and due is the sum of the orders', async () => {
    expect(orders).toHaveLength(6)
    expect(reportDifferences(await readReport('sales'), sumsOf(orders))).toEqual([])
    const owed = orders.filter(({ amount_due }) => amount_due.value > 0)
    expect(owed.length).toBeGreaterThan(0)
    expect(reportDifferences(await readReport('due'), sumsOf(owed))).toEqual([])
  })

  it('what is received and refunded is the sum of the orders', async () => {
    const [amount_received, amount_returned] = [amountOf(orders, 'amount_paid'), amountOf(orders, 'amount_returned')]
    const right = { amount_received, amount_returned, amount_net: amount_received - amount_returned }
    const report = await readReport('payouts')
    expect(reportDifferences(report, right)).toEqual([])
    expect(report.totals).toMatchObject([{ amount_moved: { value: 0 } }])
  })

  it('attendance has extra places, moved places and those that a visit pays', async () => {
    const right = { people: 3, days_here: 2, days_picked_up: 1, days_absent: 1 }
    expect(reportDifferences(await readReport('attendance'), right)).toEqual([])
  })
})
