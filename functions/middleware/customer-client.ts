import type { Context } from 'hono'
import { findCustomerOfClient } from '../accounts/user-rows.ts'
import type { CustomerActor } from '../actor.ts'
import { ApiError } from '../contract/api-error.ts'
import type { CustomerWorker } from '../context.ts'
import { checkBasicCredentials } from './basic-credentials.ts'

/**
 * The customer whom a program acts for with Basic credentials, where `CUSTOMER_CLIENTS` names one: a list
 * `id:secret:customer_id`. It has no session, so that what needs one (passwords, passkeys, letting others in) stays the person's.
 * A browser says where a request comes from, and never calls this way.
 */
export async function customerOfClient(c: Context<CustomerWorker>): Promise<CustomerActor | null> {
  const { ctx } = c.var
  const header = c.req.header('Authorization') ?? ''
  const clients = ctx.env.CUSTOMER_CLIENTS
  if (!clients || !/^Basic /i.test(header)) return null
  if (c.req.header('Origin') !== undefined || c.req.header('Sec-Fetch-Site') !== undefined) return null

  const client = await checkBasicCredentials(ctx, header, clients)
  const [person] = client?.rest[0] ? await findCustomerOfClient(ctx, client.rest[0]) : []
  if (!client || !person) {
    c.header('WWW-Authenticate', 'Basic')
    return null
  }
  if (!person.is_active) throw new ApiError('account_inactive')
  return { type: 'customer', user_id: person.user_id, customer_id: person.customer_id, session_id: '' }
}
