import { ApiError } from '../contract/api-error.ts'
import type { PayOrderRequest } from '../contract/payment.ts'
import type { CustomerContext } from '../context.ts'
import { methodsOf } from '../orders/compose-order.ts'
import type { FoundOrder } from '../orders/find-order.ts'
import { amountDue } from '../orders/order-money.ts'
import { checkMayBePaid, heldPlaces } from '../orders/order-refusals.ts'
import { quoteOrder } from '../orders/quote-order.ts'
import { isStillPriced } from '../orders/still-priced.ts'
import { checkPaymentMethod } from './check-payment-method.ts'
import { declinePause } from './decline-pause.ts'
import type { FoundPaying } from './find-paying.ts'

/** Everything that may refuse a payment before it is opened, in this order: state, hold, quote, waivers, what is sold, way to pay, too many declines. */
export async function checkPay(ctx: CustomerContext, found: FoundPaying, input: PayOrderRequest): Promise<void> {
  const held = new Set(heldPlaces(found).map((place) => place.registration.id))
  const refusal = checkMayBePaid(found, {
    quote_version: input.quote_version,
    now: ctx.now,
    missingWaivers: found.missingWaivers.filter((id) => held.has(id)),
  })
  const isStale = refusal?.type === 'quote_stale' || (refusal === null && !isStillPriced(ctx, found))
  if (isStale)
    throw new ApiError('quote_stale', {
      param: 'quote_version',
      body: { quote: await quoteOrder(ctx, { order_id: found.order.id, checkout_method: input.checkout_method }) },
    })
  if (refusal) throw new ApiError(refusal.type, { param: refusal.param })

  checkPlaces(found, ctx.now)
  const order = {
    due: amountDue(found.order),
    allowed: methodsOf(found, found.items.length, ctx.now),
    takesCards: found.program.features.online_payments === true,
  }
  const method = checkPaymentMethod(
    { checkout_method: input.checkout_method, payment_source_id: input.payment_source_id },
    order,
  )
  if (method) throw new ApiError(method.type, { param: method.param })
  if (input.checkout_method === 'card') checkDeclines(found, ctx.now)
}

function checkPlaces(found: FoundOrder, now: number): void {
  for (const { event, registration } of heldPlaces(found)) {
    if (event.status !== 'published') throw new ApiError('option_not_on_sale', { param: registration.id })
    if (now >= event.starts_at) throw new ApiError('already_started', { param: registration.id })
  }
}

function checkDeclines({ declines }: FoundPaying, now: number): void {
  const pause = declinePause(declines.times, now, declines.most)
  if (pause !== null) throw new ApiError('too_many_requests', { retryAfterSeconds: pause, param: 'payment_source_id' })
}
