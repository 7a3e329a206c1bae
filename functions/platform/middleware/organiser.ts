import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import type { Right } from '../../contract/organisation/rights.ts'
import type { OrganiserClient } from '../actor.ts'
import type { OrganiserContext, OrganiserWorker } from '../context.ts'
import { identifyClient } from './organiser-client.ts'
import { marked } from './route-mark.ts'

type Options = {
  /** True for a call of the right `money` that a role may make which only takes payments. */
  takesPayments?: boolean
}

/** The right that a client of the API never has: a person of the organisation decides who is in the team. */
const neverOfClients: readonly Right[] = ['team']

/**
 * Authenticates a caller of the organisation and checks the right that the call needs (contract/organisation/rights.ts).
 * A client with Basic credentials acts as an owner without `team`. Another program is 404 for it. A call without a
 * program concerns the site itself and needs a client of all programs.
 */
export function organiser(right: Right, { takesPayments = false }: Options = {}) {
  const guard = createMiddleware<OrganiserWorker>(async (c, next) => {
    const client = await identifyClient(c)
    if (!client) {
      c.header('WWW-Authenticate', 'Basic')
      throw new ApiError('not_authenticated')
    }
    c.var.ctx.actor = client
    const programId = c.req.param('program_id' as never) as string | undefined
    if (client.program_ids !== 'all' && !client.program_ids.some((each) => each === programId))
      throw new ApiError('not_found')
    if (!mayClient(client, right)) throw new ApiError('not_allowed')
    await next()
  })
  return marked(guard, { right, takesPayments })
}

/** Throws `not_allowed` unless the caller has another right too. */
export function requireRight({ actor }: OrganiserContext, right: Right): void {
  if (!mayClient(actor, right)) throw new ApiError('not_allowed')
}

const mayClient = (_client: OrganiserClient, right: Right): boolean => !neverOfClients.includes(right)
