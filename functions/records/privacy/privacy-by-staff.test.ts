import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '../../contract/limits.ts'
import type { Order } from '../../contract/money/order.ts'
import type { AccountDeletion, CustomerPrivacy, DataExport } from '../../contract/records/privacy.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../../test-bench/booking-desk.ts'
import { unique } from '../../test-bench/people.ts'
import type { Staff } from '../../test-bench/staff.ts'
import { placesOf } from '../../test-bench/stored-text.ts'
import { unzip } from '../../test-bench/unzip.ts'

let bench: Bench
let f: BookingDesk
let manager: Staff
let reason: string
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingDesk(bench, { selling: { offline: true } })
  manager = await f.staffOf('manager')
  reason = `Asked on the phone ${unique()}`
})

const people = (path: string) => `/v1/organiser/programs/${f.programId}/people/${path}`
async function call<Body>(path: string, init: { method?: string; body?: object; staff?: Staff } = {}) {
  const { method = init.body ? 'POST' : 'GET', body, staff = manager } = init
  const answer = await bench.call(
    people(path),
    body ? { ...staff.json(body), method } : { method, headers: staff.headers },
  )
  return {
    status: answer.status,
    body: (await answer.json()) as Body & { type?: string; param?: string; message?: string },
  }
}
const ask = <Body = AccountDeletion>(path: string, staff?: Staff) =>
  call<Body>(path, { body: { reason }, ...(staff && { staff }) })
const privacyOf = async (customer_id: string) => (await call<CustomerPrivacy>(`${customer_id}/privacy`)).body

/** A family that was booked by phone, with a unique word in its name. Its camp is over unless it is to come. */
async function familyByPhone({ isToCome = false } = {}) {
  const mark = `zq${unique()}q`
  const camp = await f.event([{ cost: 4_000 }], { startsAt: bench.now() + 20 * dayMs })
  const { body: order } = await f.bookByStaff<Order>({
    ...f.bodyForStaff(camp, { customer: { first_name: mark, last_name: 'Roy', phone: '613-555-0168' } }),
    people: [
      {
        attendee: { first_name: `${mark}child`, last_name: 'Roy', relation: 'parent', date_of_birth: '2016-02-19' },
        option_id: camp.option_ids[0],
      },
    ],
  })
  const row = await bench.bareDb
    .prepare('SELECT customer_id FROM orders WHERE id = ?')
    .bind(order.id)
    .first<{ customer_id: string }>()
  const customer_id = row?.customer_id ?? ''
  await call(`${customer_id}/notes`, { body: { text: `${mark}note` } })
  if (!isToCome) bench.pass(60 * dayMs)
  await manager.renew()
  return { mark, customer_id, order }
}

describe('the archive of a customer without a log-in', () => {
  it('staff download an archive with the family and the notes about it', async () => {
    const { mark, customer_id } = await familyByPhone({ isToCome: true })
    const asked = await ask<DataExport>(`${customer_id}/export`)
    expect([asked.status, asked.body]).toMatchObject([202, { status: 'requested', url: null }])
    await bench.tick()

    const { data_export, history } = await privacyOf(customer_id)
    expect(data_export).toMatchObject({ status: 'ready' })
    expect(history).toMatchObject([
      {
        subject: { type: 'data_export' },
        to: 'requested',
        note: reason,
        actor: { first_name: 'Jo', type: 'organiser' },
      },
    ])
    const file = await bench.call((data_export?.url ?? '').replace(/^\/api/, ''), { headers: manager.headers })
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = unzip(new Uint8Array(await file.arrayBuffer()))
    expect(String(files.get('family.json'))).toContain(`${mark}child`)
    expect(String(files.get('notes_of_organisations.json'))).toContain(`${mark}note`)

    const other = await familyByPhone({ isToCome: true })
    const stolen = await call(`${other.customer_id}/export/${data_export?.id}`)
    expect([stolen.status, stolen.body.type]).toEqual([404, 'not_found'])
    bench.pass(hourMs - 1)
    await manager.renew()
    expect((await ask(`${customer_id}/export`)).status).toBe(429)
    bench.pass(8 * dayMs)
    await manager.renew()
    const late = await call(`${customer_id}/export/${data_export?.id}`)
    expect([late.status, late.body.type]).toEqual([410, 'link_expired'])
  })
})

describe('the erasure of a customer without a log-in', () => {
  it('an erasure removes the family in 14 days, and keeps who asked for it but not why', async () => {
    const { mark, customer_id, order } = await familyByPhone()
    const asked = await ask(`${customer_id}/erasure`)
    expect([asked.status, asked.body]).toMatchObject([202, { object: 'account_deletion', status: 'scheduled' }])
    expect((await ask(`${customer_id}/erasure`)).body.id).toBe(asked.body.id)
    expect((await privacyOf(customer_id)).history).toMatchObject([{ to: 'scheduled', note: reason }])
    bench.pass(14 * dayMs)
    await bench.tick()

    expect(await placesOf(bench, mark)).toEqual([])
    expect(await placesOf(bench, reason)).toEqual([])
    const { results } = await bench.bareDb
      .prepare('SELECT to_status, actor_id, note FROM status_history WHERE object_id = ? ORDER BY step')
      .bind(asked.body.id)
      .all()
    expect(results).toEqual([
      { to_status: 'scheduled', actor_id: manager.staff_id, note: null },
      { to_status: 'completed', actor_id: null, note: null },
    ])
    const kept = await bench.bareDb.prepare('SELECT amount_paid FROM orders WHERE id = ?').bind(order.id).first()
    expect(kept).toEqual({ amount_paid: 4_000 })
    await manager.renew()
    expect((await ask(`${customer_id}/erasure`)).status).toBe(409)
  })

  it('an erasure is withdrawn for 14 days, and a second withdrawal answers as the first', async () => {
    const { mark, customer_id } = await familyByPhone()
    await ask(`${customer_id}/erasure`)
    const kept = await call<AccountDeletion>(`${customer_id}/erasure`, { method: 'DELETE' })
    expect([kept.status, kept.body.status]).toEqual([200, 'withdrawn'])
    expect(await call(`${customer_id}/erasure`, { method: 'DELETE' })).toEqual(kept)
    expect((await privacyOf(customer_id)).history.map(({ to }) => to).sort()).toEqual(['scheduled', 'withdrawn'])
    bench.pass(15 * dayMs)
    await bench.tick()
    expect(await placesOf(bench, mark)).toContain('users.first_name')
  })

  it('an erasure is refused with bookings to come, and a record that is set to be erased is not merged', async () => {
    const coming = await familyByPhone({ isToCome: true })
    const refused = await ask(`${coming.customer_id}/erasure`)
    expect([refused.status, refused.body.type]).toEqual([409, 'has_future_registrations'])
    const { customer_id } = await familyByPhone()
    await ask(`${customer_id}/erasure`)
    const merged = await call(`${customer_id}/merge`, { body: { into: f.ada.identity.customer_id } })
    expect([merged.status, merged.body.type, merged.body.param]).toEqual([409, 'state_conflict', 'customer_id'])
  })

  it('a customer who can log in is told to ask themselves', async () => {
    for (const answer of [
      await ask(`${f.ada.identity.customer_id}/erasure`),
      await ask(`${f.ada.identity.customer_id}/export`),
      await call(`${f.ada.identity.customer_id}/privacy`),
    ])
      expect([answer.status, answer.body.type, answer.body.message]).toEqual([
        409,
        'state_conflict',
        expect.stringContaining('in their account'),
      ])
  })

  it('owners and managers erase a family, with a reason', async () => {
    const { customer_id } = await familyByPhone()
    for (const what of ['erasure', 'export'] as const) {
      for (const role of ['front_desk', 'finance', 'coach', 'nurse'] as const)
        expect((await ask(`${customer_id}/${what}`, await f.staffOf(role))).status).toBe(403)
      const without = await call(`${customer_id}/${what}`, { body: { reason: ' ' } })
      expect([without.status, without.body.param]).toEqual([400, 'reason'])
    }
    expect((await ask(`${customer_id}/erasure`, await f.staffOf('owner'))).status).toBe(202)
  })
})
