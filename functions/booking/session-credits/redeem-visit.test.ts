import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OrganiserSessionCredit, Redemption } from '../../contract/booking/redemption.ts'
import type { SessionCreditEntry } from '../../contract/booking/session-credit.ts'
import type { Order } from '../../contract/money/order.ts'
import type { List } from '../../contract/paging.ts'
import { sessionCredits, statusHistory } from '../../platform/database/tables.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeEvent, makeSessionPackage } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { delegateTo } from '../../test-bench/delegated.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import type { OwnCredits } from './credit-rules.ts'
import { checkRedemption, type RedemptionInput } from './redemption-rules.ts'

const now = Date.UTC(2027, 6, 5, 17)
const family: OwnCredits & { isOnHold: boolean } = {
  program_id: 'lakeside',
  package_id: 'spk',
  attendee_profile_id: null,
  amount: 10,
  available: 2,
  is_unlimited: false,
  expires_at: null,
  created: 1,
  membership: null,
  isOnHold: false,
}
const maya = { ...family, attendee_profile_id: 'maya' }
const here = { isActive: true, isFamily: true }
const opens = { package_ids: ['spk'], hasBooking: false }
const ok = (attendee_profile_id: string | null) => ({ ok: true, attendee_profile_id })
const no = (type: string, param: string) => ({ ok: false, type, param })

it.each([
  ['a family’s visit without a person', {}, ok(null)],
  ['a family’s visit for a child', { request: { attendee_profile_id: 'maya' }, person: here }, ok('maya')],
  ['a person’s visit', { credits: maya, person: here }, ok('maya')],
  ['an unlimited pass', { credits: { ...family, amount: 0, available: 0, is_unlimited: true } }, ok(null)],
  ['a visit for an event', { request: { event_key: 'swim' }, opens }, ok(null)],
  ['the last day of a pass', { credits: { ...family, expires_at: now + 1 } }, ok(null)],
  ['no visit left', { credits: { ...family, available: 0 } }, no('credit_not_available', 'session_credit_id')],
  ['an expired pass', { credits: { ...family, expires_at: now } }, no('credit_not_available', 'session_credit_id')],
  ['a suspended pass', { credits: { ...family, is_suspended: true } }, no('credit_not_available', 'session_credit_id')],
  [
    'a pass with an unpaid instalment',
    { credits: { ...family, isOnHold: true } },
    no('credit_not_available', 'session_credit_id'),
  ],
  [
    'another person of the family',
    { credits: maya, request: { attendee_profile_id: 'leo' }, person: here },
    no('invalid_option', 'attendee_profile_id'),
  ],
  [
    'a person of another family',
    { request: { attendee_profile_id: 'kim' }, person: { ...here, isFamily: false } },
    no('not_found', 'attendee_profile_id'),
  ],
  [
    'a person who left the program',
    { credits: maya, person: { ...here, isActive: false } },
    no('state_conflict', 'attendee_profile_id'),
  ],
  ['an event that is not published', { request: { event_key: 'swim' } }, no('not_found', 'event_key')],
  [
    'an event of another package',
    { request: { event_key: 'swim' }, opens: { ...opens, package_ids: ['other'] } },
    no('invalid_option', 'event_key'),
  ],
  [
    'a person whose booking used a visit',
    { request: { event_key: 'swim' }, opens: { ...opens, hasBooking: true } },
    no('already_registered', 'event_key'),
  ],
  [
    'an event and an appointment type at once',
    { request: { event_key: 'swim', appointment_type_key: 'lesson' }, opens },
    no('invalid_option', 'appointment_type_key'),
  ],
] satisfies [string, Partial<RedemptionInput>, object][])(
  '%s is used at the desk or refused, as expected',
  (_, part, expected) =>
    expect(checkRedemption({ credits: family, request: {}, opens: null, person: null, ...part }, now)).toEqual(
      expected,
    ),
)

describe('a visit used at the desk', () => {
  let bench: Bench
  let shop: Shop
  beforeAll(async () => {
    ;({ bench, shop } = await openBenchWithShop({ program: { features: { sessions: true } } }))
  })
  const staff = async <Body>(path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/${path}`, {
      headers: { ...organiserHeaders, ...headers },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Body & { type: string; param: string } }
  }
  async function holder(terms: Parameters<typeof makeSessionPackage>[2] = {}) {
    const person = await shop.customer()
    const child = await makeAttendee(bench, person, { programId: shop.programId, firstName: 'Maya' })
    const source = await makeSessionPackage(bench, shop.programId, { allocated_amount: 2, ...terms })
    const customer_profile_id = person.profileId(shop.programId)
    const order = await bench.call(
      '/v1/profile/orders',
      person.json({
        program_id: shop.programId,
        customer_profile_id,
        items: [{ type: 'session_package', source, quantity: 1 }],
      }),
    )
    await shop.pay(person, { order_id: ((await order.json()) as Order).id } as never)
    const path = `/v1/profile/programs/${shop.programId}/session_balance`
    const [credit] = (await staff<List<OrganiserSessionCredit>>(`session_balances?email=${person.email}`)).body.data
    const use = (body: object = {}, headers = {}) =>
      staff<Redemption>(`session_balances/${credit?.id}/redeem`, body, headers)
    const history = async () =>
      (await shop.read<List<SessionCreditEntry>>(person, `${path}/entries?limit=50`)).data.map((entry) => [
        entry.kind,
        entry.amount,
        entry.attendee_name,
        entry.booking_title,
        entry.note,
        entry.redemption_status,
      ])
    const left = async () => (await shop.read<{ available: number }>(person, path)).available
    return { person, child, source, credit, use, history, left }
  }

  it('staff correct the visits of a pass with a reason, never below none', async () => {
    const { person, credit, use, history, left } = await holder({ name: 'Two swims' })
    const adjust = (body: object) => staff<OrganiserSessionCredit>(`session_balances/${credit?.id}/adjust`, body)
    const reason = 'The pool was closed'
    await use()
    expect((await adjust({ by: 1, reason })).body).toMatchObject({ available: 2, total: 3 })
    expect((await adjust({ by: 3, reason })).body).toMatchObject({ available: 5, total: 6 })
    expect((await adjust({ by: -4, reason, notify: false })).body).toMatchObject({ available: 1, total: 6 })
    expect(await adjust({ by: -2, reason })).toMatchObject({ status: 422, body: { type: 'credit_not_available' } })
    for (const [body, param] of [
      [{ by: 0, reason }, 'by'],
      [{ by: 1.5, reason }, 'by'],
      [{ by: 1, reason: '' }, 'reason'],
    ] as const)
      expect(await adjust(body)).toMatchObject({ status: 400, body: { param } })
    expect(await left()).toBe(1)
    expect(
      (await history()).filter(([kind]) => kind === 'adjust').map(([, amount, , , note]) => [amount, note]),
    ).toEqual([
      [1, reason],
      [3, reason],
      [-4, reason],
    ])
    const mails = (await mailsTo(bench, person.email)).filter(({ subject }) =>
      subject.includes('corrected your visits'),
    )
    expect(mails.map(({ subject }) => subject)).toHaveLength(2)
    for (const words of [reason, '“Two swims”']) expect(mails[0]?.text).toContain(words)
    const unlimited = await holder({ is_unlimited: true, allocated_amount: null })
    const path = `session_balances/${unlimited.credit?.id}/adjust`
    expect(await staff(path, { by: 1, reason })).toMatchObject({ status: 400, body: { type: 'invalid_option' } })
  })

  it('the organisation sees a family’s passes, uses visits until none is left, and returns one', async () => {
    const { person, child, source, credit, use, history, left } = await holder({ name: 'Two swims' })
    expect(credit).toMatchObject({
      package_name: 'Two swims',
      available: 2,
      is_usable: true,
      attendee: null,
      customer_profile: { id: person.profileId(shop.programId), email: person.email },
    })
    const { event_id, option_ids } = await makeEvent(bench, {
      programId: shop.programId,
      packageIds: [source],
      name: 'Open lanes',
    })
    expect(option_ids).toHaveLength(1)
    const [event] = (
      await bench.bareDb.prepare('SELECT key FROM events WHERE id = ?').bind(event_id).all<{ key: string }>()
    ).results
    const { attendee_profile_id } = child
    const first = await use({ attendee_profile_id, event_key: event?.key })
    expect([first.status, first.body]).toMatchObject([
      201,
      {
        status: 'redeemed',
        available: 1,
        event_key: event?.key,
        attendee: { attendee_profile_id, first_name: 'Maya' },
      },
    ])
    const second = await use({ note: 'Evening swim' })
    expect([second.status, second.body.available]).toEqual([201, 0])
    expect(await use()).toMatchObject({
      status: 422,
      body: { type: 'credit_not_available', param: 'session_credit_id' },
    })

    const back = () => staff<Redemption>(`redemptions/${first.body.id}/return`, {})
    expect(await back()).toMatchObject({ status: 200, body: { status: 'returned', available: 1 } })
    expect(await back()).toMatchObject({ status: 200, body: { status: 'returned', available: 1 } })
    expect(await left()).toBe(1)
    expect(await history()).toEqual([
      ['purchase', 2, null, null, null, null],
      ['redeem', -1, 'Maya Roy', 'Open lanes', null, 'returned'],
      ['redeem', -1, null, null, 'Evening swim', 'redeemed'],
      ['return', 1, 'Maya Roy', 'Open lanes', null, 'returned'],
    ])
    const steps = await shop.db.select().from(statusHistory).where(eq(statusHistory.object_id, first.body.id))
    expect(steps.map(({ to_status, actor_type, actor_id }) => [to_status, actor_type, actor_id])).toEqual([
      ['redeemed', 'organiser', 'bench'],
      ['returned', 'organiser', 'bench'],
    ])
    const listed = await staff<List<Redemption>>(`redemptions?session_credit_id=${credit?.id}&status=redeemed`)
    expect(listed.body.data.map(({ id }) => id)).toEqual([second.body.id])
  })

  it('the customer is mailed how many visits are left, and of a return, unless notify is false', async () => {
    const { person, use, credit } = await holder({ name: 'Two swims' })
    const used = await use({ note: 'Evening swim' })
    await bench.tick()
    await staff(`redemptions/${used.body.id}/return`, {})
    await use({ notify: false })
    await bench.tick()
    const mails = (await mailsTo(bench, person.email)).filter(({ subject }) => /visit/.test(subject))
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/^A visit was returned by .*: \d left$/),
      expect.stringMatching(/^A visit was used at .*: 1 left$/),
    ])
    const text = mails.find(({ subject }) => subject.includes('used'))?.text
    expect(text).toContain('Evening swim')
    expect(text).toContain('You have 1 visit left.')
    expect(credit?.total).toBe(2)
  })

  it('a repeat with the same key uses one visit', async () => {
    const { use, left } = await holder()
    const [first, again] = [
      await use({}, { 'Idempotency-Key': 'desk-1' }),
      await use({}, { 'Idempotency-Key': 'desk-1' }),
    ]
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect(await left()).toBe(1)
  })

  it('the same visit again within a minute is refused, unless again is true or the child is another', async () => {
    const { person, child, use, left, credit } = await holder({ allocated_amount: 9 })
    const sibling = await makeAttendee(bench, person, { programId: shop.programId })
    const taps = await Promise.all([use(), use()])
    expect(taps.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await use()).toMatchObject({ status: 409, body: { type: 'state_conflict', param: 'again' } })
    const statuses = []
    for (const body of [
      { again: true },
      { attendee_profile_id: child.attendee_profile_id },
      { attendee_profile_id: sibling.attendee_profile_id },
    ])
      statuses.push((await use(body)).status)
    bench.pass(61_000)
    statuses.push((await use()).status)
    expect([statuses, await left()]).toEqual([[201, 201, 201, 201], 4])

    const ofPerson = async (id: string) =>
      (await staff<List<OrganiserSessionCredit>>(`session_balances?attendee_profile_id=${id}`)).body.data
    expect((await ofPerson(child.attendee_profile_id)).map(({ id }) => id)).toEqual([credit?.id])
  })

  it('a child whose visit was used is kept when the family removes them', async () => {
    const { person, child, use } = await holder()
    await use({ attendee_profile_id: child.attendee_profile_id })
    const removed = await bench.call(`/v1/profile/attendees/${child.attendee_id}`, {
      method: 'DELETE',
      headers: person.headers,
    })
    expect([removed.status, await removed.json()]).toMatchObject([200, { result: 'archived' }])
  })

  it('a client with the right to book pays with a visit, and only with one of its customer', async () => {
    const { person, child, source, credit } = await holder()
    const stranger = await holder()
    const { event_id, option_ids } = await makeEvent(bench, {
      programId: shop.programId,
      packageIds: [source],
      options: [{ cost: 2000 }],
    })
    const { headers } = await delegateTo(bench, person, { program_id: shop.programId, scopes: ['bookings'] })
    const register = (session_credit_id: string | undefined) =>
      bench.call('/v1/profile/registrations', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          ...{ event_id, option_id: option_ids[0], session_credit_id },
          customer_profile_id: person.profileId(shop.programId),
          attendee_profile_id: child.attendee_profile_id,
        }),
      })
    expect([404, 422]).toContain((await register(stranger.credit?.id)).status)
    const booked = await register(credit?.id)
    expect([booked.status, await booked.json()]).toMatchObject([201, { session_credit_id: credit?.id }])
  })

  it('an unlimited pass is used without being counted, and the history tells the return', async () => {
    const { use, history } = await holder({ is_unlimited: true, allocated_amount: null })
    const used = await use()
    expect(used.body.available).toBeNull()
    await staff(`redemptions/${used.body.id}/return`, {})
    expect(await history()).toEqual([['redeem', 0, null, null, null, 'returned']])
  })

  it('another program’s pass and another family’s person are not found', async () => {
    const { credit, use } = await holder()
    const other = await makeCustomer(bench, { programIds: [shop.programId] })
    const stranger = await makeAttendee(bench, other, { programId: shop.programId })
    expect(await use({ attendee_profile_id: stranger.attendee_profile_id })).toMatchObject({
      status: 404,
      body: { param: 'attendee_profile_id' },
    })
    const elsewhere = await bench.call(`/v1/organiser/programs/no-such/session_balances/${credit?.id}/redeem`, {
      method: 'POST',
      headers: organiserHeaders,
      body: '{}',
    })
    expect(elsewhere.status).toBe(404)
  })

  it('the schema refuses a visit of credits that are expired, suspended or of another person', async () => {
    const { credit } = await holder()
    let inserted = 0
    const insert = (person: string | null) =>
      bench.bareDb
        .prepare(
          'INSERT INTO redemptions (id, program_id, session_credit_id, attendee_profile_id, created, updated) VALUES (?1, ?2, ?3, ?4, ?5, ?5)',
        )
        .bind(`rdm_${person}_${inserted++}`, shop.programId, credit?.id, person, bench.now())
        .run()
    for (const change of [
      { expires_at: bench.now() },
      { expires_at: null, is_suspended: true },
      { is_suspended: false, attendee_profile_id: 'pap_other' },
    ]) {
      await shop.db
        .update(sessionCredits)
        .set(change)
        .where(eq(sessionCredits.id, credit?.id ?? ''))
      await expect(insert(null)).rejects.toThrow('credit_not_usable')
    }
    await expect(insert('pap_other')).resolves.toBeDefined()
  })
})
