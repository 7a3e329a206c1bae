import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../contract/limits.ts'
import type { Order } from '../../contract/money/order.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../../test-bench/booking-desk.ts'
import { unique } from '../../test-bench/people.ts'
import { makeQuestion } from '../../test-bench/programs.ts'
import type { Staff } from '../../test-bench/staff.ts'
import { placesOf } from '../../test-bench/stored-text.ts'

let bench: Bench
let f: BookingDesk
let owner: Staff
beforeEach(async () => {
  bench = await openBench()
  f = await openBookingDesk(bench, {
    features: { account_balance: true, communications: true, sessions: true },
    selling: { offline: true },
  })
  owner = await f.staffOf('owner')
})

const rowOf = async (query: string, ...values: string[]): Promise<Record<string, string>> =>
  (await bench.bareDb
    .prepare(query)
    .bind(...values)
    .first<Record<string, string>>()) ?? {}

async function act(path: string, body: object, method = 'POST'): Promise<void> {
  const answer = await bench.call(`/v1/organiser/programs/${f.programId}/${path}`, { ...owner.json(body), method })
  expect([path, answer.status < 300 || (await answer.text())]).toEqual([path, true])
}

/** A family that staff booked for by phone, with a unique word in every text that staff wrote about it. */
async function familyByPhone() {
  const mark = `zq${unique()}q`
  const word = (field: string) => `${mark}${field}`
  const field_id = await makeQuestion(bench, f.programId, { required: false })
  const camp = await f.event([{ cost: 10_000, spots: 0 }, { cost: 4_000 }], {
    questionIds: [field_id],
    startsAt: bench.now() + 20 * dayMs,
  })
  const { status, body: order } = await f.bookByStaff<Order>(
    {
      ...f.bodyForStaff(camp, {
        customer: { first_name: word('first'), last_name: word('last'), phone: '613-555-0168' },
      }),
      people: [
        {
          attendee: {
            ...{ first_name: word('child'), last_name: word('childs'), relation: 'parent' },
            date_of_birth: '2016-02-19',
          },
          option_id: camp.option_ids[0],
          form_response: { answers: [{ field_id, value: word('answer') }] },
        },
      ],
      over_capacity: { reason: word('extra') },
      price: { amount: 9_000, reason: word('price') },
      override: { checks: ['attendee_conflict'], reason: word('override') },
      reference: 'Cheque 4411',
    },
    { staff: owner },
  )
  expect([status, order.status]).toEqual([201, 'paid'])
  const { customer_id = '', customer_profile_id = '' } = await rowOf('SELECT * FROM orders WHERE id = ?', order.id)
  const place = order.registrations[0]?.id ?? ''

  await act(`people/${customer_id}/notes`, { text: word('note') })
  await act(`people/${customer_id}/charges`, {
    ...{ product: 'Late pick-up', amount: 900, note: word('charge') },
  })
  await act(
    `registrations/${place}/answers`,
    { form_response: { answers: [{ field_id, value: word('changed') }] } },
    'PUT',
  )
  const contact = { contact_id: customer_profile_id }
  await act('account_balance_entries', { ...contact, kind: 'gift', amount: 500, note: word('gift') })
  await act('messages', { ...contact, subject: word('subject'), body: word('body') })
  await act(`orders/${order.id}/refund`, { amount: 500, reason: word('refund') })
  await act(`registrations/${place}/move`, {
    ...{ option_id: camp.option_ids[1], difference: 'refund', reason: word('move') },
  })
  const { id: payment = '' } = await rowOf('SELECT * FROM payments WHERE order_id = ?', order.id)
  return { mark, customer_id, order, payment }
}

/** Erases a customer whose deletion is due. */
async function erase(customer_id: string): Promise<void> {
  const { user_id = '' } = await rowOf('SELECT user_id FROM customers WHERE id = ?', customer_id)
  const due = bench.bareDb.prepare(
    'INSERT INTO account_deletions (id, user_id, customer_id, program_id, created, erase_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  await due.bind(`del_${unique()}`, user_id, customer_id, f.programId, bench.now(), bench.now()).run()
  await bench.tick()
}

describe('the erasure of a customer without a log-in', () => {
  it('leaves no name and no words of staff anywhere, and keeps the money', async () => {
    const { mark, customer_id, order, payment } = await familyByPhone()
    expect(await placesOf(bench, mark)).toEqual(
      expect.arrayContaining(['customer_notes.text', 'customers_text.names', 'users.first_name']),
    )
    const money = () =>
      rowOf(
        `SELECT o.status, o.receipt_number, o.amount_paid, p.reference, p.amount_received
          FROM orders AS o JOIN payments AS p ON p.id = ? WHERE o.id = ?`,
        payment,
        order.id,
      )
    const paid = await money()
    // The camp is over.
    bench.pass(60 * dayMs)
    await erase(customer_id)

    expect(await placesOf(bench, mark)).toEqual([])
    expect(await money()).toEqual(paid)
    expect(paid).toMatchObject({ reference: 'Cheque 4411', receipt_number: expect.stringMatching(/^\d{4}-/) })
  })
})
