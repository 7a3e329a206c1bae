import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import { dayMs } from '../../contract/limits.ts'
import type { Order } from '../../contract/money/order.ts'
import type { CustomerMerge } from '../../contract/organisation/customer-merge.ts'
import type { HistoryEntry } from '../../contract/organisation/history.ts'
import type { Family, PeopleSearch } from '../../contract/organisation/people.ts'
import type { List } from '../../contract/paging.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../../test-bench/booking-desk.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { mailsTo, read } from '../../test-bench/sign-ups.ts'
import type { Staff } from '../../test-bench/staff.ts'

let bench: Bench
let f: BookingDesk
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingDesk(bench, { features: { account_balance: true } })
})

const ruby = { first_name: 'Ruby', last_name: 'Kessler', relation: 'parent', date_of_birth: '2016-02-19' }
const people = () => `/v1/organiser/programs/${f.programId}/people`
const family = (id: string) => read<Family>(bench.call(`${people()}/${id}`, { headers: f.desk.headers }))

/** A family that staff booked for by phone, with one child, and their order. */
async function byPhone(name = 'Dana', child: object = ruby, paid_by = 'cash') {
  const event = await f.event([{ cost: 10_000 }])
  const { status, body } = await f.bookByStaff<Order>({
    ...f.bodyForStaff(event, { customer: { first_name: name, last_name: 'Kessler', phone: '613-555-0168' } }),
    people: [{ attendee: child, option_id: event.option_ids[0] }],
    paid_by,
  })
  expect(status).toBe(201)
  const row = await bench.env.DB.prepare('SELECT customer_id AS id FROM orders WHERE id = ?')
    .bind(body.id)
    .first<{ id: string }>()
  return { id: row?.id ?? '', order: body, registration: body.registrations[0]?.id ?? '' }
}

async function merge<Body = CustomerMerge>(from: string, body: object, staff: Staff = f.desk) {
  const answer = await bench.call(`${people()}/${from}/merge`, staff.json(body))
  return { status: answer.status, body: (await answer.json()) as Body }
}
async function undo<Body = CustomerMerge>(from: string) {
  const answer = await bench.call(`${people()}/${from}/merge/undo`, { method: 'POST', headers: organiserHeaders })
  return { status: answer.status, body: (await answer.json()) as Body }
}
const note = async (id: string) => bench.call(`${people()}/${id}/notes`, f.desk.json({ text: 'Calls on Mondays.' }))
/** Adds a gift to the balance of a customer. */
async function give(customer_id: string, amount: number) {
  const { customer_profile } = await family(customer_id)
  const body = { contact_id: customer_profile.id, kind: 'gift', amount }
  const manager = await f.staffOf('manager')
  const answer = await bench.call(`/v1/organiser/programs/${f.programId}/account_balance_entries`, manager.json(body))
  expect(answer.status).toBe(201)
}
const ownOrder = (id: string) => bench.call(`/v1/profile/orders/${id}`, { headers: f.ada.headers })

/** Every row that names a customer or one of their profiles, by table. */
async function rowsOf(customer: string) {
  const tables = ['orders', 'registrations', 'customer_notes', 'relations', 'payments', 'account_balances']
  const rows = tables.map(async (table) => {
    const { results } = await bench.env.DB.prepare(`SELECT * FROM ${table} WHERE customer_id = ? ORDER BY 1, 2`)
      .bind(customer)
      .all<Record<string, unknown>>()
    return [table, results.map(({ updated: _, ...row }) => row)]
  })
  return Object.fromEntries(await Promise.all(rows)) as Record<string, object[]>
}

describe('a merge of two customers', () => {
  it('moves children, bookings, orders, notes and balance to the account', async () => {
    const dana = await byPhone()
    const into = f.ada.identity.customer_id
    await note(dana.id)
    await give(dana.id, 1_500)
    const preview = await merge(dana.id, { into, dry_run: true })
    expect(preview.body).toMatchObject({
      ...{ id: null, status: 'preview', merge_from: dana.id, merge_into: into },
      moves: { attendees: 1, registrations: 1, orders: 1, notes: 1, memberships: 0, balance: { value: 1_500 } },
    })
    expect((await ownOrder(dana.order.id)).status).toBe(404)

    const merged = await merge(dana.id, { into })
    expect([merged.status, merged.body.status, merged.body.moves]).toEqual([200, 'merged', preview.body.moves])
    expect((await ownOrder(dana.order.id)).status).toBe(200)
    const ada = await family(into)
    expect(ada.attendees.data.map(({ first_name }) => first_name)).toContain('Ruby')
    expect(ada.notes.data.map(({ text }) => text)).toEqual(['Calls on Mondays.'])
    expect(ada.balance?.value).toBe(1_500)
    const rest = await family(dana.id)
    expect(rest).toMatchObject({ merged_into: into, attendees: { data: [] }, balance: { value: 0 } })
    const found = await read<PeopleSearch>(bench.call(`${people()}?search=Dana`, { headers: f.desk.headers }))
    expect(found.customers?.data).toEqual([])
  })

  it('undoing it restores both, and what was paid, to the row', async () => {
    const dana = await byPhone()
    const into = f.ada.identity.customer_id
    await note(dana.id)
    await give(dana.id, 1_500)
    const before = [await rowsOf(dana.id), await rowsOf(into)]
    await merge(dana.id, { into })
    expect((await rowsOf(dana.id)).orders).toEqual([])
    bench.pass(29 * dayMs)
    const undone = await undo(dana.id)
    expect([undone.status, undone.body.status]).toEqual([200, 'undone'])
    const after = [await rowsOf(dana.id), await rowsOf(into)]
    // The ledger of the other customer has the pair of entries, whose sum is nothing.
    expect(after[1]?.account_balances).toMatchObject([{ amount: 0 }])
    const without = ({ account_balances: _, ...rows }: Record<string, object[]>) => rows
    expect(after.map((rows) => without(rows ?? {}))).toEqual(before.map((rows) => without(rows ?? {})))
    expect(after[0]?.account_balances).toMatchObject([{ amount: 1_500 }])
  })

  it('a merge can no longer be undone after 30 days, or once a place was added to what moved', async () => {
    const into = f.ada.identity.customer_id
    const [dana, otto] = [await byPhone(), await byPhone('Otto')]
    await merge(dana.id, { into })
    await merge(otto.id, { into })
    const later = await f.event([{ cost: 100 }], { startsAt: bench.now() + 90 * dayMs })
    const child = (await family(into)).attendees.data.find(({ first_name }) => first_name === 'Ruby')
    const booked = await f.bookByStaff(f.bodyForStaff(later, {}, [child?.attendee_id ?? '']))
    expect(booked.status).toBe(201)
    const refused = [await undo<ErrorBody>(dana.id), await undo<ErrorBody>(otto.id)]
    expect(refused.map(({ status }) => status).sort()).toEqual([200, 409])
    bench.pass(31 * dayMs)
    const open = refused[0]?.status === 200 ? otto : dana
    expect((await undo<ErrorBody>(open.id)).body).toMatchObject({ type: 'state_conflict', param: 'expired' })
  })

  it('joins two records without a log-in', async () => {
    const [dana, again] = [await byPhone(), await byPhone('Dana', { ...ruby, first_name: 'Max' })]
    const { status, body } = await merge(again.id, { into: dana.id })
    expect([status, body.moves.attendees]).toEqual([200, 1])
    const names = (await family(dana.id)).attendees.data.map(({ first_name }) => first_name)
    expect(names.sort()).toEqual(['Max', 'Ruby'])
  })

  it('the account is told once, unless without notice, and to no one without an email', async () => {
    const into = f.ada.identity.customer_id
    const told = async () =>
      (await mailsTo(bench, f.ada.email)).filter(({ subject }) => subject.includes('in your account'))
    await merge((await byPhone()).id, { into, notify: false })
    await bench.tick()
    expect(await told()).toEqual([])
    await merge((await byPhone('Otto')).id, { into })
    await bench.tick()
    expect((await told()).map(({ text }) => text.includes('People'))).toEqual([true])
  })

  it('refuses two log-ins, the wrong direction, itself and customers of another program', async () => {
    const dana = await byPhone()
    const into = f.ada.identity.customer_id
    const other = await openBookingDesk(bench)
    const stranger = other.ada.identity.customer_id
    const refusal = async (from: string, to: string) => {
      const { status, body } = await merge<ErrorBody>(from, { into: to })
      return [status, body.param, body.message]
    }
    const second = await makeCustomer(bench, { programIds: [f.programId] })
    expect(await refusal(second.identity.customer_id, into)).toEqual([
      409,
      'customer_id',
      expect.stringContaining('Both customers have a log-in'),
    ])
    expect(await refusal(into, dana.id)).toEqual([409, 'customer_id', expect.stringContaining('has a log-in')])
    expect((await refusal(dana.id, dana.id)).slice(0, 2)).toEqual([400, 'into'])
    expect((await refusal(dana.id, stranger)).slice(0, 2)).toEqual([404, 'into'])
    expect((await refusal(stranger, into)).slice(0, 2)).toEqual([404, 'customer_id'])
    expect((await undo<ErrorBody>(dana.id)).status).toBe(404)
  })

  it('a merge is in the history of the order and the place, with the name of the staff member', async () => {
    const dana = await byPhone()
    await merge(dana.id, { into: f.ada.identity.customer_id })
    const at = `/v1/organiser/programs/${f.programId}`
    for (const path of [`orders/${dana.order.id}`, `registrations/${dana.registration}`]) {
      const { data } = await read<List<HistoryEntry>>(bench.call(`${at}/${path}/history`, { headers: f.desk.headers }))
      expect(data.filter(({ subject }) => subject.type === 'customer')).toMatchObject([
        { subject: { id: dana.id }, from: 'active', to: 'merged', actor: { first_name: 'Jo' } },
      ])
    }
  })

  it('a booking for the merged record is refused, and a repeated merge too', async () => {
    const dana = await byPhone()
    await merge(dana.id, { into: f.ada.identity.customer_id })
    const event = await f.event([{ cost: 100 }], { startsAt: bench.now() + 90 * dayMs })
    const booked = await f.bookByStaff<ErrorBody>({
      ...f.bodyForStaff(event, { customer: { id: dana.id } }),
      people: [{ attendee: { ...ruby, first_name: 'Max' }, option_id: event.option_ids[0] }],
    })
    expect(booked.body.type).toBe('state_conflict')
    expect((await merge<ErrorBody>(dana.id, { into: f.ada.identity.customer_id })).body.type).toBe('state_conflict')
  })

  it('two at once merge once', async () => {
    const dana = await byPhone()
    const into = f.ada.identity.customer_id
    const both = await Promise.all([merge(dana.id, { into }), merge(dana.id, { into })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const { results } = await bench.env.DB.prepare('SELECT id FROM customer_merges WHERE merge_from = ?')
      .bind(dana.id)
      .all()
    expect(results.length).toBe(1)
  })
})
