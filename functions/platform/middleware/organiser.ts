import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import type { Right } from '../../contract/organisation/rights.ts'
import type { OrganiserActor } from '../actor.ts'
import { isCustomer, type OrganiserContext, type OrganiserWorker, type Worker } from '../context.ts'
import { shadeOfCaller, staffOf } from '../identity/staff.ts'
import { identifyClient } from './organiser-client.ts'
import { marked } from './route-mark.ts'
import { readBearer } from './signed-in.ts'

type Options = {
  /** True for a call of the right `money` that a role may make which only takes payments. */
  takesPayments?: boolean
  /** True for a call whose verb shows only what is within `ctx.reach`, and whose path names no event. */
  filtersByReach?: boolean
}

/**
 * The rights that a program's client does not have: a person of the organisation decides who is in the team, and gets
 * mails. A client of all programs belongs to those who run the site, and invites the first owner.
 */
const notOfClients: readonly Right[] = ['team', 'notices']

/**
 * Authenticates a caller of the organisation and checks the right that the call needs (contract/organisation/rights.ts).
 * A staff member logs in to their own account. A client with Basic credentials acts as an owner without `team`. Another
 * program is 404. A call without a program concerns the site itself: it needs a client of all programs, or a person who
 * runs the site.
 */
export function organiser(right: Right, { takesPayments = false, filtersByReach = false }: Options = {}) {
  const guard = createMiddleware<OrganiserWorker>(async (c, next) => {
    const { ctx } = c.var
    await readBearerOf(c)
    if (isCustomer(ctx)) {
      const isReading = c.req.method === 'GET' || c.req.method === 'HEAD'
      const params: Record<string, string> = c.req.param()
      const { actor, reach } = await staffOf(ctx, ctx.actor, {
        ...{ right, takesPayments, filtersByReach, isReading, params },
      })
      c.var.ctx.actor = actor
      c.var.ctx.reach = reach
    } else await useClient(c, right)
    await next()
  })
  return marked(guard, { right, takesPayments, filtersByReach })
}

async function readBearerOf(c: Context<OrganiserWorker>): Promise<void> {
  if (/^Bearer /i.test(c.req.header('Authorization') ?? '')) await readBearer(c as unknown as Context<Worker>)
}

async function useClient(c: Context<OrganiserWorker>, right: Right): Promise<void> {
  const client = await identifyClient(c)
  if (!client) {
    c.header('WWW-Authenticate', 'Basic')
    throw new ApiError('not_authenticated')
  }
  c.var.ctx.actor = client
  const programId = c.req.param('program_id' as never) as string | undefined
  if (client.program_ids !== 'all' && !client.program_ids.some((each) => each === programId))
    throw new ApiError('not_found')
  if (!mayActor(client, right)) throw new ApiError('not_allowed')
}

/** Throws `not_allowed` unless the caller has another right too. */
export function requireRight({ actor }: OrganiserContext, right: Right): void {
  if (!mayActor(actor, right)) throw new ApiError('not_allowed')
}

function mayActor(actor: OrganiserActor, right: Right): boolean {
  if (actor.type === 'staff') return shadeOfCaller(actor, right) !== null
  return actor.program_ids === 'all' || !notOfClients.includes(right)
}
