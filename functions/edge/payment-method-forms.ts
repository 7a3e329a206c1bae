import { type Context, Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { safeGoto } from '../contract/goto.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { finishSetup } from '../money/payments/settle-setup.ts'
import { pageOf } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { sendForm } from './send-form.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

const path = '/profile/payment-methods'
const acts: Record<string, { call: string; saved: string }> = {
  default: { call: 'set_default', saved: 'default' },
  remove: { call: 'detach', saved: 'removed' },
}

/** The page of stored cards: another default, a card removed, and the way back from the bank. Its forms work with script off. */
export const paymentMethodForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/profile/payment-methods', showFailureOnce)
  .post('/pg/:program_id/profile/payment-methods', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const { call, saved } = acts[textOf(fields, 'act')] ?? { call: 'set_default', saved: 'default' }
    const part = encodeURIComponent
    return sendForm(c, {
      call: {
        path: `/v1/profile/programs/${part(c.req.param('program_id'))}/payment_methods/${part(textOf(fields, 'source_id'))}/${call}`,
        method: 'POST',
        body: null,
      },
      fields: {},
      form: 'payment-methods',
      page: pageOf(c, path),
      goTo: () => pageOf(c, path, { saved }),
    })
  })
  // Nothing in the address is believed: whose attempt it is and how it stands is read here and at the provider.
  .get('/pg/:program_id/profile/payment-methods/return', requestContext, async (c) => {
    const identity = await callerOf(c)
    if (!identity) return goTo(c, logInFirst(c, pageOf(c, path)))
    const result = await finishSetup(c.var.ctx, {
      setup_id: c.req.query('setup') ?? '',
      customer_id: identity.customer_id,
    })
    const { siteOrigin } = c.var.ctx
    const next = new URL(safeGoto(c.req.query('goto'), siteOrigin, pageOf(c, path)), siteOrigin)
    if (result) next.searchParams.set('saved', result)
    return goTo(c, next.pathname + next.search)
  })

function goTo(c: Context<Worker>, address: string): Response {
  c.header('Cache-Control', 'no-store')
  return c.redirect(address, 303)
}
