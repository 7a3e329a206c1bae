import { beforeAll, describe, expect, it } from 'vitest'
import type { CustomerNote, Family, PeopleSearch } from '../../contract/organisation/people.ts'
import { dayMs } from '../../contract/limits.ts'
import type { List } from '../../contract/paging.ts'
import { giveBalance } from '../../test-bench/balances.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { countRounds } from '../../test-bench/counted-trips.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeEvent } from '../../test-bench/programs.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'
import { read } from '../../test-bench/sign-ups.ts'
import { makeStaff } from '../../test-bench/staff.ts'

let bench: Bench
let shop: Shop
let nadia: Person
let maya: { attendee_id: string; attendee_profile_id: string }
let order: { order_id: string }
let number: string
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ event: {} }))
  nadia = await shop.customer({ firstName: 'Nadia', lastName: 'Ben-Saïd', email: 'nadia@lac.example' })
  const { customer_id, user_id } = nadia.identity
  await run('UPDATE users SET phone = ? WHERE id = ?', '+16135550177', user_id)
  await run('UPDATE customers SET phones = ? WHERE id = ?', '["+33612345678"]', customer_id)
  maya = await makeAttendee(bench, nadia, { programId: shop.programId, firstName: 'Théo', bornOn: '2018-05-31' })
  const cart = await shop.cart(nadia, { attendeeIds: [maya] })
  expect((await shop.pay(nadia, cart)).status).toBe(201)
  order = cart
  const row = await bench.env.DB.prepare('SELECT receipt_number AS number FROM orders WHERE id = ?')
    .bind(cart.order_id)
    .first<{ number: string }>()
  number = row?.number ?? ''
  await shop.customer({ firstName: 'Olga', lastName: 'Smith' })
})

const run = (statement: string, ...values: unknown[]) =>
  bench.env.DB.prepare(statement)
    .bind(...values)
    .run()
const at = (path: string, programId = shop.programId) => `/v1/organiser/programs/${programId}/people${path}`
const search = (text: string, more = '', headers: Record<string, string> = organiserHeaders) =>
  read<PeopleSearch>(bench.call(at(`?search=${encodeURIComponent(text)}${more}`), { headers }))
const found = async (text: string) => {
  const { customers, attendees, orders, receipts } = await search(text)
  return {
    customers: customers?.data.map(({ customer_profile }) => customer_profile.first_name),
    attendees: attendees?.data.map(({ first_name }) => first_name),
    orders: orders?.data.map(({ id }) => id),
    receipts: receipts?.data.map((receipt) => receipt.number),
  }
}
const family = (headers: Record<string, string> = organiserHeaders, id = nadia.identity.customer_id) =>
  bench.call(at(`/${id}`), { headers })

describe('GET organiser people', () => {
  it.each([
    'nadia',
    'NADIA',
    'ben said',
    'saïd nad',
    'Saïd nadia@lac',
    'nadia@lac.example',
    '0177',
    '613-555-0177',
    '(613) 555 0177',
    '+1 613 555 01',
    '16135550177',
    '06 12 34 56 78',
    '+33 6 12 34 56 78',
    'nadia 0177',
  ])('the typed text %s finds the customer, with their children and next booking', async (text) => {
    const { customers } = await search(text, '&type=customer')
    expect(customers?.data).toMatchObject([
      {
        id: nadia.identity.customer_id,
        customer_profile: { email: 'nadia@lac.example', phone: '+16135550177' },
        attendees: [{ id: maya.attendee_profile_id, first_name: 'Théo', age: 8, relation: 'parent' }],
        next_booking: { name: expect.any(String) },
      },
    ])
  })

  it('a child is found without their accent, with their adults', async () => {
    const { attendees, customers, orders } = await search('theo')
    expect(attendees?.data).toMatchObject([
      { id: maya.attendee_profile_id, adults: [{ id: nadia.identity.customer_id, relation: 'parent' }] },
    ])
    expect([customers?.total, orders?.total]).toEqual([0, 0])
  })

  it('a whole name comes before those that only begin with it, on each page', async () => {
    const names = ['Annabel', 'Ann', 'Annika', 'ann', 'Anneke']
    for (const firstName of names) await shop.customer({ firstName, lastName: 'Lake' })
    const pages = await Promise.all(
      [0, 2, 4].map(async (skip) => (await search('ann lake', `&type=customer&limit=2&skip=${skip}`)).customers),
    )
    expect(pages.map((page) => page?.data.map(({ customer_profile }) => customer_profile.first_name))).toEqual([
      ['ann', 'Ann'],
      ['Anneke', 'Annika'],
      ['Annabel'],
    ])
    expect(pages[0]?.total).toBe(5)
  })

  it('the orders of a customer are found by their email', async () => {
    for (const text of ['nadia@lac.example', 'nadia@lac', 'NADIA@lac.example'])
      expect([text, await found(text)]).toMatchObject([text, { orders: [order.order_id], receipts: [number] }])
    expect((await found('olga@lac.example')).orders).toEqual([])
  })

  it('the last digits of a number find at most the latest fifty orders', async () => {
    const other = await openShop(bench)
    const person = await other.customer()
    const cart = await other.cart(person)
    expect((await other.pay(person, cart)).status).toBe(201)
    const columns = (
      await bench.bareDb.prepare("SELECT name FROM pragma_table_info('orders')").all<{ name: string }>()
    ).results.map((column) => column.name)
    const values = columns.map((name) =>
      name === 'id'
        ? "'ord_many_' || n.value"
        : name === 'receipt_number'
          ? "'2031-' || printf('%06d', n.value)"
          : `o.${name}`,
    )
    await run(
      `WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 60)
        INSERT INTO orders (${columns.join(', ')}) SELECT ${values.join(', ')} FROM orders AS o, n WHERE o.id = ?`,
      cart.order_id,
    )
    const answer = await read<PeopleSearch>(
      bench.call(at('?search=2031-&limit=50', other.programId), { headers: organiserHeaders }),
    )
    expect(answer.orders?.total).toBe(50)
    expect(answer.orders?.data.some(({ id }) => id === 'ord_many_60')).toBe(true)
    expect(answer.orders?.data.some(({ id }) => id === 'ord_many_10')).toBe(false)
  })

  it('an order is found by its id, its number and the last digits of its number, with its receipt', async () => {
    for (const text of [order.order_id, order.order_id.slice(0, -1), number, number.slice(0, 8), '1'])
      expect([text, await found(text)]).toMatchObject([text, { orders: [order.order_id], receipts: [number] }])
    expect(await found('nadia')).toMatchObject({ orders: [order.order_id], receipts: [number] })
  })

  it.each([
    '"',
    "' OR 1=1 --",
    'names : "nadia"',
    'NEAR(nadia',
    '*',
    '^nadia',
    'a AND',
    '{',
    '\u{1f600}',
    'x'.repeat(100),
  ])('the hostile text %s is harmless', async (text) => {
    const { customers, attendees } = await search(text)
    for (const each of [customers, attendees]) expect(each?.total).toBeLessThanOrEqual(1)
  })

  it('a text that is missing or longer than 100 characters is refused', async () => {
    for (const query of ['', '?search=', `?search=${'x'.repeat(101)}`, '?search=a&skip=1001', '?search=a&type=staff'])
      expect([query, (await bench.call(at(query), { headers: organiserHeaders })).status]).toEqual([query, 400])
  })

  it('a changed name, email and phone are found at once, and the former ones no longer', async () => {
    const person = await shop.customer({ firstName: 'Zora', lastName: 'Quill' })
    await run(
      "UPDATE users SET first_name = 'Yara', email = 'yara@hill.example', phone = '+14165557788' WHERE id = ?",
      person.identity.user_id,
    )
    expect((await found('zora')).customers).toEqual([])
    for (const text of ['yara', 'yara@hill', '7788'])
      expect([text, (await found(text)).customers]).toEqual([text, ['Yara']])
    const child = await makeAttendee(bench, person, { programId: shop.programId, firstName: 'Wim' })
    await run("UPDATE attendees SET first_name = 'Vico' WHERE id = ?", child.attendee_id)
    expect([(await found('wim')).attendees, (await found('vico')).attendees]).toEqual([[], ['Vico']])
  })

  it('people, orders and receipts of another program are not found', async () => {
    const other = await openShop(bench)
    for (const text of ['nadia', '0177', number, order.order_id]) {
      const answer = bench.call(at(`?search=${text}`, other.programId), { headers: organiserHeaders })
      const { customers, attendees, orders, receipts } = await read<PeopleSearch>(answer)
      expect([customers, attendees, orders, receipts].map((each) => each?.total)).toEqual([0, 0, 0, 0])
    }
  })

  it('a coach finds the people with a paid place in their events, without orders and siblings', async () => {
    const event = await makeEvent(bench, { programId: shop.programId })
    const sibling = await makeAttendee(bench, nadia, { programId: shop.programId, firstName: 'Samuel' })
    const ofEvent = { eventId: event.event_id, optionId: event.option_ids[0], attendeeIds: [sibling] }
    const cart = await shop.cart(nadia, ofEvent)
    const coach = await makeStaff(bench, { programId: shop.programId, role: 'coach', event_ids: [event.event_id] })
    const seen = async () => {
      const { customers, attendees, orders, receipts } = await search('saïd', '', coach.headers)
      const children = await search('samuel', '', coach.headers)
      const others = await search('théo', '', coach.headers)
      expect([orders, receipts, attendees?.total, others.attendees?.total]).toEqual([null, null, 0, 0])
      return [customers?.data[0]?.attendees.map(({ first_name }) => first_name), children.attendees?.total]
    }
    // A place in a cart is private.
    expect(await seen()).toEqual([undefined, 0])
    expect((await family(coach.headers)).status).toBe(403)
    expect((await shop.pay(nadia, cart)).status).toBe(201)
    expect(await seen()).toEqual([['Samuel'], 1])
    expect(await read<Family>(family(coach.headers))).toMatchObject({
      attendees: { data: [{ first_name: 'Samuel' }] },
      upcoming: { total: 1 },
      ...{ orders: null, balance: null, passes: null, memberships: null, messages: null },
    })
  })
})

describe('GET organiser people/{customer_id}', () => {
  it('a family is one answer with two trips to the database after those of the guard', async () => {
    await giveBalance(bench, nadia, { programId: shop.programId, amount: 4000 })
    const other = await openShop(bench)
    const elsewhere = await other.customer()
    const answer = await read<Family>(family())
    expect(answer).toMatchObject({
      customer_profile: { first_name: 'Nadia', phone: '+16135550177' },
      phones: ['+33612345678'],
      adults: { data: [{ id: nadia.identity.customer_id, relations: expect.any(Array) }] },
      past: { total: 0 },
      balance: { value: 4000 },
    })
    expect(answer.attendees.data.find(({ first_name }) => first_name === 'Théo')).toMatchObject({
      age: 8,
      rights: expect.arrayContaining(['pickup']),
      emergency_contacts: [{ phone: '+14165550199' }],
    })
    expect(answer.orders?.data.map(({ id }) => id)).toContain(order.order_id)
    expect(JSON.stringify(answer)).not.toMatch(/medical_history|dietary|health_card/)
    expect((await family(organiserHeaders, elsewhere.identity.customer_id)).status).toBe(404)
    // The list of notes is read in one trip.
    const path = at(`/${nadia.identity.customer_id}`)
    const roundsOf = (each: string) => countRounds(bench, each, { headers: organiserHeaders })
    expect((await roundsOf(path)) - (await roundsOf(`${path}/notes`))).toBe(1)
    expect((await roundsOf(at('?search=nadia'))) - (await roundsOf(`${path}/notes`))).toBe(0)
  })

  it('a past place leaves the upcoming bookings for the past ones', async () => {
    const guest = await shop.customer()
    const event = await makeEvent(bench, {
      programId: shop.programId,
      startsAt: bench.now() + dayMs,
      endsAt: bench.now() + 2 * dayMs,
    })
    await shop.pay(guest, await shop.cart(guest, { eventId: event.event_id, optionId: event.option_ids[0] }))
    const counts = async () => {
      const { upcoming, past } = await read<Family>(family(organiserHeaders, guest.identity.customer_id))
      return [upcoming.total, past.total]
    }
    expect(await counts()).toEqual([1, 0])
    bench.pass(3 * dayMs)
    expect(await counts()).toEqual([0, 1])
  })
})

describe('notes about a customer', () => {
  const call = (path: string, method: string, headers: Record<string, string>, body?: unknown) =>
    bench.call(at(`/${nadia.identity.customer_id}/notes${path}`), {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  it('a note has its author and time, can be changed, pinned and deleted', async () => {
    const amara = await makeStaff(bench, { programId: shop.programId, role: 'front_desk', firstName: 'Amara' })
    const made = await read<CustomerNote>(call('', 'POST', amara.headers, { text: 'Louise picks up.\nCall first.' }))
    expect(made).toMatchObject({
      author: { id: amara.staff_id, first_name: 'Amara' },
      created: new Date(bench.now()).toISOString(),
      is_pinned: false,
    })
    const second = await read<CustomerNote>(call('', 'POST', organiserHeaders, { text: 'Paid by cheque.' }))
    expect(second.author).toBeNull()
    expect(await read<CustomerNote>(call(`/${made.id}`, 'PUT', amara.headers, { is_pinned: true }))).toMatchObject({
      is_pinned: true,
      text: made.text,
    })
    const list = await read<List<CustomerNote>>(call('', 'GET', amara.headers))
    expect(list.data.map(({ id }) => id)).toEqual([made.id, second.id])
    expect((await read<Family>(family())).notes).toMatchObject({ total: 2, data: [{ is_pinned: true }, {}] })
    expect((await call(`/${second.id}`, 'DELETE', amara.headers)).status).toBe(200)
    expect((await call(`/${second.id}`, 'GET', amara.headers)).status).toBe(404)
  })

  it('a note is written once for a key, by those who may, about a customer of the program', async () => {
    await nadia.renew()
    const finance = await makeStaff(bench, { programId: shop.programId, role: 'finance' })
    expect((await call('', 'POST', finance.headers, { text: 'No.' })).status).toBe(403)
    expect((await call('', 'GET', finance.headers)).status).toBe(200)
    expect((await call('', 'POST', nadia.headers, { text: 'No.' })).status).toBe(404)
    const key = { ...organiserHeaders, 'Idempotency-Key': 'note-once' }
    const [first, again] = [
      await call('', 'POST', key, { text: 'Once.' }),
      await call('', 'POST', key, { text: 'Once.' }),
    ]
    expect(await again.json()).toEqual(await first.json())
    for (const text of ['', ' ', 'x'.repeat(2001)])
      expect((await call('', 'POST', organiserHeaders, { text })).status).toBe(400)
    const other = await openShop(bench)
    const notes = `/${nadia.identity.customer_id}/notes`
    expect((await bench.call(at(notes, other.programId), { headers: organiserHeaders })).status).toBe(404)
  })
})
