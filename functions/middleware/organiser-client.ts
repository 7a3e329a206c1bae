import { timingSafeEqual } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { ApiError } from '../contract/api-error.ts'
import type { OrganiserClient } from '../actor.ts'
import type { OrganiserWorker } from '../context.ts'

/**
 * Lets an organisation's client through: Basic id and secret of `ORGANISER_CLIENTS`, a list `id:secret:program+program` or
 * `id:secret:*`. A client sees only its programs; another's looks like a missing one.
 */
export const organiserClient = createMiddleware<OrganiserWorker>(async (c, next) => {
  const client = await findClient(c.env.ORGANISER_CLIENTS ?? '', c.req.header('Authorization') ?? '')
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

/** The client whose Basic credentials these are; null where there is none. */
export async function findClient(clients: string, header: string): Promise<OrganiserClient | null> {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,600})$/i.exec(header)?.[1]
  if (!encoded) return null
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const sentSecret = await digest(rest.join(':'))
  let client: OrganiserClient | null = null
  for (const line of clients.split(/[\s,]+/).filter(Boolean)) {
    const [clientId = '', secret = '', programs = ''] = line.split(':')
    const isSame = timingSafeEqual(await digest(secret), sentSecret)
    if (clientId === id && secret.length >= 16 && isSame)
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
