import type { Context } from 'hono'
import type { CustomerActor } from '../actor.ts'
import type { CustomerWorker } from '../context.ts'
import { checkBasicCredentials } from './basic-credentials.ts'
import { actForCustomer } from '../identity/caller.ts'

/**
 * The customer that a program acts for with Basic credentials, configured in `CUSTOMER_CLIENTS` as a list
 * `id:secret:customer_id`. Requests with an Origin, which come from a browser, are rejected.
 */
export async function customerOfClient(c: Context<CustomerWorker>): Promise<CustomerActor | null> {
  const { ctx } = c.var
  const header = c.req.header('Authorization') ?? ''
  const clients = ctx.env.CUSTOMER_CLIENTS
  if (!clients || !/^Basic /i.test(header)) return null
  if (c.req.header('Origin') !== undefined || c.req.header('Sec-Fetch-Site') !== undefined) return null

  const client = await checkBasicCredentials(ctx, header, clients)
  const customer = client?.rest[0] ? await actForCustomer(ctx, client.rest[0]) : null
  if (!customer) c.header('WWW-Authenticate', 'Basic')
  return customer
}
