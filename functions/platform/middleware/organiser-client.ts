import type { Context } from 'hono'
import type { OrganiserClient } from '../actor.ts'
import type { Ctx, Worker } from '../context.ts'
import { programOfMachineClient } from '../identity/machine-client.ts'
import { type BasicClient, checkBasicCredentials, type Credentials } from './basic-credentials.ts'

const identified = new WeakMap<Request, Promise<OrganiserClient | null>>()

/**
 * The calling client of `ORGANISER_CLIENTS`, a list `id:secret:program+program` or `id:secret:*`, or one that an owner
 * made, looked up once per request; null for wrong credentials. Throws 429 after many wrong
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
  const client = await checkBasicCredentials(ctx, header, ctx.env.ORGANISER_CLIENTS ?? '', (credentials) =>
    findStored(ctx, credentials),
  )
  if (!client) return null
  const [programs = ''] = client.rest
  return {
    type: 'organiser_client',
    client_id: client.client_id,
    program_ids: programs === '*' ? 'all' : programs.split('+'),
  }
}

async function findStored(ctx: Ctx, credentials: Credentials): Promise<BasicClient | null> {
  const program_id = await programOfMachineClient(ctx, credentials)
  return program_id === null ? null : { client_id: credentials.id, rest: [program_id] }
}
