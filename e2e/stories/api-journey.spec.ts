import { call, made } from '../fixtures/call.ts'
import { newFamily, program } from '../fixtures/families.ts'
import { mailTo } from '../fixtures/mailbox.ts'
import { expect, test } from '../fixtures/phone.ts'
import { newOrder, paidOrder, pay, placeOf, placeRequest } from '../fixtures/places.ts'
import { site } from '../playwright.config.ts'

const declines = [
  ['pm_card_chargeDeclined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error'],
  ['pm_card_chargeDeclinedLostCard', 'lost_card'],
  ['pm_card_chargeDeclinedStolenCard', 'stolen_card'],
  ['pm_card_chargeDeclinedFraudulent', 'fraudulent'],
  ['pm_card_chargeCustomerFail', 'generic_decline'],
] as const

test.describe('a purchase through the API alone', () => {
  test('an API purchase books two children with a discount code and mails the receipt', async () => {
    const family = await newFamily()
    const order = await newOrder(family, await placeOf('Lantern Walk', 'One lantern'), [0, 1])
    const discount = await call(`/profile/orders/${order.id}/discounts`, {
      bearer: family.bearer,
      body: { code: 'WELCOME10' },
    })
    expect([discount.status, discount.body.coupon.code]).toEqual([201, 'WELCOME10'])
    const quote = await made(
      `/profile/orders/${order.id}/quote?checkout_method=card&use_account_balance=false&currency=CAD&country=CA`,
      { bearer: family.bearer, method: 'POST' },
    )
    expect(quote.amount_total.value).toBe(
      quote.amount_subtotal.value - quote.amount_discount.value + quote.amount_fee.value + quote.amount_tax.value,
    )

    const paid = await call(`/profile/orders/${order.id}/payments`, {
      bearer: family.bearer,
      body: {
        order_id: order.id,
        checkout_method: 'card',
        payment_source_id: 'pm_card_visa',
        use_account_balance: false,
        return_url: '/confirm-payment',
        quote_version: quote.quote_version,
      },
    })
    expect([paid.status, paid.body.status]).toEqual([201, 'succeeded'])

    const after = await made(`/profile/orders/${order.id}`, { bearer: family.bearer })
    expect(after.status).toBe('paid')
    expect(after.receipt_number).toMatch(/^\d{4}-\d{6}$/)
    expect(after.amount_paid.value).toBe(quote.amount_total.value)
    expect(after.registrations.map((each: { status: string }) => each.status)).toEqual(['confirmed', 'confirmed'])
    const mail = await mailTo(family.email, new RegExp(after.receipt_number))
    expect(mail.attachments.map((each) => each.content_type.split(';')[0])).toContain('text/calendar')
    expect(mail.html).toContain(`${site}/pg/${program}/profile/orders/${order.id}`)
  })

  for (const [source, type] of declines) {
    test(`the card ${source} is refused as ${type} and the place stays held`, async () => {
      const family = await newFamily({ verified: false })
      const order = await newOrder(family, await placeOf('Lantern Walk', 'One lantern'))
      const refused = await pay(family, order, source)
      expect([refused.status, refused.body.type]).toEqual([402, type])
      expect(refused.body.message.length).toBeGreaterThan(20)
      const after = await made(`/profile/orders/${order.id}`, { bearer: family.bearer })
      expect([after.status, after.registrations[0].status]).toEqual(['pending', 'pending'])
      const failed = await made(`/profile/orders/${order.id}/payments?has_error=true`, { bearer: family.bearer })
      expect(failed.data.length).toBeGreaterThan(0)
      expect((await pay(family, order)).status).toBe(201)
    })
  }

  for (const decision of ['confirm', 'refuse'] as const) {
    test(`a bank confirmation ends in ${decision}`, async () => {
      const family = await newFamily({ verified: false })
      const order = await newOrder(family, await placeOf('Lantern Walk', 'One lantern'))
      const input = await pay(family, order, 'pm_card_authenticationRequired')
      expect([input.status, input.body.has_next_action]).toEqual([201, true])
      expect(await statusOf(family.bearer, order.id)).toBe('requires_action')
      const back = await fetch(input.body.next_action_url, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `decision=${decision}`,
      })
      expect(back.status).toBe(303)
      expect(new URL(back.headers.get('Location') ?? '', site).origin).toBe(site)
      const confirmed = await call(`/profile/orders/${order.id}/payments/${input.body.id}/confirm`, {
        bearer: family.bearer,
        method: 'POST',
      })
      if (decision === 'confirm')
        expect([confirmed.status, confirmed.body.status, await statusOf(family.bearer, order.id)]).toEqual([
          200,
          'succeeded',
          'paid',
        ])
      else
        expect([confirmed.status, confirmed.body.status, await statusOf(family.bearer, order.id)]).toEqual([
          200,
          'failed',
          'pending',
        ])
    })
  }

  test('two simultaneous payments charge once', async () => {
    const family = await newFamily({ verified: false })
    const order = await newOrder(family, await placeOf('Lantern Walk', 'One lantern'))
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(family, order)))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const after = await made(`/profile/orders/${order.id}`, { bearer: family.bearer })
    expect([after.status, after.amount_paid.value]).toEqual(['paid', after.amount_total.value])
    expect(after.payments.filter((each: { status: string }) => each.status === 'succeeded')).toHaveLength(1)
    expect([(await pay(family, order)).status]).toEqual([200])
  })

  test('a repeated key returns the response that was lost', async () => {
    const family = await newFamily({ verified: false })
    const order = await newOrder(family, await placeOf('Lantern Walk', 'One lantern'))
    const first = await pay(family, order, 'pm_card_visa', { 'Idempotency-Key': 'one-press' })
    const again = await pay(family, order, 'pm_card_visa', { 'Idempotency-Key': 'one-press' })
    expect([again.status, again.body.id, again.headers.get('Idempotency-Replayed')]).toEqual([
      first.status,
      first.body.id,
      'true',
    ])
  })

  test('a cancellation refunds exactly the amount that was shown', async () => {
    const family = await newFamily({ verified: false })
    const place = await placeOf('Big lake day', 'Fifty places')
    const order = await paidOrder(family, place)
    const { registrations } = await made(`/profile/orders/${order.id}`, { bearer: family.bearer })
    const before = await placesLeft(place.event_id, place.option_id)
    const shown = registrations[0].cancellation.amount.value
    expect(shown).toBeGreaterThan(0)
    const wrong = await call(`/profile/registrations/${registrations[0].id}/cancel`, {
      bearer: family.bearer,
      body: { reason: 'wrong_selection', expected_amount: shown + 1 },
    })
    expect([wrong.status, wrong.body.type]).toEqual([409, 'quote_stale'])
    const cancelled = await call(`/profile/registrations/${registrations[0].id}/cancel`, {
      bearer: family.bearer,
      body: { reason: 'wrong_selection', expected_amount: shown },
    })
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
    await expect
      .poll(async () => (await made(`/profile/orders/${order.id}`, { bearer: family.bearer })).amount_returned.value)
      .toBe(shown)
    expect(await placesLeft(place.event_id, place.option_id)).toBeGreaterThan(before - 1)
    await mailTo(family.email, /cancel/i)
  })

  test('the last places go to the first customers only', async () => {
    const place = await placeOf('Small boats', 'Five places')
    const families = await Promise.all([
      newFamily({ verified: false }),
      newFamily({ verified: false }),
      newFamily({ verified: false }),
      newFamily({ verified: false }),
    ])
    const left = await placesLeft(place.event_id, place.option_id)
    const asks = families.flatMap((family) =>
      [0, 1].map((child) => call('/profile/registrations', placeRequest(family, place, child))),
    )
    const answers = await Promise.all(asks)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(left)
    expect(answers.filter(({ status }) => status !== 201).map(({ body }) => body.type)).toEqual(
      Array(answers.length - left).fill('sold_out'),
    )
  })
})

async function statusOf(bearer: string, orderId: string): Promise<string> {
  return (await made(`/profile/orders/${orderId}`, { bearer })).status
}

async function placesLeft(eventId: string, optionId: string): Promise<number> {
  return (await made(`/explore/events/${eventId}/options/${optionId}`)).order_availability.available_spots
}
