import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { pageLanguage, pageOf } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, pick, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { refuseForm, sendForm } from './send-form.ts'
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
    const backTo = pageOf(
      c,
      '/cart',
      pick(fields, [
        'product_id',
        'product_variation_id',
        'session_package_id',
        'membership_package_id',
        'quantity',
        ...(textOf(fields, 'act') === 'show' ? ['start_date', 'who'] : []),
      ]) as Record<string, string>,
    )
    if (textOf(fields, 'act') === 'show') return c.redirect(backTo, 303)
    const joined = textOf(fields, 'customer_profile_id') || order_id ? null : await joinProgram(c, fields, program_id)
    const attendee_id = isOfPackage(fields) ? textOf(fields, 'who') : ''
    const profile = attendee_id ? await profileOf(c, fields, { program_id, attendee_id }) : null
    const refused = [joined, profile].find((answer) => answer?.ok === false)
    if (refused) return refuseForm(c, { answer: refused, fields, form: 'cart', page: backTo })
    const customer_profile_id = joined ? await idOf(joined) : textOf(fields, 'customer_profile_id')
    const item = isOfPackage(fields) ? packageOf(fields, profile && (await idOf(profile))) : productOf(fields)
    const call = order_id
      ? { path: `/v1/profile/orders/${encodeURIComponent(order_id)}/items`, body: item }
      : { path: '/v1/profile/orders', body: { program_id, customer_profile_id, items: [item] } }
    return sendForm(c, {
      call: { ...call, method: 'POST', key: keyOf(fields, item) },
      fields,
      form: 'cart',
      page: backTo,
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

/** A package or a membership for one person, or for the whole family. */
function packageOf(fields: Fields, attendee_profile_id: string | null) {
  const forWhom = attendee_profile_id ? { attendee_profile_id } : {}
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

// The program gets to know a person by what is bought for them.
const profileOf = async (
  c: Context<Worker>,
  fields: Fields,
  body: { program_id: string; attendee_id: string },
): Promise<Response> =>
  beside(c, fields, { path: `/v1/profile/programs/${encodeURIComponent(body.program_id)}/attendees`, body })

/** The customer's profile in the program, made where there is none. */
const joinProgram = async (c: Context<Worker>, fields: Fields, programId: string): Promise<Response> =>
  beside(c, fields, { path: `/v1/profile/programs/${encodeURIComponent(programId)}`, body: {} })

const beside = async (
  c: Context<Worker>,
  fields: Fields,
  { path, body }: { path: string; body: object },
): Promise<Response> =>
  postToApi(c, path, { body, identity: await callerOf(c), language: languageOf(c, fields), isKeyless: true })

const languageOf = (c: Context<Worker>, fields: Fields) => textOf(fields, 'language') || pageLanguage(c)

/** Pressed twice it is one call; another choice, after the way back, is another. */
const keyOf = (fields: Fields, item: object): string =>
  textOf(fields, 'key') &&
  createHash('sha256')
    .update(`${textOf(fields, 'key')} ${JSON.stringify(item)}`)
    .digest('base64url')

const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id
