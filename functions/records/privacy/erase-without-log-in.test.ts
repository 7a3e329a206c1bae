import { beforeEach, describe, expect, it } from 'vitest'
import { creditOneVisit } from '../../booking/session-credits/credit-one-visit.ts'
import { dayMs } from '../../contract/limits.ts'
import type { CampaignPreview } from '../../contract/contact/campaign.ts'
import type { Order } from '../../contract/money/order.ts'
import { commit } from '../../platform/database/commit.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type BookingDesk, openBookingDesk } from '../../test-bench/booking-desk.ts'
import { unique } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeQuestion, makeSessionPackage } from '../../test-bench/programs.ts'
import { clockContext } from '../../test-bench/registering.ts'
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

async function call(path: string, body?: object, method = 'POST'): Promise<string> {
  const init = body ? { ...owner.json(body), method } : { headers: organiserHeaders }
  const answer = await bench.call(`/v1/organiser/programs/${f.programId}/${path}`, init)
  const text = await answer.text()
  expect([path, answer.status < 300 || text]).toEqual([path, true])
  return text
}
const act = async (path: string, body: object, method?: string) =>
  JSON.parse(await call(path, body, method)) as Record<string, string>

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
  const { attendee_profile_id = '' } = await rowOf('SELECT * FROM registrations WHERE id = ?', place)

  await act(`people/${customer_id}/notes`, { text: word('note') })
  const charge = await act(`people/${customer_id}/charges`, {
    ...{ product: 'Late pick-up', amount: 900, note: word('charge') },
  })
  await act(
    `registrations/${place}/answers`,
    { form_response: { answers: [{ field_id, value: word('changed') }] } },
    'PUT',
  )
  const contact = { contact_id: customer_profile_id }
  const gift = await act('account_balance_entries', { ...contact, kind: 'gift', amount: 500, note: word('gift') })
  await act('messages', { ...contact, subject: word('subject'), body: word('body') })
  await act(`orders/${order.id}/refund`, { amount: 500, reason: word('refund') })
  await act(`registrations/${place}/move`, {
    ...{ option_id: camp.option_ids[1], difference: 'refund', reason: word('move') },
  })
  const ctx = clockContext(bench)
  const visit = { package_id: await makeSessionPackage(bench, f.programId), expiry_amount: null, expiry_period: null }
  const whom = { program_id: f.programId, customer_id, customer_profile_id, attendee_profile_id }
  await commit(
    ctx,
    creditOneVisit(ctx, whom, { ...visit, timezone: 'America/Toronto', dedupe: `erase:${customer_id}` }),
  )
  const { id: credit = '' } = await rowOf('SELECT * FROM session_credits WHERE customer_id = ?', customer_id)
  await act(`session_balances/${credit}/adjust`, { by: 2, reason: word('visits') })
  await act(`session_balances/${credit}/redeem`, { note: word('visit') })
  const { id: payment = '' } = await rowOf('SELECT * FROM payments WHERE order_id = ?', order.id)
  const decided = bench.bareDb.prepare(
    "INSERT INTO desk_decisions (task, program_id, decision, note, decided_at) VALUES (?, ?, 'seen', ?, 0)",
  )
  await decided.bind(`payment_alert.${payment}.refund_by_hand`, f.programId, `${mark}decision`).run()
  const { key = '' } = await rowOf('SELECT * FROM events WHERE id = ?', camp.event_id)
  const campaign = await act('campaigns', {
    ...{ kind: 'announcement', subject: 'Towels', body: 'Bring two.' },
    to: [`search:${word('child')}`, `event:${key}`],
  })
  const conditions = async () =>
    (JSON.parse(await call(`campaigns/${campaign['id']}`)) as { to: string[] }).to.map((each) => each.split(':')[1])
  const recipients = async () =>
    (JSON.parse(await call(`campaigns/${campaign['id']}/preview`)) as CampaignPreview).recipients.sent_to
  /** What the organisation reads and exports of the family. */
  const read = () =>
    Promise.all(
      [
        ...['', '/notes'].map((more) => `people/${customer_id}${more}`),
        ...[`people?search=${mark}first`, `people?search=${mark}child`],
        ...['', '/export'].map((more) => `events/${key}/sheet${more}`),
        ...['registrations', 'orders'].flatMap((list) => [
          `${list}?customer_profile_id=${customer_profile_id}`,
          `${list}/export`,
        ]),
        ...[order.id, String(charge['order_id'])].map((id) => `orders/${id}/history`),
        ...['history', 'answers'].map((what) => `registrations/${place}/${what}`),
        `messages?contact_id=${customer_profile_id}`,
        ...[`account_balance_entries/${gift['id']}`, `campaigns/${campaign['id']}`],
        'redemptions',
      ].map((path) => call(path)),
    )
  return { mark, word, customer_id, order, payment, read, key, conditions, recipients }
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
    const { mark, word, customer_id, order, payment, read } = await familyByPhone()
    const before = (await read()).join('\n')
    const shown = ['first', 'last', 'child', 'note', 'changed', 'gift', 'subject', 'body', 'refund', 'move', 'visit']
    expect(shown.filter((each) => !before.includes(word(each)))).toEqual([])
    expect(await placesOf(bench, mark)).toEqual(
      expect.arrayContaining([
        'campaigns.selectors',
        'customer_notes.text',
        'customers_text.names',
        'users.first_name',
      ]),
    )
    const money = () =>
      rowOf(
        `SELECT o.status, o.receipt_number, o.amount_paid, o.amount_returned, p.reference, p.amount_received,
          (SELECT count(*) FROM receipts AS r WHERE r.order_id = o.id) AS receipts FROM orders AS o JOIN payments AS p ON p.id = ? WHERE o.id = ?`,
        payment,
        order.id,
      )
    const paid = await money()
    // The camp is over, and what waited to be sent is sent.
    bench.pass(60 * dayMs)
    await bench.tick()
    await erase(customer_id)

    expect(await placesOf(bench, mark)).toEqual([])
    // A search repeats its own words.
    expect((await read()).join('\n').replaceAll(/"search":"[^"]*"/g, '')).not.toContain(mark)
    expect(await money()).toEqual(paid)
    expect(paid).toMatchObject({ reference: 'Cheque 4411', receipt_number: expect.stringMatching(/^\d{4}-/) })
  })

  it('a stored search for an erased child reaches no one, with its other conditions and the searches for others kept', async () => {
    const [erased, other] = [await familyByPhone(), await familyByPhone()]
    expect(await erased.conditions()).toEqual([erased.word('child'), erased.key])
    bench.pass(60 * dayMs)
    await erase(erased.customer_id)
    expect([await erased.conditions(), await erased.recipients()]).toEqual([['erased', erased.key], 0])
    expect(await other.conditions()).toEqual([other.word('child'), other.key])
  })

  it('keeps what others have whose record has no email either', async () => {
    const [erased, other] = [await familyByPhone(), await familyByPhone()]
    bench.pass(60 * dayMs)
    const kept = await placesOf(bench, other.mark)
    await erase(erased.customer_id)
    expect(await placesOf(bench, erased.mark)).toEqual([])
    expect(await placesOf(bench, other.mark)).toEqual(kept)
  })
})
