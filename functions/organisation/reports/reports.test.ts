import { beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '../../contract/limits.ts'
import type { Report, ReportName } from '../../contract/organisation/reports.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { fairRefund, makeQuestion } from '../../test-bench/programs.ts'
import { type Family, made, openFamily } from '../../test-bench/registering.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { makeStaff } from '../../test-bench/staff.ts'
import { reportPeriods } from './report-periods.ts'

let bench: Bench

type Found<Name extends ReportName> = Extract<Report, { report: Name }>
const dayAfter = (days: number) => new Date(bench.now() + days * dayMs).toISOString().slice(0, 10)
const addressOf = (programId: string, name: ReportName, query = '') =>
  `/v1/organiser/programs/${programId}/reports/${name}?from=${dayAfter(-1)}&to=${dayAfter(1)}${query}`
const readOf = async <Name extends ReportName>(
  programId: string,
  name: Name,
  query = '',
  headers = organiserHeaders,
) => {
  const answer = await bench.call(addressOf(programId, name, query), { headers })
  return (await answer.json()) as Found<Name> & { type: string; param: string }
}

beforeAll(async () => {
  bench = await openBench()
})

describe('reports of money', () => {
  let shop: Shop
  let payer: Person
  beforeAll(async () => {
    shop = await openShop(bench, { program: { selling: { offline: true } }, refund: fairRefund })
    payer = await shop.customer({ verified: true })
    const paid = await shop.cart(payer)
    await shop.pay(payer, paid)
    await post(`orders/${paid.order_id}/refund`, { amount: 2500, reason: 'Rain.' })
    const promised = await shop.cart(payer)
    await shop.pay(payer, promised, '', { checkout_method: 'offline', payment_source_id: undefined })
    await post(`orders/${promised.order_id}/payments`, { amount: 4000, received_as: 'cheque' })
    // A cart is not sold.
    await shop.cart(payer)
  })
  async function post(call: string, body: object) {
    const init = { method: 'POST', headers: organiserHeaders, body: JSON.stringify(body) }
    const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/${call}`, init)
    expect(answer.ok, await answer.clone().text()).toBe(true)
  }
  const read = <Name extends ReportName>(name: Name, query?: string) => readOf(shop.programId, name, query)

  it.each(['week', 'month', 'event', 'venue', 'product'])('what is sold by %s adds up to the orders', async (by) => {
    const { data, totals } = await read('sales', `&by=${by}`)
    expect(data).toMatchObject([{ orders: 2, items: 2, amount_total: { value: 20_000 } }])
    expect(totals).toMatchObject([
      {
        currency_code: 'CAD',
        orders: 2,
        amount_subtotal: { value: 20_000 },
        amount_paid: { value: 14_000 },
        amount_due: { value: 6000 },
      },
    ])
  })

  it('a row has the id and the name of its event, and the Monday of its week', async () => {
    const { data: events } = await read('sales', '&by=event')
    expect(events).toMatchObject([{ key: shop.eventId, name: expect.stringMatching(/\w/) }])
    const { data: weeks } = await read('sales')
    expect(new Date(weeks[0]?.key ?? '').getUTCDay()).toBe(1)
  })

  it('what is due has only the orders that owe, and says what is late', async () => {
    expect((await read('due')).totals).toMatchObject([
      { orders: 1, amount_due: { value: 6000 }, amount_late: { value: 0 } },
    ])
  })

  it('received and refunded money is listed by method', async () => {
    const { totals } = await read('payouts', '&by=product')
    expect(totals).toMatchObject([
      {
        payments: 2,
        amount_received: { value: 14_000 },
        amount_cheque: { value: 4000 },
        amount_cash: { value: 0 },
      },
    ])
  })

  it('a file has a row for each group and its totals, in the form of the reader', async () => {
    const headers = { ...organiserHeaders, 'Accept-Language': 'fr' }
    const answer = await bench.call(addressOf(shop.programId, 'sales', '&by=event&format=csv'), { headers })
    const lines = (await answer.text()).trimEnd().split('\r\n')
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toBe(
      '"Événement";"Devise";"Commandes";"Articles";"Prix";"Rabais";"Frais";"Taxes";"Total";"Payé";"Remboursé";"À payer"',
    )
    expect(lines[2]).toMatch(/^"Total";"CAD";"2";"2";"200";"0";/)
  })

  it('days outside the report count for nothing, and too many days are refused', async () => {
    const path = `/v1/organiser/programs/${shop.programId}/reports/sales`
    const call = async (query: string) => (await bench.call(`${path}?${query}`, { headers: organiserHeaders })).json()
    expect(await call('from=2001-01-01&to=2001-02-01')).toMatchObject({ data: [], totals: [], total: 0 })
    expect(await call('from=2001-01-01&to=2003-02-01')).toMatchObject({ type: 'out_of_range', param: 'to' })
    expect(await call('from=2001-02-01&to=2001-01-01')).toMatchObject({ type: 'out_of_range', param: 'to' })
    expect(await call('from=2001-02-01')).toMatchObject({ type: 'required_parameter_missing', param: 'to' })
  })

  it('the front desk reads no reports of money, and a bookkeeper does', async () => {
    const member = (role: 'front_desk' | 'finance') => makeStaff(bench, { programId: shop.programId, role })
    const [desk, finance] = [await member('front_desk'), await member('finance')]
    expect(await readOf(shop.programId, 'sales', '', desk.headers as never)).toMatchObject({ type: 'not_allowed' })
    expect(await readOf(shop.programId, 'sales', '', finance.headers as never)).toMatchObject({ report: 'sales' })
  })
})

describe('reports of places', () => {
  let f: Family
  let coach: Person
  beforeAll(async () => {
    f = await openFamily(bench)
    const photos = await makeQuestion(bench, f.programId, { title: 'Photos?', type: 'consent' })
    const words = await makeQuestion(bench, f.programId, { title: 'Anything else?', required: false })
    const allergies = await makeQuestion(bench, f.programId, { title: 'Allergies', required: false })
    const startsAt = bench.now() + 10 * dayMs
    const camp = await f.event({}, { startsAt, endsAt: startsAt + dayMs, questionIds: [photos, words, allergies] })
    const answers = [
      { field_id: photos, value: true },
      { field_id: words, value: 'QXWORDS' },
      { field_id: allergies, value: 'QXNUTS' },
    ]
    const { id } = await made(await f.placeFor(camp, { body: { form_response: { answers } } }))
    await bench.bareDb.prepare(`UPDATE registrations SET status = 'confirmed' WHERE id = ?`).bind(id).run()
    await bench.bareDb
      .prepare(
        `INSERT INTO check_ins (registration_id, day, starts_at, status, marked_at, created, updated) VALUES (?1, '2027-01-01', ?2, 'picked_up', ?2, ?2, ?2), (?1, '2027-01-02', ?2, 'absent', ?2, ?2, ?2)`,
      )
      .bind(id, bench.now())
      .run()
    const own = await bench.bareDb
      .prepare('SELECT event_id FROM registrations WHERE id = ?')
      .bind(id)
      .first<string>('event_id')
    coach = await makeStaff(bench, { programId: f.programId, role: 'coach', event_ids: [own ?? ''] })
  })
  const read = <Name extends ReportName>(name: Name, query?: string) => readOf(f.programId, name, query)

  it.each(['week', 'event', 'venue', 'product'])('days of attendance are counted by %s', async (by) => {
    const sums = { people: 1, days_here: 1, days_picked_up: 1, days_absent: 1 }
    const { data, totals } = await read('attendance', `&by=${by}`)
    expect(data).toMatchObject([sums])
    expect(totals).toMatchObject([sums])
  })

  it('choices are counted, words are not shown, and health is left out', async () => {
    const { data, totals } = await read('answers', '&by=event')
    expect(data.map(({ question, answer, people }) => [question, answer, people])).toEqual(
      expect.arrayContaining([
        ['Photos?', 'Yes', 1],
        ['Anything else?', null, 1],
      ]),
    )
    expect(data).toHaveLength(2)
    expect(totals).toMatchObject([{ people: 1 }])
    expect(JSON.stringify(data)).not.toMatch(/QX|Allergies/)
  })

  it('a coach reads the attendance and answers of their own events alone', async () => {
    const other = await makeStaff(bench, { programId: f.programId, role: 'coach', event_ids: ['evt_other'] })
    for (const name of ['attendance', 'answers'] as const) {
      expect((await readOf(f.programId, name, '', coach.headers as never)).data.length).toBeGreaterThan(0)
      expect((await readOf(f.programId, name, '', other.headers as never)).data).toEqual([])
    }
  })
})

it('the months of a report begin on the first, and its first and last month end with it', () => {
  const periods = reportPeriods({ from: '2027-01-30', to: '2027-03-02', by: 'month' }, 'America/Toronto')
  expect(periods.map(({ key }) => key)).toEqual(['2027-01-01', '2027-02-01', '2027-03-01'])
  expect(periods[0]?.starts).toBe(Date.parse('2027-01-30T05:00Z'))
  expect(periods.at(-1)?.ends).toBe(Date.parse('2027-03-03T05:00Z'))
})

it('the weeks of a report begin on Monday, and its first and last week end with it', () => {
  const days = { from: '2027-03-10', to: '2027-03-22', by: 'week' as const }
  const periods = reportPeriods(days, 'America/Toronto')
  const at = (time: string) => Date.parse(time)
  // Clocks change on March 14.
  expect(periods).toEqual([
    { key: '2027-03-08', starts: at('2027-03-10T05:00Z'), ends: at('2027-03-15T04:00Z') },
    { key: '2027-03-15', starts: at('2027-03-15T04:00Z'), ends: at('2027-03-22T04:00Z') },
    { key: '2027-03-22', starts: at('2027-03-22T04:00Z'), ends: at('2027-03-23T04:00Z') },
  ])
})
