import { Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { checkoutMethods } from '../contract/money/order.ts'
import type { Payment, PayOrderRequest } from '../contract/money/payment.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { refuseForm } from './send-form.ts'
import { callerOf } from './sign-in-forms.ts'

const checkoutPage = '/pg/:program_id/checkout/:order_id'

/** The form of the checkout with script off: paying later, with nothing, or with a stored card. A new card is typed into its provider's form, which needs script. */
export const checkoutForm = new Hono<Worker>()
  .onError(errorResponse)
  .get(checkoutPage, showFailureOnce)
  .post(checkoutPage, requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const id = encodeURIComponent(c.req.param('order_id'))
    const [page, order] = [pageOf(c, `/checkout/${id}`), pageOf(c, `/profile/orders/${id}`)]
    const answer = await postToApi(c, `/v1/profile/orders/${id}/payments`, {
      body: paymentOf(fields, order),
      identity: await callerOf(c),
      language: pageLanguage(c),
      key: textOf(fields, 'key').slice(0, 64),
    })
    if (!answer.ok) return refuseForm(c, { answer, fields: {}, form: 'checkout', page })
    const payment = (await answer.json()) as Payment
    const query = { program_id: c.req.param('program_id'), order_id: payment.order_id, payment_id: payment.id }
    const isSettled = payment.status === 'succeeded' || payment.checkout_method === 'offline'
    const next = payment.next_action_url ?? `/confirm-payment?${new URLSearchParams(query)}`
    return accept(c, { body: {}, status: 200, goTo: isSettled ? order : next, cookies: [] })
  })

// The button that was pressed says the way, or which stored card.
function paymentOf(fields: Fields, return_url: string): PayOrderRequest {
  const way = textOf(fields, 'pay')
  const version = textOf(fields, 'quote_version')
  const checkout_method = checkoutMethods.find((method) => method === way) ?? 'card'
  return {
    checkout_method,
    ...(checkout_method === 'card' ? { payment_source_id: way } : {}),
    return_url,
    ...(/^\d{1,9}$/.test(version) ? { quote_version: Number(version) } : {}),
  }
}
