import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import type { OrganiserClient } from '../actor.ts'
import type { OrganiserWorker, Worker } from '../context.ts'
import { checkBasicCredentials } from './basic-credentials.ts'

/**
 * Authenticates an organisation's client by Basic credentials of `ORGANISER_CLIENTS`, a list
 * `id:secret:program+program` or `id:secret:*`. Another program is 404 for a client. A call without a program concerns
 * the site itself and needs a client of all programs.
 */
export const organiserClient = createMiddleware<OrganiserWorker>(async (c, next) => {
  const client = await identifyClient(c)
  if (!client) {
    c.header('WWW-Authenticate', 'Basic')
    throw new ApiError('not_authenticated')
  }
  c.var.ctx.actor = client
  const programId = c.req.param('program_id' as never) as string | undefined
  if (client.program_ids !== 'all' && !client.program_ids.some((each) => each === programId))
    throw new ApiError('not_found')
  await next()
})

const identified = new WeakMap<Request, Promise<OrganiserClient | null>>()

/**
 * The calling client, looked up once per request; null for wrong credentials. Throws 429 after many wrong
 * credentials, even for correct ones.
 */
export function identifyClient(c: Pick<Context<Worker>, 'req' | 'var'>): Promise<OrganiserClient | null> {
  const existing = identified.get(c.req.raw)
  if (existing) return existing
  const identifying = identify(c)
  identified.set(c.req.raw, identifying)
  return identifying
}

async function identify(c: Pick<Context<Worker>, 'req' | 'var'>): Promise<OrganiserClient | null> {
  const { ctx } = c.var
  const header = c.req.header('Authorization') ?? ''
  const client = await checkBasicCredentials(ctx, header, ctx.env.ORGANISER_CLIENTS ?? '')
  if (!client) return null
  const [programs = ''] = client.rest
  return {
    type: 'organiser_client',
    client_id: client.client_id,
    program_ids: programs === '*' ? 'all' : programs.split('+'),
  }
}
