import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '../../contract/limits.ts'
import { sum } from '../../offering/pricing/shares.ts'
import type { Order } from '../../contract/money/order.ts'
import type { CreditDocument } from '../../contract/money/receipt.ts'
import { system } from '../../platform/actor.ts'
import { commit } from '../../platform/database/commit.ts'
import { mailbox, orderItems, payments, programs, receipts, refunds } from '../../platform/database/tables.ts'
import { makeContext } from '../../platform/make-context.ts'
import { auditQuestions, questionText } from '../../records/audit/audit-question-rows.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Cart } from '../../test-bench/orders.ts'
import { makeAttendee, type Person } from '../../test-bench/people.ts'
import { makePlace } from '../../test-bench/places.ts'
import { fairRefund, makeEvent } from '../../test-bench/programs.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { creditLines, issueCreditNote } from './issue-receipt.ts'
import { showReceipts } from './show-receipt.ts'

let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { account_balance: true } } }))
})
const cancel = (person: Person, order: Cart, body: Record<string, unknown> = {}) =>
  bench.call(`/v1/profile/orders/${order.order_id}/cancel`, person.json(body))
const bought = async (places = 2) => {
  const person = await shop.customer()
  const order = await shop.cart(person, { places })
  expect((await shop.pay(person, order)).status).toBe(201)
  return { person, order }
}
const paperOf = async (person: Person, order: Cart) => (await shop.orderOf(person, order)).receipts
const broken = async (order: Cart) => {
  const names = await Promise.all(
    auditQuestions
      .filter(({ of }) => of === 'orders')
      .map(async (question) => {
        const query = bench.bareDb.prepare(questionText(question, 'ids')).bind(JSON.stringify([order.order_id]))
        return (await query.all()).results.length > 0 ? [question.name] : []
      }),
  )
  return names.flat()
}
const migration = (name: string) =>
  readFileSync(new URL(`../../platform/database/migrations/${name}.sql`, import.meta.url), 'utf8')
/** The sum of the receipt and credit notes of an order, and the paid amount less refunds by the order itself. */
const comesTo = ({ receipts: papers, amount_paid, amount_returned }: Order) => ({
  papers: sum(papers.map((paper) => paper.amount_paid.value)),
  order: amount_paid.value - amount_returned.value,
})

describe('a receipt', () => {
  it('a receipt and a childcare receipt have the registered name of the seller', async () => {
    const ofShop = eq(programs.id, shop.programId)
    await shop.db
      .update(programs)
      .set({ selling: sql`json_set(selling, '$.legal_name', 'Sail Camps Inc.')` })
      .where(ofShop)
    const { person, order } = await bought()
    const [paper] = await paperOf(person, order)
    const care = await shop.read<{ data: { seller: { name: string } }[] }>(
      person,
      `/v1/profile/childcare_receipts?program_id=${shop.programId}`,
    )
    await shop.db.update(programs).set({ selling: sql`json_remove(selling, '$.legal_name')` }).where(ofShop)
    expect([paper?.seller.name, care.data[0]?.seller.name]).toEqual(['Sail Camps Inc.', 'Sail Camps Inc.'])
  })

  it('a receipt stays as it was issued when the seller is renamed and the places are cancelled', async () => {
    const { person, order } = await bought()
    const [issued] = await paperOf(person, order)
    expect(issued).toMatchObject({
      kind: 'receipt',
      number: expect.stringMatching(/^2027-\d{6}$/),
      buyer: { email: person.email },
      lines: [{ name: expect.stringContaining('Canoe Week'), attendee_name: expect.any(String) }, {}],
      payments: [{ method: 'card', brand: 'visa', last4: '4242', amount: { value: 20_000 } }],
    })
    const [{ name } = { name: '' }] = await shop.db
      .select({ name: programs.name })
      .from(programs)
      .where(eq(programs.id, shop.programId))
    await shop.db.update(programs).set({ name: 'Renamed' }).where(eq(programs.id, shop.programId))
    await cancel(person, order)
    const shown = await shop.orderOf(person, order)
    await shop.db.update(programs).set({ name }).where(eq(programs.id, shop.programId))
    expect(shown.receipts[0]).toEqual(issued)
    expect(shown.receipts[0]?.seller.name).toBe(name)
    expect(shown.receipts[1]).toMatchObject({
      kind: 'credit_note',
      number: expect.stringMatching(/^2027-C\d{5}$/),
      receipt_number: issued?.number,
      amount_total: { value: -20_000 },
      payments: [{ method: 'card', last4: '4242' }],
    })
    expect(shown.receipts[1]?.lines.map((line) => [line.attendee_name, line.amount_total.value])).toEqual(
      issued?.lines.map((line) => [line.attendee_name, -10_000]),
    )
    expect(comesTo(shown)).toEqual({ papers: 0, order: 0 })
    expect(await broken(order)).toEqual([])
  })

  it('the schema refuses to change or delete a receipt', async () => {
    const { order } = await bought(1)
    for (const change of [
      `UPDATE receipts SET amount = 1 WHERE order_id = ?1`,
      `UPDATE receipts SET document = '{}' WHERE order_id = ?1`,
      `UPDATE receipts SET buyer = json_set(buyer, '$.first_name', 'Other') WHERE order_id = ?1`,
      `UPDATE receipts SET people = '{"a":"b"}', buyer = NULL WHERE order_id = ?1`,
    ])
      await expect(bench.bareDb.prepare(change).bind(order.order_id).run(), change).rejects.toThrow('receipt_frozen')
    await expect(
      bench.bareDb.prepare('DELETE FROM receipts WHERE order_id = ?1').bind(order.order_id).run(),
    ).rejects.toThrow('receipt_kept')
  })

  it('another customer does not read a receipt, and a list of orders has none', async () => {
    const { person, order } = await bought(1)
    const other = await shop.customer()
    expect((await bench.call(`/v1/profile/orders/${order.order_id}`, { headers: other.headers })).status).toBe(404)
    const list = await shop.read<{ data: Order[] }>(person, '/v1/profile/orders')
    expect(list.data.map(({ receipts: papers }) => papers)).toEqual([[]])
  })

  it('orders from before get the same receipt and their credit notes by the migration', async () => {
    const { person, order } = await bought(1)
    bench.pass(1000)
    await cancel(person, order)
    await shop.orderOf(person, order)
    const [receipt, note] = [
      ...migration('0091_receipts').matchAll(/^INSERT INTO receipts \((.*)\)\n(SELECT [^;]+);/gm),
    ].map(([, columns = '', select = '']) => ({ columns: columns.split(', '), select }))
    const kept = await shop.db.select().from(receipts).where(eq(receipts.order_id, order.order_id))
    const composed = async (made: typeof receipt) => {
      const rows = await bench.bareDb
        .prepare(`SELECT * FROM (${made?.select}) WHERE order_id = ?1`)
        .bind(order.order_id)
        .raw<unknown[]>()
      return rows.map((row) => Object.fromEntries((made?.columns ?? []).map((column, at) => [column, row[at]])))
    }
    const [own] = await composed(receipt)
    expect(own).toMatchObject({ number: kept[0]?.number, amount: kept[0]?.amount, language: 'en' })
    expect(JSON.parse(String(own?.['document']))).toEqual(kept[0]?.document)
    expect(JSON.parse(String(own?.['buyer']))).toEqual(kept[0]?.buyer)
    const [credit] = await composed(note)
    expect(credit).toMatchObject({ receipt_number: kept[0]?.number, refund_id: kept[1]?.refund_id, amount: 10_000 })
  })
})

describe('the receipt of an instalment', () => {
  it('an instalment that is paid later has a receipt with its own number, and the mail opens it', async () => {
    const { programId } = shop
    const parts = [{ days_before: 60 }, { days_before: 30 }]
    const event = await makeEvent(bench, {
      programId,
      startsAt: bench.now() + 90 * dayMs,
      options: [{ cost: 30_000, paymentPlan: { deposit: { percent: 40 }, parts } }],
    })
    const person = await shop.customer()
    const order = await shop.cart(person, { eventId: event.event_id, optionId: event.option_ids[0] })
    expect((await shop.pay(person, order, 'pm_card_visa', { pay_in_instalments: true })).status).toBe(201)
    const [first] = await paperOf(person, order)
    const body = { payment_source_id: 'pm_card_mastercard' }
    bench.pass(1000)
    const answer = await bench.call(`/v1/profile/orders/${order.order_id}/instalments/pay`, person.json(body))
    expect(answer.status).toBe(201)
    const shown = await shop.orderOf(person, order)
    const [own, later] = shown.receipts
    expect(own).toEqual(first)
    expect(later).toMatchObject({
      kind: 'receipt',
      receipt_number: own?.number,
      buyer: { email: person.email },
      seller: own?.seller,
      lines: shown.instalments.slice(1).map(({ due_on }) => ({ type: 'instalment', due_on, amount: { value: 9000 } })),
      taxes: [],
      amount_total: { value: 18_000 },
      payments: [{ method: 'card', brand: 'mastercard', amount: { value: 18_000 } }],
    })
    expect(Number(later?.number.slice(5))).toBe(Number(own?.number.slice(5)) + 1)
    expect(comesTo(shown)).toEqual({ papers: 30_000, order: 30_000 })
    const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email))
    expect(mails.find(({ subject }) => subject.startsWith('We received'))?.text).toContain(
      `Receipt ${later?.number}:\nhttp://localhost:8787/pg/${programId}/profile/orders/${order.order_id}/receipts/${later?.number}`,
    )
    expect(await broken(order)).toEqual([])

    // The first migration of receipts listed every payment that an order had.
    const [, , replaced = '', frozen = ''] =
      /(DROP TRIGGER [^;]+;)\n(UPDATE [^;]+);\n(CREATE TRIGGER [\s\S]+)/.exec(
        migration('0099_receipts_before_instalments'),
      ) ?? []
    const all = `UPDATE receipts SET amount = 30000, document = json_set(document, '$.payments[1]', json('{"method":"card","amount":18000,"carried":false}')),
      buyer = json_set(buyer, '$.cards[1]', json('{"brand":"mastercard","last4":"4444"}')) WHERE order_id = ?1 AND payment_id IS NULL`
    await bench.bareDb.batch([
      bench.bareDb.prepare('DROP TRIGGER receipts_frozen'),
      bench.bareDb.prepare(all).bind(order.order_id),
    ])
    expect(comesTo(await shop.orderOf(person, order))).toEqual({ papers: 48_000, order: 30_000 })
    await bench.bareDb.batch([bench.bareDb.prepare(replaced), bench.bareDb.prepare(frozen)])
    expect((await shop.orderOf(person, order)).receipts).toEqual(shown.receipts)

    await cancel(person, order)
    expect(comesTo(await shop.orderOf(person, order))).toEqual({ papers: 0, order: 0 })
    expect(await broken(order)).toEqual([])
  })
})

describe('a credit note', () => {
  it('a refund by card has a credit note once it succeeded, and the mail names it', async () => {
    const { person, order } = await bought()
    expect((await cancel(person, order).then((answer) => answer.json() as Promise<Order>)).receipts).toHaveLength(1)
    const papers = await paperOf(person, order)
    expect(papers.map(({ kind }) => kind)).toEqual(['receipt', 'credit_note'])
    const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, person.email))
    expect(mails.find(({ subject }) => subject.startsWith('Cancelled'))?.text).toContain(
      `Credit note ${papers[1]?.number}`,
    )
  })

  it('a refund to the balance has its credit note at once', async () => {
    const { person, order } = await bought()
    const answer = await cancel(person, order, { destination: 'account_balance' })
    const shown = (await answer.json()) as Order
    expect(shown.receipts[1]).toMatchObject({ kind: 'credit_note', payments: [{ method: 'account_balance' }] })
    expect(comesTo(shown)).toEqual({ papers: 0, order: 0 })
  })

  it('a credit note about no item has one line with the whole refund', async () => {
    const { person, order } = await bought()
    await cancel(person, order, { destination: 'account_balance' })
    const lines = creditLines({ amount: 20_000, inputs: {} }, [])
    const rows = (await shop.db.select().from(receipts).where(eq(receipts.order_id, order.order_id))).map((row) =>
      row.kind === 'credit_note' ? { ...row, document: { ...row.document, lines } as CreditDocument } : row,
    )
    const note = showReceipts(rows, 'en').find(({ kind }) => kind === 'credit_note')
    expect(note?.lines).toMatchObject([{ type: 'refund', name: null, amount_total: { value: -20_000 } }])
  })

  it.each([
    ['refund', { reason: 'cannot_attend', metadata: { destination: 'account_balance' } }],
    ['cancel', { destination: 'account_balance' }],
  ])(
    'the credit note after POST orders/{id}/%s names only the places that are refunded at once',
    async (path, choice) => {
      const person = await shop.customer()
      const { programId } = shop
      const later = await makeEvent(bench, {
        programId,
        options: [{ cost: 5000 }],
        refund: { ...fairRefund, automatic: false, request: true },
      })
      const items = await Promise.all(
        [
          { event_id: shop.eventId, option_id: shop.optionId },
          { event_id: later.event_id, option_id: later.option_ids[0] },
        ].map(async (option) => ({
          type: 'event_option',
          source: await makePlace(bench, person, {
            programId,
            ...option,
            ...(await makeAttendee(bench, person, { programId })),
          }),
        })),
      )
      const body = { program_id: programId, customer_profile_id: person.profileId(programId), items }
      const { id: order_id } = (await (await bench.call('/v1/profile/orders', person.json(body))).json()) as Order
      const order = { order_id } as Cart
      expect((await shop.pay(person, order)).status).toBe(201)
      expect((await bench.call(`/v1/profile/orders/${order_id}/${path}`, person.json(choice))).ok).toBe(true)
      const [receipt, note] = await paperOf(person, order)
      expect(receipt?.lines).toHaveLength(2)
      expect(note?.lines.map(({ name, amount_total }) => [name, amount_total.value])).toEqual([
        [receipt?.lines[0]?.name, -10_000],
      ])
    },
  )
})

describe('the papers of money that comes and goes in parts', () => {
  it('a payment that is refunded because it came too late is not on the receipt of the next payment', async () => {
    const person = await shop.customer()
    const order = await shop.cart(person, { places: 1 })
    const [id, at] = [`pay_late${order.order_id}`, bench.now()]
    const { currency } = await shop.orderOf(person, order)
    const sum = { amount_total: 3000, amount_received: 3000 }
    const late = {
      id,
      order_id: order.order_id,
      customer_id: person.identity.customer_id,
      currency,
      created: at,
      updated: at,
    }
    await shop.db.insert(payments).values({ ...late, ...sum, checkout_method: 'offline', status: 'succeeded' })
    const back = { id: `ref_late${order.order_id}`, order_id: order.order_id, payment_id: id, dedupe: `late:${id}` }
    await shop.db.insert(refunds).values({
      ...{ ...back, amount: 3000, status: 'succeeded', destination: 'original_method', inputs: {} },
      ...{ reason: 'payment_after_expiry', created: at, updated: at },
    })
    expect((await shop.pay(person, order)).status).toBe(201)
    const [receipt, ...more] = await paperOf(person, order)
    expect(more).toEqual([])
    expect(receipt).toMatchObject({
      amount_total: { value: 10_000 },
      amount_paid: { value: 10_000 },
      payments: [{ method: 'card', last4: '4242', amount: { value: 10_000 } }],
    })
  })

  it('the credit notes of an item that is returned in parts credit exactly its tax', async () => {
    let seed = 7
    const random = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % most
    }
    for (let round = 0; round < 6; round += 1) {
      const person = await shop.customer()
      const order = await shop.cart(person, { places: 1, fee: 163, tax: { name: 'HST', percent: 1300 } })
      expect((await shop.pay(person, order)).status).toBe(201)
      const [payment] = await shop.db.select().from(payments).where(eq(payments.order_id, order.order_id))
      const ctx = makeContext({ env: bench.env, now: bench.now(), requestId: 'test', actor: system })
      const stored = await shop.db.select().from(orderItems).where(eq(orderItems.order_id, order.order_id))
      let rest = order.total
      for (let part = 0; rest > 0; part += 1) {
        const amount = part === 9 ? rest : Math.min(rest, 1 + random(2500))
        rest -= amount
        const refund = { id: `ref_${part}${order.order_id}`, amount, inputs: { item_id: order.item_ids[0] } }
        await shop.db.insert(refunds).values({
          ...{ ...refund, order_id: order.order_id, payment_id: payment?.id ?? '', dedupe: refund.id },
          ...{ status: 'succeeded', destination: 'original_method', created: bench.now(), updated: bench.now() },
        })
        await commit(ctx, issueCreditNote(ctx, refund, { items: stored, program: { timezone: 'America/Toronto' } }))
      }
      const notes = (await paperOf(person, order)).slice(1)
      expect(notes.length).toBeGreaterThan(3)
      const total = (of: (paper: (typeof notes)[number]) => number) => notes.reduce((all, paper) => all + of(paper), 0)
      expect(total((paper) => paper.amount_total.value)).toBe(-order.total)
      expect(total((paper) => paper.taxes[0]?.amount.value ?? 0)).toBe(-1321)
      expect(notes.every((paper) => (paper.taxes[0]?.amount.value ?? 0) <= 0)).toBe(true)
    }
  })
})
