import { Hono } from 'hono'
import type { Worker } from '../context.ts'
import { errorResponse } from '../middleware/error-response.ts'
import { requestContext } from '../middleware/request-context.ts'
import { pageOf } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { pick, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { sendForm } from './send-form.ts'
import { callerOf } from './sign-in-forms.ts'

const cartPage = '/pg/:program_id/cart'

/** The form that puts a thing of the store into a customer's cart, or into a new one, and goes on to checkout. It works with script off. */
export const cartForm = new Hono<Worker>()
  .onError(errorResponse)
  .get(cartPage, showFailureOnce)
  .post(cartPage, requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const program_id = c.req.param('program_id')
    const [order_id, parent] = [textOf(fields, 'order_id'), textOf(fields, 'parent')]
    const item = {
      type: 'product_variation',
      source: textOf(fields, 'product_variation_id'),
      quantity: Number(textOf(fields, 'quantity')) || 0,
      ...(order_id && parent ? { parent } : {}),
    }
    const customer_profile_id =
      textOf(fields, 'customer_profile_id') || (order_id ? '' : await joinProgram(c, program_id))
    const call = order_id
      ? { path: `/v1/profile/orders/${encodeURIComponent(order_id)}/items`, body: item }
      : { path: '/v1/profile/orders', body: { program_id, customer_profile_id, items: [item] } }
    return sendForm(c, {
      call: { ...call, method: 'POST', key: textOf(fields, 'key').slice(0, 64) },
      fields,
      form: 'cart',
      page: pageOf(
        c,
        '/cart',
        pick(fields, ['product_id', 'product_variation_id', 'quantity']) as Record<string, string>,
      ),
      goTo: ({ id }) => pageOf(c, `/checkout/${id}`),
    })
  })

/** The customer's profile in the program, made where there is none; without a log-in it is none, and the call that follows says so. */
async function joinProgram(c: Parameters<typeof sendForm>[0], programId: string): Promise<string> {
  const path = `/v1/profile/programs/${encodeURIComponent(programId)}`
  const answer = await postToApi(c, path, { body: {}, identity: await callerOf(c), isKeyless: true })
  return answer.ok ? ((await answer.json()) as { id: string }).id : 'none'
}
