import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AppointmentType, AvailableTime } from '../../contract/offering/appointment.ts'
import type { Order } from '../../contract/money/order.ts'
import type { List } from '../../contract/paging.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeQuestion, makeWaiver } from '../../test-bench/programs.ts'
import { made, openFamily, refused } from '../../test-bench/registering.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'

// The test's current time is Monday 4 January 2027, 7 am in Toronto. This time is Wednesday, 9 am.
const nine = Date.parse('2027-01-06T14:00:00Z')
const halfHour = 30 * 60_000
const time = (at: number) => new Date(at).toISOString()

const withLateFee = (late_fee: number) => ({
  tiers: [],
  retention: { fixed: 0, percent: 0, keep_fees: true },
  automatic: false,
  request: true,
  move_until: 'PT1H',
  session: { free_until: 'P3D', late: 'charge_fee' as const, late_fee, no_show: 'charge_fee' as const, request: true },
})

let bench: Bench
let family: Awaited<ReturnType<typeof openFamily>>
let type: Awaited<ReturnType<typeof makeAppointmentType>>
beforeAll(async () => {
  bench = await openBench()
  family = await openFamily(bench, { features: { appointments: true } })
})
beforeEach(async () => {
  type = await makeAppointmentType(bench, family.programId)
})

type Input = { person?: Person; attendee?: string; at?: number; option?: number; body?: Record<string, unknown> }
const send = async ({ person = family.ada, attendee, at = nine, option = 0, body = {} }: Input = {}) =>
  bench.call(
    '/v1/profile/appointments',
    person.json({
      start_time: time(at),
      appointment_type_id: type.type_id,
      appointment_option_id: type.option_ids[option],
      customer_profile_id: person.profileId(family.programId),
      attendee_profile_id: attendee ?? (await family.childOf(person)),
      ...body,
    }),
  )
const book = async (input: Input = {}): Promise<Registration> => {
  const answer = await send(input)
  expect(answer.status).toBe(201)
  return made(answer)
}
const change = async (id: string, body: unknown, person = family.ada) =>
  bench.call(`/v1/profile/appointments/${id}`, { ...person.json(body), method: 'PUT' })
const read = async (id: string, person = family.ada) =>
  made(await bench.call(`/v1/profile/appointments/${id}`, { headers: person.headers }))
const orderOf = async (source: string, person = family.ada): Promise<Order> =>
  (await (
    await bench.call(
      '/v1/profile/orders',
      person.json({
        program_id: family.programId,
        customer_profile_id: person.profileId(family.programId),
        timezone: 'America/Toronto',
        items: [{ type: 'appointment_option', source, quantity: 1 }],
      }),
    )
  ).json()) as Order
const pay = async (order: Order, person = family.ada) =>
  bench.call(
    `/v1/profile/orders/${order.id}/payments`,
    person.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa' }),
  )
const orderNow = async (id: string) =>
  (await (await bench.call(`/v1/profile/orders/${id}`, { headers: family.ada.headers })).json()) as Order
const bookAndPay = async (input: Input = {}) => {
  const held = await book(input)
  const order = await orderOf(held.id)
  expect((await pay(order)).status).toBe(201)
  return { held, order }
}
const freeStarts = async (): Promise<string[]> => {
  const answer = await bench.call(`/v1/explore/availability/times?date=2027-01-06&appointment_type_id=${type.type_id}`)
  return ((await answer.json()) as List<AvailableTime>).data.map(({ starts_at }) => starts_at)
}

describe('POST appointments', () => {
  it('a booked time is held and readable as an appointment', async () => {
    const held = await book()
    expect(held).toMatchObject({
      status: 'pending',
      event: { appointment_type_id: type.type_id, starts_at: time(nine) },
    })
    expect((await read(held.id)).id).toBe(held.id)
    const listed = await family.get(family.ada, `/v1/profile/registrations?appointment_type_id=${type.type_id}`)
    expect(((await listed.json()) as List<Registration>).data.map(({ id }) => id)).toEqual([held.id])
    const other = await family.placeFor(await family.event(), { attendee: await family.childOf(family.ada) })
    const asAppointment = await family.get(family.ada, `/v1/profile/appointments/${(await made(other)).id}`)
    expect(asAppointment.status).toBe(404)
  })

  it.each<[string, Record<string, unknown>, string, string]>([
    ['a session credit', { session_credit_id: 'sec_1' }, 'credit_not_available', 'session_credit_id'],
    ['the waitlist status', { status: 'preregistered' }, 'option_not_on_sale', 'status'],
    ['a time without its zone', { start_time: '2027-01-06T09:00' }, 'invalid_date', 'start_time'],
    ['a time that is not offered', { start_time: time(nine - halfHour) }, 'option_not_on_sale', 'start_time'],
    ['an option of another type', { appointment_option_id: 'aop_other' }, 'not_found', ''],
  ])('the booking of an appointment with %s is rejected', async (_, body, refusal, param) => {
    const answer = await refused(await send({ body }))
    expect([answer.type, answer.param ?? '']).toEqual([refusal, param])
  })

  it('a taken time is refused with the nearest free times', async () => {
    await book({ person: family.ben })
    const answer = await send()
    const body = (await answer.json()) as { type: string; param: string; available_times: AvailableTime[] }
    expect([answer.status, body.type, body.param]).toEqual([409, 'slot_taken', 'start_time'])
    expect(body.available_times.map(({ starts_at }) => starts_at)).toEqual(
      [1, 2, 3, 4].map((step) => time(nine + step * halfHour)),
    )
  })

  it('a type that needs a package is refused to a customer without one', async () => {
    type = await makeAppointmentType(bench, family.programId, { restrict_to_package_ids: ['spk_1'] })
    expect(await refused(await send())).toMatchObject({ type: 'membership_required', param: 'appointment_type_id' })
  })

  it('an appointment is paid only once its waiver is accepted', async () => {
    const question = await makeQuestion(bench, family.programId)
    const waiver_id = await makeWaiver(bench, family.programId)
    type = await makeAppointmentType(bench, family.programId, { waiver_id, questionIds: [question] })
    const shown = await bench.call(`/v1/explore/appointment_types/${type.type_id}`)
    expect((await shown.json()) as AppointmentType).toMatchObject({
      fields: [{ id: question }],
      waiver: { waiver_id, version: 1 },
      refund_policy: { session_cancellation_policy: { free_until: 'PT24H', move_until: 'PT24H' } },
    })
    expect(await refused(await send())).toMatchObject({ code: 400, param: `form_response.answers[${question}]` })

    const form_response = { answers: [{ field_id: question, value: 'M' }] }
    const held = await book({ body: { form_response } })
    const order = await orderOf(held.id)
    expect((await refused(await pay(order))).type).toBe('waiver_required')
    const answers = [{ field_id: question, value: 'L' }]
    const accepted = await made(
      await change(held.id, { form_response: { answers }, waiver: { waiver_id, version: 1 } }),
    )
    expect(accepted.form_response.answers).toEqual(answers)
    expect((await pay(order)).status).toBe(201)
  })
})

describe('PUT appointments', () => {
  it('a rescheduled appointment frees its old time at once', async () => {
    const { held, order } = await bookAndPay()
    const moved = await made(await change(held.id, { start_time: time(nine + 2 * halfHour) }))
    expect(moved).toMatchObject({ id: held.id, status: 'confirmed', sequence: 1 })
    expect(moved.event.starts_at).toBe(time(nine + 2 * halfHour))
    const free = await freeStarts()
    expect(free).toContain(time(nine))
    expect(free).not.toContain(time(nine + 2 * halfHour))
    await bench.tick()
    const mail = await bench.bareDb
      .prepare("SELECT subject, text, attachments FROM mailbox WHERE recipient = ? AND subject LIKE 'New time:%'")
      .bind(family.ada.email)
      .first<{ subject: string; text: string; attachments: string }>()
    expect(mail?.subject).toContain('Private swim lesson')
    expect(mail?.attachments).toMatch(/SEQUENCE:[1-9]/)
    expect(mail?.attachments).toContain('DTSTART:20270106T150000Z')
    const after = (await (await family.get(family.ada, `/v1/profile/orders/${order.id}`)).json()) as Order
    expect(after.amount_total).toEqual(order.amount_total)
  })

  it('a taken time leaves the appointment unchanged', async () => {
    const { held } = await bookAndPay()
    await book({ person: family.ben, at: nine + halfHour })
    const answer = await change(held.id, { start_time: time(nine + halfHour) })
    expect(answer.status).toBe(409)
    expect(((await answer.json()) as { available_times: unknown[] }).available_times).toHaveLength(4)
    expect(await read(held.id)).toMatchObject({ sequence: 0, event: { starts_at: time(nine) } })
  })

  it('an appointment can move to a time that overlaps its own', async () => {
    const options = [{}, { name: 'One hour', duration: 60 }, { name: 'Two hours', duration: 120, cost: 9000 }]
    type = await makeAppointmentType(bench, family.programId, { options })
    const { held, order } = await bookAndPay()
    const other = await refused(await change(held.id, { appointment_option_id: type.option_ids[2] }))
    expect(other).toMatchObject({ type: 'transition_not_allowed', param: 'appointment_option_id' })
    expect(other.message).toContain('different amount')
    const longer = await made(await change(held.id, { appointment_option_id: type.option_ids[1] }))
    expect(longer.event.ends_at).toBe(time(nine + 2 * halfHour))
    const after = (await (await family.get(family.ada, `/v1/profile/orders/${order.id}`)).json()) as Order
    expect(after.items[0]).toMatchObject({
      product_variation_id: type.option_ids[1],
      product_name: 'Private swim lesson, One hour',
    })
  })

  it('rescheduling is refused after the deadline', async () => {
    const attendee = await family.childOf(family.ada)
    const { held } = await bookAndPay({ attendee })
    const { held: second } = await bookAndPay({ attendee, at: nine + 2 * halfHour })
    type = await makeAppointmentType(bench, family.programId)
    const busy = await book({ attendee, at: nine + 4 * halfHour })
    expect((await refused(await change(busy.id, { start_time: time(nine) }))).type).toBe('attendee_conflict')
    expect((await change(second.id, { status: 'cancelled' })).status).toBe(200)
    expect((await read(second.id)).status).toBe('cancelled')
    bench.pass(26 * 60 * 60_000 + halfHour)
    await family.ada.renew()
    const late = await refused(await change(held.id, { start_time: time(nine + 6 * halfHour) }))
    expect(late).toMatchObject({ type: 'transition_not_allowed', param: 'start_time' })
    expect(late.message.replaceAll('\u00a0', ' ')).toContain('Tue, January 5, 9 am (Toronto time)')
  })
})

describe('POST appointments/{registration_id}/cancel', () => {
  it("cancelling after the free period charges the policy's late fee", async () => {
    type = await makeAppointmentType(bench, family.programId, { refund: withLateFee(1500) })
    const thursday = nine + 24 * 60 * 60_000
    const { held } = await bookAndPay({ at: thursday })
    expect((await read(held.id)).cancellation).toMatchObject({
      sentence: 'Cancel late and get back $30.00',
      late_fee: { amount: { value: 1500 }, sentence: expect.stringContaining('a late fee of $15.00 is kept') },
    })
    const cancelled = await made(
      await bench.call(`/v1/profile/appointments/${held.id}/cancel`, family.ada.json({ expected_amount: 3000 })),
    )
    expect([cancelled.status, cancelled.penalty?.display]).toEqual(['late_cancelled', '$15.00'])
    const place = await made(
      await family.placeFor(await family.event(), { attendee: await family.childOf(family.ada) }),
    )
    expect((await bench.call(`/v1/profile/appointments/${place.id}/cancel`, family.ada.json({}))).status).toBe(404)
  })
})

describe('a no-show at an appointment', () => {
  const refund = withLateFee(1000)
  const weekMs = 7 * 24 * 60 * 60_000
  const mark = async (id: string, status: 'absent' | 'here') => {
    const path = `/v1/organiser/programs/${family.programId}/registrations/${id}/check_in`
    const answer = await bench.call(path, {
      method: 'POST',
      headers: { ...organiserHeaders, 'Content-Type': 'application/json' },
      body: JSON.stringify({ day: '2027-01-06', status }),
    })
    expect(answer.status).toBe(200)
  }
  const wait = async (ms: number) => {
    bench.pass(ms)
    await family.ada.renew()
    await bench.tick()
  }
  const mails = async () =>
    (await mailsTo(bench, family.ada.email)).filter(({ subject }) => /no-show|Corrected/.test(subject))

  it('a no-show keeps the fee and refunds the remainder', async () => {
    type = await makeAppointmentType(bench, family.programId, { refund })
    const before = bench.now()
    const { held, order } = await bookAndPay()
    bench.pass(nine + halfHour - bench.now())
    await mark(held.id, 'absent')
    await wait(20 * 60_000)
    expect(await read(held.id)).toMatchObject({ status: 'no_show', penalty: { value: 1000 } })
    const [mail] = await mails()
    expect(mail?.text.replaceAll('\u00a0', ' ')).toMatch(/a no-show fee of \$10\.00 is kept/)
    expect(mail?.text).toMatch(/\$35\.00 goes back to .* on .*January\s13, 2027/)

    await wait(weekMs)
    const { amount_returned, amount_total } = await orderNow(order.id)
    expect([amount_total.value, amount_returned.value]).toEqual([4500, 3500])
    await bench.tick()
    expect((await orderNow(order.id)).amount_returned.value).toBe(3500)
    bench.pass(before - bench.now())
    await family.ada.renew()
  })

  it('a withdrawn no-show mark costs nothing', async () => {
    type = await makeAppointmentType(bench, family.programId, { refund })
    const before = bench.now()
    const { held, order } = await bookAndPay()
    bench.pass(nine + halfHour - bench.now())
    const count = (await mails()).length
    await mark(held.id, 'absent')
    await mark(held.id, 'here')
    await wait(20 * 60_000)
    expect((await mails()).length).toBe(count)

    await mark(held.id, 'absent')
    await wait(20 * 60_000)
    await mark(held.id, 'here')
    await wait(weekMs)
    expect(
      (await mails())
        .slice(0, 2)
        .map(({ subject }) => subject.split(':')[0])
        .sort(),
    ).toEqual(['Corrected', 'Marked as a no-show'])
    expect(await read(held.id)).toMatchObject({ status: 'attended', penalty: null })
    expect((await orderNow(order.id)).amount_returned.value).toBe(0)
    bench.pass(before - bench.now())
    await family.ada.renew()
  })
})
