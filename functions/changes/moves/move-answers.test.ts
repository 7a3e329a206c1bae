import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { RegistrationMoves } from '../../contract/changes/move.ts'
import type { RegistrationAnswers } from '../../contract/booking/registration-answers.ts'
import type { Answer, Registration } from '../../contract/booking/registration.ts'
import { dayMs } from '../../contract/limits.ts'
import { answerChanges, eventQuestions, programs, registrations, relations } from '../../platform/database/tables.ts'
import { openAnswers } from '../../booking/registrations/sealed-answers.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { type Cart, makeCart } from '../../test-bench/orders.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { fairRefund, makeEvent, makeQuestion, plainPreferences } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'

let bench: Bench
let shop: Shop
let friend: string
let swims: string
let badge: string
let from: Awaited<ReturnType<typeof makeEvent>>
let to: Awaited<ReturnType<typeof makeEvent>>
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop())
  const { programId } = shop
  friend = await makeQuestion(bench, programId, { title: 'Cabin friend' })
  swims = await makeQuestion(bench, programId, { title: 'Can swim?', type: 'yes_no' })
  badge = await makeQuestion(bench, programId, { title: 'Badge', show_if: { field: swims, equals: true } })
  const week = (days: number, cost: number, questionIds: string[]) =>
    makeEvent(bench, {
      programId,
      name: 'Sail Week',
      startsAt: bench.now() + days * dayMs,
      endsAt: bench.now() + (days + 4) * dayMs,
      refund: fairRefund,
      questionIds,
      options: [{ cost, spots: 40 }],
    })
  from = await week(20, 34_500, [friend])
  to = await week(27, 34_500, [friend, swims, badge])
})

type Booked = { person: Person; id: string }
async function booked(others: Answer[] = []): Promise<Booked> {
  const person = await shop.customer()
  const [optionId] = from.option_ids
  const cart = await makeCart(bench, person, { programId: shop.programId, eventId: from.event_id, optionId })
  expect((await shop.pay(person, cart)).status).toBe(201)
  const [id] = cart.registration_ids
  const answers = [{ field_id: friend, value: 'Zoé' }, ...others]
  const form_response = { landed_at: null, submitted_at: null, answers }
  await shop.db.update(registrations).set({ form_response }).where(eq(registrations.id, id))
  return { person, id }
}
const move = ({ person, id }: Booked, body: object = {}) =>
  bench.call(`/v1/profile/registrations/${id}`, {
    ...person.json({ option_id: to.option_ids[0], ...body }),
    method: 'PUT',
  })
const formOf = (answers: [string, unknown][]) => ({
  form_response: { answers: answers.map(([field_id, value]) => ({ field_id, value })) },
})

describe('the questions of a move', () => {
  it('a move is offered with the questions that no earlier answer settles', async () => {
    const { person, id } = await booked()
    const { choices } = await shop.read<RegistrationMoves>(person, `/v1/profile/registrations/${id}/moves`)
    const choice = choices.find(({ option }) => option.id === to.option_ids[0])
    expect([choice?.result, choice?.questions]).toEqual(['same_price', [swims, badge]])
  })

  it('a move without a required answer names its question, and the place stays', async () => {
    const place = await booked()
    const refused = (await (await move(place)).json()) as ErrorBody
    expect([refused.type, refused.param]).toEqual(['required', `form_response.answers[${swims}]`])
    const badgeMissing = (await (await move(place, formOf([[swims, true]]))).json()) as ErrorBody
    expect(badgeMissing.param).toBe(`form_response.answers[${badge}]`)
    const [row] = await shop.db.select().from(registrations).where(eq(registrations.id, place.id))
    expect(row?.event_id).toBe(from.event_id)
  })

  it('a move takes the new answers, carries the earlier ones, and keeps what changed', async () => {
    const place = await booked()
    const answer = await move(place, formOf([[swims, false]]))
    expect(answer.status).toBe(200)
    const moved = (await answer.json()) as Registration
    expect([moved.event_id, moved.form_response.answers]).toEqual([
      to.event_id,
      [
        { field_id: friend, value: 'Zoé' },
        { field_id: swims, value: false },
      ],
    ])
    const history = await shop.read<RegistrationAnswers>(place.person, `/v1/profile/registrations/${place.id}/answers`)
    expect(history.changes.flatMap(({ answers }) => answers)).toEqual([
      { field_id: swims, title: 'Can swim?', before: null, after: false },
    ])
  })

  it('a place that moves to another person keeps no answer and no history about the first person', async () => {
    const place = await booked()
    await move(place, formOf([[swims, false]]))
    const other = (await makeAttendee(bench, place.person, { programId: shop.programId })).attendee_profile_id
    const answers: [string, unknown][] = [
      [friend, 'Léa'],
      [swims, false],
    ]
    const moved = await move(place, { attendee_profile_id: other, ...formOf(answers) })
    expect(moved.status).toBe(200)
    expect(await shop.db.select().from(answerChanges).where(eq(answerChanges.registration_id, place.id))).toEqual([])
  })

  it('a move can change the answers it carries over, until the deadline for answers', async () => {
    const until = async (answers_until: string) =>
      shop.db
        .update(programs)
        .set({ preferences: { ...plainPreferences, answers_until } })
        .where(eq(programs.id, shop.programId))
    const place = await booked()
    const changed = formOf([
      [friend, 'Léa'],
      [swims, false],
    ])
    await until('P40D')
    const refused = (await (await move(place, changed)).json()) as ErrorBody
    expect([refused.type, refused.param]).toEqual(['transition_not_allowed', 'form_response'])
    const same = formOf([
      [friend, 'Zoé'],
      [swims, false],
    ])
    expect((await move(place, same)).status).toBe(200)

    await until('P3D')
    const other = await booked()
    const moved = (await (await move(other, changed)).json()) as Registration
    expect(moved.form_response.answers[0]).toEqual({ field_id: friend, value: 'Léa' })
  })

  it('a signature moves along after the customer changes their name', async () => {
    const rules = await makeQuestion(bench, shop.programId, { title: 'Rules', type: 'signature', required: false })
    for (const { event_id } of [from, to])
      await shop.db.insert(eventQuestions).values({ event_id, question_id: rules, position: 8 })
    const signature = { field_id: rules, value: { name: 'Former Name' } }
    const answer = await move(await booked([signature]), formOf([[swims, false]]))
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as Registration).form_response.answers).toContainEqual(signature)
    const forged = (await (
      await move(
        await booked(),
        formOf([
          [swims, false],
          [rules, { name: 'Former Name' }],
        ]),
      )
    ).json()) as ErrorBody
    expect(forged.param).toBe(`form_response.answers[${rules}]`)
  })

  it.each([
    ['with an earlier answer', [{ value: 'Nuts' }], 'Nuts'],
    ['without an earlier answer', [], 'None'],
  ])('a move %s asks a required health question whose answer the customer may not read', async (_, earlier, after) => {
    const health = await makeQuestion(bench, shop.programId, { title: 'Allergies', required: true })
    const week = await makeEvent(bench, {
      programId: shop.programId,
      name: 'Sail Week',
      startsAt: bench.now() + 27 * dayMs,
      endsAt: bench.now() + 31 * dayMs,
      refund: fairRefund,
      questionIds: [friend, health],
      options: [{ cost: 34_500, spots: 40 }],
    })
    const place = await booked(earlier.map(({ value }) => ({ field_id: health, value })))
    const own = eq(relations.customer_id, place.person.identity.customer_id)
    const [relation] = await shop.db.select().from(relations).where(own)
    const manager = await shop.customer()
    if (relation) await shop.db.insert(relations).values({ ...relation, customer_id: manager.identity.customer_id })
    await shop.db
      .update(relations)
      .set({ rights: ['view', 'register'] })
      .where(own)

    const preview = await shop.read<RegistrationMoves>(place.person, `/v1/profile/registrations/${place.id}/moves`)
    const shown = preview.choices.find(({ option }) => option.id === week.option_ids[0])
    expect(shown?.questions).toEqual([health])
    const to = { option_id: week.option_ids[0] }
    const missing = (await (await move(place, to)).json()) as ErrorBody
    expect([missing.type, missing.param]).toEqual(['required', `form_response.answers[${health}]`])
    const moved = await move(place, { ...to, ...formOf([[health, 'None']]) })
    expect(moved.status, await moved.clone().text()).toBe(200)
    expect(await moved.text()).not.toContain('Nuts')
    const [row] = await shop.db.select().from(registrations).where(eq(registrations.id, place.id))
    const opened = await openAnswers(bench.env, row?.form_response.answers ?? [])
    expect(opened.find(({ field_id }) => field_id === health)?.value).toBe(after)
  })
})

describe('the answers of a move that is paid later', () => {
  it('an answer that changes on the booking before the payment stays changed', async () => {
    const place = await booked()
    const { option_ids } = await makeEvent(bench, {
      programId: shop.programId,
      ...{ name: 'Sail Week', startsAt: bench.now() + 34 * dayMs, endsAt: bench.now() + 38 * dayMs },
      ...{ questionIds: [friend, swims], options: [{ cost: 40_000 }] },
    })
    const path = `/v1/profile/registrations/${place.id}`
    const input = { option_id: option_ids[0], ...formOf([[swims, false]]) }
    const begun = await bench.call(`${path}/moves`, place.person.json(input))
    const order = (await begun.json()) as { id: string }
    bench.pass(1000)
    const changed = await bench.call(path, { ...place.person.json(formOf([[friend, 'Léa']])), method: 'PUT' })
    expect([begun.status, changed.status]).toEqual([201, 200])
    expect((await shop.pay(place.person, { order_id: order.id } as Cart)).status).toBe(201)
    const moved = await shop.read<Registration>(place.person, path)
    expect(moved.option_id).toBe(option_ids[0])
    expect(new Map(moved.form_response.answers.map(({ field_id, value }) => [field_id, value]))).toEqual(
      new Map<string, unknown>([
        [swims, false],
        [friend, 'Léa'],
      ]),
    )
  })
})
