import { type Context, Hono } from 'hono'
import type { Worker } from '../context.ts'
import { errorResponse } from '../middleware/error-response.ts'
import { requestContext } from '../middleware/request-context.ts'
import { pageOf } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, pick, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { sendForm } from './send-form.ts'
import { callerOf } from './sign-in-forms.ts'

const cartPage = '/pg/:program_id/cart'

/** The forms that put a thing of the store, a session package or a membership into a customer's cart, or into a new one, and go on to checkout. They work with script off. */
export const cartForm = new Hono<Worker>()
  .onError(errorResponse)
  .get(cartPage, showFailureOnce)
  .post(cartPage, requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const program_id = c.req.param('program_id')
    const order_id = textOf(fields, 'order_id')
    const customer_profile_id =
      textOf(fields, 'customer_profile_id') || (order_id ? '' : await joinProgram(c, program_id))
    const item = isOfPackage(fields) ? await packageOf(c, fields) : productOf(fields)
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
        pick(fields, [
          'product_id',
          'product_variation_id',
          'session_package_id',
          'membership_package_id',
          'quantity',
        ]) as Record<string, string>,
      ),
      goTo: ({ id }) => pageOf(c, `/checkout/${id}`),
    })
  })

const quantityOf = (fields: Fields) => Number(textOf(fields, 'quantity')) || 0

function productOf(fields: Fields) {
  const parent = textOf(fields, 'parent')
  return {
    type: 'product_variation',
    source: textOf(fields, 'product_variation_id'),
    quantity: quantityOf(fields),
    ...(textOf(fields, 'order_id') && parent ? { parent } : {}),
  }
}

/** A package or a membership for one person, whom the program gets to know by it, or for the whole family. */
async function packageOf(c: Context<Worker>, fields: Fields) {
  const attendee_id = textOf(fields, 'who')
  const forWhom = attendee_id ? { attendee_profile_id: await profileOf(c, attendee_id) } : {}
  const source = textOf(fields, 'membership_package_id')
  if (!source)
    return {
      type: 'session_package',
      source: textOf(fields, 'session_package_id'),
      quantity: quantityOf(fields),
      ...forWhom,
    }
  const start_date = textOf(fields, 'start_date') || null
  return { type: 'membership_package', source, quantity: 1, start_date, ...forWhom }
}

const isOfPackage = (fields: Fields) =>
  textOf(fields, 'session_package_id') !== '' || textOf(fields, 'membership_package_id') !== ''

// A person who is not the customer's has no profile here, and the call that follows says so.
async function profileOf(c: Context<Worker>, attendee_id: string): Promise<string> {
  const program_id = c.req.param('program_id') ?? ''
  const path = `/v1/profile/programs/${encodeURIComponent(program_id)}/attendees`
  const body = { program_id, attendee_id }
  const answer = await postToApi(c, path, { body, identity: await callerOf(c), isKeyless: true })
  return answer.ok ? ((await answer.json()) as { id: string }).id : 'none'
}

/** The customer's profile in the program, made where there is none; without a log-in it is none, and the call that follows says so. */
async function joinProgram(c: Context<Worker>, programId: string): Promise<string> {
  const path = `/v1/profile/programs/${encodeURIComponent(programId)}`
  const answer = await postToApi(c, path, { body: {}, identity: await callerOf(c), isKeyless: true })
  return answer.ok ? ((await answer.json()) as { id: string }).id : 'none'
}
