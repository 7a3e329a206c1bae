import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  countWrongAttempts,
  limitFor,
  noteWrongAttempt,
  refuseWrongAttempts,
  secretsByAddress,
  secretsByClient,
} from '../accounts/wrong-attempts.ts'
import { ApiError } from '../contract/api-error.ts'
import type { OrganiserClient } from '../actor.ts'
import type { Ctx, OrganiserWorker, Worker } from '../context.ts'

/**
 * Lets an organisation's client through: Basic id and secret of `ORGANISER_CLIENTS`, a list `id:secret:program+program` or
 * `id:secret:*`. A client sees only its programs; another's looks like a missing one.
 */
export const organiserClient = createMiddleware<OrganiserWorker>(async (c, next) => {
  const client = await identifyClient(c)
  if (!client) {
    c.header('WWW-Authenticate', 'Basic')
    throw new ApiError('not_authenticated')
  }
  c.var.ctx.actor = client
  const programId = c.req.param('program_id' as never) as string | undefined
  if (programId && client.program_ids !== 'all' && !client.program_ids.includes(programId))
    throw new ApiError('not_found')
  await next()
})

const identified = new WeakMap<Request, Promise<OrganiserClient | null>>()

/** The client who calls, once a request; null for wrong credentials. 429 after many wrong ones, whatever is sent. */
export function identifyClient(c: Pick<Context<Worker>, 'req' | 'var'>): Promise<OrganiserClient | null> {
  const existing = identified.get(c.req.raw)
  if (existing) return existing
  const identifying = identify(c.var.ctx, c.req.header('Authorization') ?? '')
  identified.set(c.req.raw, identifying)
  return identifying
}

async function identify(ctx: Ctx, header: string): Promise<OrganiserClient | null> {
  const id = readCredentials(header)?.id
  if (id === undefined) return null
  const limits = [limitFor(ctx, secretsByAddress, ctx.callerAddress), limitFor(ctx, secretsByClient, id)] as const
  const counted = await countWrongAttempts(ctx, limits)
  // A client that many addresses guess at goes on answering those that never sent it a wrong secret.
  const isSuspect = (counted[0]?.n ?? 0) > 0
  refuseWrongAttempts(ctx, isSuspect ? limits : limits.slice(0, 1), counted)
  const client = await findClient(ctx.env.ORGANISER_CLIENTS ?? '', header)
  if (!client) await noteWrongAttempt(ctx, limits)
  return client
}

function readCredentials(header: string): { id: string; secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,600})$/i.exec(header)?.[1]
  if (!encoded) return null
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { id, secret: rest.join(':') }
}

/** The client whose Basic credentials these are; null where there is none. */
async function findClient(clients: string, header: string): Promise<OrganiserClient | null> {
  const credentials = readCredentials(header)
  if (!credentials) return null
  const sentSecret = await digest(credentials.secret)
  let client: OrganiserClient | null = null
  for (const line of clients.split(/[\s,]+/).filter(Boolean)) {
    const [clientId = '', secret = '', programs = ''] = line.split(':')
    const isSame = timingSafeEqual(await digest(secret), sentSecret)
    if (clientId === credentials.id && secret.length >= 16 && isSame)
      client = {
        type: 'organiser_client',
        client_id: clientId,
        program_ids: programs === '*' ? 'all' : programs.split('+'),
      }
  }
  return client
}

const digest = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
