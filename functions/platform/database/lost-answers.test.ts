import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext, Idempotency } from '../context.ts'
import { makeContext } from '../make-context.ts'
import { createOrder } from '../../money/orders/create-order.ts'
import { payOrder } from '../../money/payments/pay-order.ts'
import { register } from '../../booking/registrations/register.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type Person, unique } from '../../test-bench/people.ts'
import { type Family, openFamily } from '../../test-bench/registering.ts'
import { asItem } from '../../test-bench/shopping-family.ts'
import { type Shop, openShop } from '../../test-bench/shop.ts'
import { commit } from './commit.ts'
import { historyRow } from './history.ts'

let opened: Bench
let shop: Shop
beforeAll(async () => {
  opened = await openBench()
  shop = await openShop(opened)
})

type Loss = {
  /** The number of the writing batch, counted from 1. */ at: number
  when: 'before' | 'after' | 'both' | 'always' | 'never back'
}

/** The context of a request whose writes lose their connection as the scenario defines. */
function losing(person: Person, loss: Loss, idempotency: Idempotency | null = null): CustomerContext {
  let writes = 0
  const lose = () => new Error('D1_ERROR: Network connection lost.')
  const isWrite = (statement: unknown) =>
    /^\s*(?:insert|update|delete)/i.test(String((statement as { statement?: string }).statement ?? ''))
  const DB = new Proxy(opened.bareDb, {
    get: (target, key) => {
      if (key !== 'batch') return (target[key as 'prepare'] as (text: string) => unknown).bind(target)
      return async (statements: D1PreparedStatement[]) => {
        if (!statements.some(isWrite)) return target.batch(statements)
        writes += 1
        const last = { before: loss.at, after: loss.at, both: loss.at + 1, always: 99, 'never back': 99 }[loss.when]
        if (writes < loss.at || writes > last) return target.batch(statements)
        if (loss.when === 'before' || loss.when === 'never back' || (loss.when === 'both' && writes === loss.at))
          throw lose()
        await target.batch(statements)
        throw lose()
      }
    },
  })
  const actor = { type: 'customer' as const, ...person.identity }
  const ctx = makeContext({ env: { ...opened.env, DB }, now: opened.now(), requestId: 'bench', actor, idempotency })
  return Object.assign(ctx, { actor })
}

const key = (): Idempotency => ({ scope: `bench ${unique()}`, key: 'one', fingerprint: 'f', isWritten: false })
const count = async (sql: string, ...values: unknown[]) =>
  (await opened.bareDb
    .prepare(sql)
    .bind(...values)
    .first<number>('n')) ?? 0
const noOneWaits = async () => {}
const ways: { when: Loss['when']; keyed: boolean }[] = (['before', 'after', 'both'] as const).flatMap((when) => [
  { when, keyed: true },
  { when, keyed: false },
])

describe('a write whose connection to the database was lost', () => {
  it.each(ways)(
    'a registration takes one place despite a lost connection (lost $when, key: $keyed)',
    async ({ when, keyed }) => {
      const family = await openFamily(opened)
      const made = await register(
        losing(family.ada, { at: 1, when }, keyed ? key() : null),
        await askOf(family),
        noOneWaits,
      )
      expect(made.status).toBe('pending')
      expect(await count('SELECT count(*) AS n FROM registrations WHERE program_id = ?', family.programId)).toBe(1)
    },
  )

  it.each(ways)(
    'an order is opened once despite a lost connection (lost $when, key: $keyed)',
    async ({ when, keyed }) => {
      const family = await openFamily(opened)
      const event = await family.event()
      const place = (await (await family.placeFor(event)).json()) as { id: string }
      const input = {
        program_id: family.programId,
        customer_profile_id: family.ada.profileId(family.programId),
        timezone: 'America/Toronto',
        items: [asItem(place.id)],
      }
      const order = await createOrder(
        losing(family.ada, { at: 1, when }, keyed ? key() : null),
        input as Parameters<typeof createOrder>[1],
      )
      expect(order.items).toHaveLength(1)
      expect(await count('SELECT count(*) AS n FROM orders WHERE program_id = ?', family.programId)).toBe(1)
    },
  )

  it.each([1, 2].flatMap((at) => ways.map((way) => ({ at, ...way }))))(
    'an order is paid once despite a lost connection (batch $at lost $when, key: $keyed)',
    async ({ at, when, keyed }) => {
      const person = await shop.customer()
      const cart = await shop.cart(person)
      const { payment } = await payOrder(losing(person, { at, when }, keyed ? key() : null), {
        order_id: cart.order_id,
        checkout_method: 'card',
        payment_source_id: 'pm_card_visa',
      } as Parameters<typeof payOrder>[1])
      expect(payment.status).toBe('succeeded')
      expect(await shop.orderOf(person, cart)).toMatchObject({
        status: 'paid',
        receipt_number: expect.any(String) as string,
      })
      expect(await count('SELECT count(*) AS n FROM payments WHERE order_id = ?', cart.order_id)).toBe(1)
      expect(
        await count(
          "SELECT count(*) AS n FROM status_history WHERE object = 'order' AND object_id = ? AND to_status = 'paid'",
          cart.order_id,
        ),
      ).toBe(1)
    },
  )

  it('a write succeeds if one attempt committed, even if every response was lost', async () => {
    const family = await openFamily(opened)
    const made = await register(losing(family.ada, { at: 1, when: 'always' }, key()), await askOf(family), noOneWaits)
    expect(made.status).toBe('pending')
  })

  it('a write that cannot be done returns 503 with a retry delay', async () => {
    const family = await openFamily(opened)
    const ctx = losing(family.ada, { at: 1, when: 'never back' }, key())
    const error = (await register(ctx, await askOf(family), noOneWaits).catch((thrown: unknown) => thrown)) as ApiError
    expect([error.code, error.type, error.detail.retryAfterSeconds]).toEqual([503, 'unavailable', 1])
    expect(await count('SELECT count(*) AS n FROM registrations WHERE program_id = ?', family.programId)).toBe(0)
  })

  it('a write fails if another request made the same change', async () => {
    const person = await shop.customer()
    const step = {
      object: 'order' as const,
      object_id: `ord_${unique()}`,
      step: 0,
      from: 'draft',
      to: 'pending',
      actor: losing(person, { at: 9, when: 'before' }).actor,
      at: opened.now(),
    }
    const rival = losing(person, { at: 9, when: 'before' })
    const mine = losing(person, { at: 1, when: 'before' })
    const work = commit(mine, [historyRow(mine, step)])
    await commit(rival, [historyRow(rival, step)])
    expect(((await work.catch((thrown: unknown) => thrown)) as ApiError).type).toBe('state_conflict')
  })
})

async function askOf(family: Family) {
  const event = await family.event()
  return {
    event_id: event.event_id,
    option_id: event.option_ids[0] as string,
    customer_profile_id: family.ada.profileId(family.programId),
    attendee_profile_id: family.maya,
  }
}
