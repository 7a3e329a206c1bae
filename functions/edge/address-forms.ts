import { Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { pageOf } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { sendForm } from './send-form.ts'

const accountPath = '/profile/account'
const addressFields = ['address_line_1', 'address_line_2', 'city', 'region', 'postcode', 'country'] as const

/** The form of one address of a customer: a new one, a changed one, or one to be deleted. It works with script off and answers script in JSON. */
export const addressForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/profile/account/address', showFailureOnce)
  .post('/pg/:program_id/profile/account/address', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const addressId = textOf(fields, 'address_id')
    const path = `/v1/profile/customer_addresses${addressId ? `/${encodeURIComponent(addressId)}` : ''}`
    const isDeleted = textOf(fields, 'action') === 'delete'
    const body = Object.fromEntries(addressFields.map((name) => [name, textOf(fields, name)]))
    return sendForm(c, {
      call: isDeleted
        ? { path, method: 'DELETE', body: null }
        : { path, method: addressId ? 'PUT' : 'POST', body, key: textOf(fields, 'key') },
      fields,
      form: 'address',
      page: pageOf(c, `${accountPath}/address`, { address_id: addressId }),
      goTo: () => pageOf(c, accountPath, { saved: isDeleted ? 'address_deleted' : 'address' }),
    })
  })
