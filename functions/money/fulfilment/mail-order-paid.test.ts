import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { events, mailbox, registrations } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { fairRefund, makeEvent, makeVenue } from '../../test-bench/programs.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { makeProduct } from '../../test-bench/store.ts'
import { orderPaidMail } from './mail-order-paid.ts'

let shared: Bench
let shop: Shop
beforeAll(async () => {
  shared = await openBench()
  shop = await openShop(shared, { event: { startsAt: Date.UTC(2027, 6, 5, 13), endsAt: Date.UTC(2027, 6, 9, 20) } })
})
const mailsTo = async (email: string) =>
  shop.db.select().from(mailbox).where(eq(mailbox.recipient, email)).orderBy(desc(mailbox.id))

describe('the confirmation mail of an order', () => {
  it('the confirmation mail is sent once, right after the payment', async () => {
    const nadia = await shop.customer({ firstName: 'Nadia' })
    const order = await shop.cart(nadia, { places: 2, tax: { name: 'HST', percent: 1300 }, fee: 300 })
    await shop.pay(nadia, order)
    await shared.tick()
    const [mail, ...more] = await mailsTo(nadia.email)
    expect(more).toEqual([])
    const { receipt_number } = await shop.orderOf(nadia, order)
    expect(mail?.subject).toBe(`Confirmed: Canoe Week (receipt ${receipt_number})`)
    for (const text of [
      'Thank you, Nadia. Your places at Lakeside Camps are booked.',
      'Full day, for Maya and Samuel',
      'Canoe Week, Full day, Maya Roy',
      '$100.00',
      'HST 13%',
      '$26.78',
      'Booking fee',
      '$6.00',
      '$232.78',
      'Visa ending 4242',
      receipt_number ?? '',
      'Mon, July\u00a05 to Fri, July\u00a09, 2027',
      '9\u00a0am – 4\u00a0pm (Toronto time)',
      `http://localhost:8787/pg/${shop.programId}/profile/orders/${order.order_id}`,
    ]) {
      expect(mail?.text).toContain(text)
      expect(mail?.html).toContain(text)
    }
    expect(mail?.headers).toMatchObject({ 'Reply-To': 'hello@lakeside.example' })
  })

  it('U8: the confirmation mail shows the paid total before its parts', async () => {
    const nadia = await shop.customer({ firstName: 'Nadia' })
    const order = await shop.cart(nadia, { places: 2, tax: { name: 'HST', percent: 1300 }, fee: 300 })
    await shop.pay(nadia, order)
    const [mail] = await mailsTo(nadia.email)
    expect(mail?.text).toContain(
      [
        'Total paid: $232.78',
        'Canoe Week, Full day, Maya Roy: $100.00',
        'Canoe Week, Full day, Samuel Roy: $100.00',
        'Booking fee: $6.00',
        'HST 13%: $26.78',
      ].join('\n'),
    )
  })

  it('U6: the confirmation mail uses the singular for one place', async () => {
    const nadia = await shop.customer({ firstName: 'Nadia' })
    await shop.pay(nadia, await shop.cart(nadia))
    const [mail] = await mailsTo(nadia.email)
    expect(mail?.text).toContain('Thank you, Nadia. Your place at Lakeside Camps is booked.')
  })

  it('the confirmation mail has the same refund deadlines as the order page', async () => {
    const nadia = await shop.customer({ firstName: 'Nadia' })
    const order = await shop.cart(nadia, { places: 2, tax: { name: 'HST', percent: 1300 }, fee: 300 })
    await shop.pay(nadia, order)
    const [mail] = await mailsTo(nadia.email)
    const { returns_if_cancelled: steps } = await shop.orderOf(nadia, order)
    expect(steps.map(({ amount_returned }) => amount_returned.display)).toEqual(['$226.00', '$113.00', '$0.00'])
    expect(mail?.text).toContain(
      [
        'Refund: Cancel the whole order by Mon, June\u00a021, 9\u00a0am and get $226.00 back.',
        '  Cancel the whole order by Fri, July\u00a02, 9\u00a0am and get $113.00 back.',
      ].join('\n'),
    )
    expect(mail?.html).toContain('by Fri, July\u00a02, 9\u00a0am and get $113.00 back.')
    expect(mail?.text).not.toContain('$0.00 back')
  })

  it('the confirmation mail shows each event with its own date', async () => {
    const art = await makeEvent(shared, {
      programId: shop.programId,
      name: 'Art Day',
      startsAt: Date.UTC(2027, 7, 3, 13),
      endsAt: Date.UTC(2027, 7, 3, 20),
    })
    const nadia = await shop.customer({ firstName: 'Nadia' })
    const order = await shop.cart(nadia, { places: 2 })
    await shop.db
      .update(registrations)
      .set({ event_id: art.event_id, option_id: art.option_ids[0] })
      .where(eq(registrations.id, order.registration_ids[1] as string))
    await shop.pay(nadia, order)
    const [mail] = await mailsTo(nadia.email)
    const words = mail?.html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(words).toContain('July 5–9 Mon–Fri Canoe Week Full day, for Maya')
    expect(words).toContain('August 3 Tue Art Day Full day, for Samuel')
    expect(mail?.html).toContain('by Mon, June\u00a021, 9\u00a0am and get $200.00 back.')
    expect(mail?.html).toContain('by Fri, July\u00a02, 9\u00a0am and get $150.00 back.')
  })

  it('the confirmation mail says when nothing is refundable', async () => {
    const startsAt = Date.UTC(2027, 6, 5, 13)
    const requested = 'Cancel by Mon, June\u00a021, 9\u00a0am and you can ask for $100.00 back.'
    for (const { refund, line } of [
      { refund: { ...fairRefund, tiers: [], request: false }, line: 'No money is refunded.' },
      { refund: { ...fairRefund, automatic: false }, line: requested },
    ]) {
      const own = await openShop(shared, { event: { startsAt }, refund })
      const nadia = await own.customer()
      await own.pay(nadia, await own.cart(nadia))
      expect((await mailsTo(nadia.email))[0]?.text).toContain(`Refund: ${line}`)
    }
  })

  it('the confirmation mail lists for each event what to bring and how to join online', async () => {
    const own = await openShop(shared, { event: { startsAt: Date.UTC(2027, 6, 5, 13) } })
    const art = await makeEvent(shared, { programId: own.programId, name: 'Art Evening' })
    const nadia = await own.customer()
    const order = await own.cart(nadia, { places: 3 })
    const [canoe, ...online] = order.registration_ids as [string, string, string]
    const setText = async (id: string, description: string, online_event: boolean) =>
      own.db.update(events).set({ description, online_event }).where(eq(events.id, id))
    await setText(own.eventId, '## Bring\n- a swimsuit\n- lunch', false)
    await setText(art.event_id, '## What to bring\n- paper', true)
    for (const id of online)
      await own.db
        .update(registrations)
        .set({ event_id: art.event_id, option_id: art.option_ids[0] })
        .where(eq(registrations.id, id))
    await own.pay(nadia, order)
    const [mail] = await mailsTo(nadia.email)
    expect(mail?.text).toContain('Bring: A swimsuit; lunch')
    expect(mail?.text).toContain('Bring: Paper')
    expect(mail?.text).toContain('You can join from half an hour before it starts')
    for (const id of online) expect(mail?.text).toContain(`/pg/${own.programId}/online/${id}`)
    expect(mail?.text).not.toContain(`/online/${canoe}`)
  })

  it('the confirmation mail of a store order names the pick-up', async () => {
    const store = await openShop(shared, { program: { features: { products: true } } })
    const nadia = await store.customer()
    const items = await Promise.all(
      [{ pickupText: 'Camp office, from 8 am.' }, { name: 'Mug' }].map(async (input) => {
        const { variation_ids } = await makeProduct(shared, { programId: store.programId, ...input })
        return { source: variation_ids[0], type: 'product_variation', quantity: 1 }
      }),
    )
    const { id } = (await (
      await shared.call(
        '/v1/profile/orders',
        nadia.json({ program_id: store.programId, customer_profile_id: nadia.profileId(store.programId), items }),
      )
    ).json()) as { id: string }
    await shared.call(
      `/v1/profile/orders/${id}/payments`,
      nadia.json({ checkout_method: 'card', payment_source_id: 'pm_card_visa' }),
    )
    const [mail] = await mailsTo(nadia.email)
    expect(mail?.text).toContain('Pick-up: Camp office, from 8 am.')
    expect(mail?.text).toContain('Questions about how to get it? Reply to this email.')
  })

  it('the confirmation mail begins with an unsigned waiver', () => {
    const site = { siteOrigin: 'https://book.example', now: Date.UTC(2027, 0, 4, 12) }
    expect(orderPaidMail.preview('en', site).text).toContain(
      'We still need your signature on the waiver for Samuel.\n\nSign the waiver:\nhttps://book.example/pg/pro_lakeside/profile/overview',
    )
    expect(orderPaidMail.preview('fr', site).html).toContain(
      'Lun. 5\u00a0juill., 9\u00a0h, Dock House. Reçu 2027-000042, 688,18\u00a0$.',
    )
  })

  it('the confirmation mail has a calendar file in UTC', async () => {
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await shop.pay(nadia, order)
    const [mail] = await mailsTo(nadia.email)
    expect(mail?.attachments).toHaveLength(1)
    expect(mail?.attachments[0]).toMatchObject({
      filename: 'calendar.ics',
      content_type: 'text/calendar; charset=utf-8; method=PUBLISH',
    })
    expect(mail?.attachments[0]?.content).toContain('DTSTART:20270705T130000Z')
    expect(mail?.attachments[0]?.content).toContain(`UID:${order.registration_ids[0]}@localhost`)
  })

  it("the confirmation mail is in the customer's language", async () => {
    const nadia = await shop.customer({ language: 'fr' })
    await shop.pay(nadia, await shop.cart(nadia))
    const [mail] = await mailsTo(nadia.email)
    expect(mail?.subject).toMatch(/^Confirmé\u00a0: Canoe Week \(reçu 2027-/)
    expect(mail?.html).toContain('lang="fr"')
    for (const text of [
      '100,00\u00a0$',
      'Lun. 5\u00a0juill. au ven. 9\u00a0juill. 2027',
      'Visa se terminant par 4242',
      '(heure de Toronto)',
    ])
      expect(mail?.text).toContain(text)
  })

  it('the confirmation mail of a free order says that it costs nothing', async () => {
    const lake = await makeVenue(shared, shop.programId)
    const free = await openShop(shared, { event: { venueIds: [lake], options: [{ cost: 0, name: 'One afternoon' }] } })
    const nadia = await free.customer()
    const order = await free.cart(nadia)
    await shared.call(`/v1/profile/orders/${order.order_id}/payments`, nadia.json({ checkout_method: 'free' }))
    const [mail] = await mailsTo(nadia.email)
    expect(mail?.text).toContain('Dock House, 1 Lake Rd, Toronto')
    expect(mail?.attachments[0]?.content.replaceAll('\r\n ', '')).toMatch(
      /LOCATION:Dock House\\, 1 Lake Rd\\, Toronto\\, Ontario[^\r]*Canada/,
    )
    expect(mail?.text).toContain('There is nothing to pay.')
  })

  it('an order that was cancelled before its confirmation mail was sent gets none', async () => {
    const { makeContext } = await import('../../platform/make-context.ts')
    const nadia = await shop.customer()
    const order = await shop.cart(nadia)
    await orderPaidMail.send(
      makeContext({ env: shared.env, now: shared.now(), requestId: 'test' }),
      { ref: order.order_id, dedupe: `x:${order.order_id}`, body: {} },
      null,
    )
    expect(await mailsTo(nadia.email)).toEqual([])
  })
})
