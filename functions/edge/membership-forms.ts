import { Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { pageOf } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { type Fields, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { sendForm } from './send-form.ts'

const membershipPage = '/pg/:program_id/profile/memberships/:membership_id'

/** The forms on the page of a membership: paying what is open, another card, a hold, cancelling and taking that back. They work with script off. */
export const membershipForms = new Hono<Worker>()
  .onError(errorResponse)
  .get(membershipPage, showFailureOnce)
  .post(membershipPage, requestContext, requireOwnOrigin, async (c) => {
    const id = encodeURIComponent(c.req.param('membership_id'))
    const fields = await readForm(c.req.raw)
    const act = textOf(fields, 'act')
    const { call, body } = callOf(act, fields)
    const path = `/profile/memberships/${id}`
    return sendForm(c, {
      call: {
        path: `/v1/profile/programs/${encodeURIComponent(c.req.param('program_id'))}/memberships/${id}/${call}`,
        method: 'POST',
        body,
        key: textOf(fields, 'key').slice(0, 64),
      },
      fields,
      form: 'membership',
      page: pageOf(c, path, { act: act === 'keep' || act === 'resume' || act === 'pay' ? '' : act }),
      // A card that was chosen to pay may be asked about by its bank first: then the page says so.
      goTo: ({ status }) => pageOf(c, path, { saved: act === 'pay' ? (status === 'active' ? 'paid' : '') : act }),
    })
  })

function callOf(act: string, fields: Fields): { call: string; body: object | null } {
  const orNull = (name: string) => textOf(fields, name) || null
  switch (act) {
    case 'cancel':
      return { call: 'cancel', body: { reason: orNull('reason'), reason_other: orNull('reason_other') } }
    case 'hold':
      return { call: 'hold', body: { from: orNull('from'), to: orNull('to') } }
    case 'resume':
      return { call: 'hold/end', body: null }
    case 'keep':
      return { call: 'keep', body: null }
    default:
      return {
        call: 'payment_method',
        body: { payment_source_id: textOf(fields, 'payment_source_id'), expected_amount: amountIn(fields) },
      }
  }
}

// What the page said is charged now, in minor units.
const amountIn = (fields: Fields): number | null => {
  const text = textOf(fields, 'expected_amount')
  return /^\d{1,12}$/.test(text) ? Number(text) : null
}
