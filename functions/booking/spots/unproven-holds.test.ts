import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person, unique } from '../../test-bench/people.ts'
import { makeEvent, makePool, makeProgram } from '../../test-bench/programs.ts'
import { makeProduct } from '../../test-bench/store.ts'

const minute = 60_000
let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  Object.assign(bench.env, { RATE_LIMITS: 'strict' })
  programId = await makeProgram(bench, { preferences: { ignore_attendee_conflicts: true } })
})

type Event = Awaited<ReturnType<typeof makeEvent>>
const eventOf = (spots: number) => makeEvent(bench, { programId, options: [{ spots }] })
const stranger = (verified = false) => makeCustomer(bench, { programIds: [programId], verified })
let networks = 0
/** A network address that no other test uses. */
const network = () => {
  networks += 1
  return `10.7.${networks >> 8}.${networks & 255}`
}

async function hold(person: Person, event: Event, from: string, language = 'en', option = 0): Promise<Response> {
  const { attendee_profile_id } = await makeAttendee(bench, person, { programId })
  return bench.call(
    '/v1/profile/registrations',
    person.json(
      {
        event_id: event.event_id,
        option_id: event.option_ids[option],
        customer_profile_id: person.profileId(programId),
        attendee_profile_id,
      },
      { 'CF-Connecting-IP': from, 'Accept-Language': language },
    ),
  )
}
async function holdMany(count: number, next: (index: number) => Promise<Response>): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) statuses.push((await next(index)).status)
  return statuses
}
const run = (sql: string, ...values: unknown[]) =>
  bench.env.DB.prepare(sql)
    .bind(...values)
    .run()
const confirm = ({ identity }: Person) => run('UPDATE users SET is_email_verified = 1 WHERE id = ?', identity.user_id)

describe('an account with an unconfirmed email and no payment', () => {
  it('an unproven account holds at most four places and learns how to lift the limit', async () => {
    const [person, event, from] = [await stranger(), await eventOf(200), network()]
    expect(await holdMany(4, () => hold(person, event, from))).toEqual([201, 201, 201, 201])
    bench.pass(5 * minute)
    const refused = await hold(person, event, from)
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, String(10 * 60)])
    expect(await refused.json()).toMatchObject({
      type: 'too_many_requests',
      param: 'option_id',
      message:
        'Until your email is confirmed we can hold 4 bookings for you. Confirm your email, or pay for what you hold, then try again; or try again in 10 minutes.',
    })
    const french = (await (await hold(person, event, from, 'fr')).json()) as { message: string }
    expect(french.message).toContain('Tant que votre adresse courriel n’est pas confirmée')
    await confirm(person)
    expect((await hold(person, event, from)).status).toBe(201)
  })

  it('an unproven account can hold four places again after its holds ended', async () => {
    const [person, event, from] = [await stranger(), await eventOf(200), network()]
    await holdMany(4, () => hold(person, event, from))
    bench.pass(16 * minute)
    await person.renew()
    expect(await holdMany(5, () => hold(person, event, from))).toEqual([201, 201, 201, 201, 429])
  })

  it('an account that has paid can hold more places', async () => {
    const [person, event, from] = [await stranger(), await eventOf(200), network()]
    await holdMany(4, () => hold(person, event, from))
    await run(
      `INSERT INTO orders (id, program_id, customer_id, customer_profile_id, status, currency, timezone, amount_subtotal, amount_total, amount_paid, created, updated)
       VALUES (?1, ?2, ?3, ?4, 'paid', 'CAD', 'UTC', 100, 100, 100, 1, 1)`,
      `ord_${unique()}`,
      programId,
      person.identity.customer_id,
      person.profileId(programId),
    )
    expect((await hold(person, event, from)).status).toBe(201)
  })

  it('unproven accounts of one network share eight places', async () => {
    const [event, from] = [await eventOf(400), network()]
    const people = await Promise.all(Array.from({ length: 10 }, () => stranger()))
    const statuses = await holdMany(10, (index) => hold(people[index] as Person, event, from))
    expect(statuses).toEqual([...Array(8).fill(201), 429, 429])
    const refused = (await (await hold(people[9] as Person, event, from)).json()) as { message: string }
    expect(refused.message).toContain('Many places are held from your network')
    expect((await hold(people[9] as Person, event, network())).status).toBe(201)
    expect((await hold(await stranger(true), event, from)).status).toBe(201)
    // Each week of the summer program is a separate event.
    expect((await hold(people[8] as Person, await eventOf(400), from)).status).toBe(429)
  })

  it("unproven accounts together hold at most a quarter of an event's free places", async () => {
    const event = await eventOf(14)
    const statuses = await holdMany(6, async () => hold(await stranger(), event, network()))
    expect(statuses).toEqual([201, 201, 201, 429, 429, 429])
    const refused = (await (await hold(await stranger(), event, network())).json()) as { message: string }
    expect(refused.message).toContain('The other places are for people whose email is confirmed')
    expect(await holdMany(11, async () => hold(await stranger(true), event, network()))).toEqual(Array(11).fill(201))
  })

  it('an unproven account may take the last place', async () => {
    const event = await eventOf(1)
    expect((await hold(await stranger(), event, network())).status).toBe(201)
  })

  it('unproven holds count in a pool shared by several options', async () => {
    const pool = await makePool(bench, programId, 8)
    const event = await makeEvent(bench, {
      programId,
      options: [
        { spots: 100, poolIds: [pool] },
        { spots: 100, poolIds: [pool] },
      ],
    })
    const statuses = await holdMany(4, async (index) => hold(await stranger(), event, network(), 'en', index % 2))
    expect(statuses).toEqual([201, 201, 429, 429])
  })

  it('concurrent requests give an unproven account no extra place', async () => {
    const event = await eventOf(20)
    const people = await Promise.all(Array.from({ length: 16 }, () => stranger()))
    const answers = await Promise.all(people.map((person) => hold(person, event, network())))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const one = await stranger()
    const [large, from] = [await eventOf(400), network()]
    const own = await Promise.all(Array.from({ length: 12 }, () => hold(one, large, from)))
    expect(own.filter(({ status }) => status === 201)).toHaveLength(4)
  })

  it('an unproven account cannot renew a lapsed cart beyond four held places', async () => {
    const [person, event, from] = [await stranger(), await eventOf(400), network()]
    const first = (await (await hold(person, event, from)).json()) as { id: string }
    const customer_profile_id = person.profileId(programId)
    const items = [{ type: 'event_option', source: first.id }]
    const cart = await bench.call(
      '/v1/profile/orders',
      person.json({ program_id: programId, customer_profile_id, items }),
    )
    const { id } = (await cart.json()) as { id: string }
    bench.pass(50 * minute)
    await person.renew()
    await holdMany(4, () => hold(person, event, from))
    const quote = () => bench.call(`/v1/profile/orders/${id}/quote`, person.json({}, { 'CF-Connecting-IP': from }))
    expect((await quote()).status).toBe(429)
    await confirm(person)
    expect((await quote()).status).toBe(200)
  })

  it('an unproven account holds at most eight store items', async () => {
    const store = await makeProgram(bench, { features: { products: true } })
    const product = await makeProduct(bench, { programId: store, variations: [{ stock: 500 }, { stock: 20 }] })
    const order = async (source: string | undefined, quantity: number) => {
      const person = await makeCustomer(bench, { programIds: [store], verified: false })
      const items = [{ type: 'product_variation', source, quantity }]
      const body = { program_id: store, customer_profile_id: person.profileId(store), items }
      return bench.call('/v1/profile/orders', person.json(body))
    }
    const [many, few] = product.variation_ids
    expect((await order(many, 8)).status).toBe(201)
    const refused = await order(many, 9)
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      429,
      'Until your email is confirmed we can hold 8 items for you. Confirm your email, or choose fewer.',
    ])
    expect((await order(few, 4)).status).toBe(201)
    bench.pass(5 * minute)
    const second = await order(few, 2)
    const { message } = (await second.json()) as { message: string }
    expect([second.status, message, second.headers.get('Retry-After')]).toEqual([
      429,
      'Until your email is confirmed we can hold only a few for you. Confirm your email, or choose fewer; or try again in 10 minutes.',
      String(10 * 60),
    ])
    expect((await order(few, 1)).status).toBe(201)
  })

  it('an unproven hold stores only a keyed hash of its network, for a week', async () => {
    const [person, event, from] = [await stranger(), await eventOf(100), network()]
    await hold(person, event, from)
    const mark = () =>
      bench.env.DB.prepare(
        'SELECT network FROM unproven_holds JOIN registrations ON id = registration_id WHERE customer_id = ?',
      )
        .bind(person.identity.customer_id)
        .first<string>('network')
    expect(await mark()).toMatch(/^[\w-]{22}$/)
    bench.pass(8 * 24 * 60 * minute)
    await bench.tick()
    expect(await mark()).toBeNull()
  })
})
