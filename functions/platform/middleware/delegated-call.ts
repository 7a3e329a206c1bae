import type { Context } from 'hono'
import { ApiError } from '../../contract/api-error.ts'
import type { Delegation } from '../actor.ts'
import type { CustomerContext, Worker } from '../context.ts'
import { hasLiveSession, idOfOtherProgram } from '../identity/caller.ts'
import { scopeFor } from '../identity/delegated-calls.ts'
import { oauthClient } from '../identity/oauth-clients.ts'

/**
 * Checks a call that a client makes for a customer: the client may still act in the program, the call is within its
 * scopes, and no id in the path, the query or the body is that of another program, which looks like a missing one.
 */
export async function checkDelegatedCall(
  c: Pick<Context<Worker>, 'req' | 'header'>,
  route: string,
  { ctx, own }: { ctx: CustomerContext; own: Delegation },
): Promise<void> {
  const client = oauthClient(ctx.env, own.client_id)
  if (!client || (client.program_ids !== 'all' && !client.program_ids.includes(own.program_id)))
    throw new ApiError('not_authenticated')

  if (!(await hasLiveSession(ctx))) throw new ApiError('not_authenticated')

  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  const needed = scopeFor(`${method} ${route.replace(/^\/api(?=\/)/, '')}`)
  const isAllowed = needed === 'any' || own.scopes.some((scope) => scope === needed)
  if (!isAllowed) {
    const scope = needed === null || needed === 'never' ? '' : `, scope="${needed}"`
    c.header('WWW-Authenticate', `Bearer error="insufficient_scope"${scope}`)
    throw new ApiError('insufficient_scope')
  }

  const sent: Sent = { programs: new Map(), ids: new Map() }
  for (const part of [c.req.param(), c.req.queries(), await bodyOf(c)]) gather(part, sent)
  sent.programs.delete(own.program_id)
  const [otherProgram] = sent.programs.values()
  if (otherProgram !== undefined) throw new ApiError('not_found', { param: otherProgram })
  const elsewhere = await idOfOtherProgram(ctx, [...sent.ids.keys()])
  if (elsewhere !== null) throw new ApiError('not_found', { param: sent.ids.get(elsewhere) ?? 'id' })
}

/** The programs and ids in a request, each with the name of its field. */
type Sent = { programs: Map<string, string>; ids: Map<string, string> }

/** The body as JSON; null without a body, or for a body that the validator refuses. */
async function bodyOf(c: Pick<Context<Worker>, 'req'>): Promise<unknown> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return null
  try {
    return JSON.parse(await c.req.text())
  } catch {
    return null
  }
}

const isId = /^[a-z]{2,5}_[\w-]{1,100}$/
const idsInPath = /(?<=\/)[a-z]{2,5}_[\w-]{1,100}(?=$|[/?#])/g

/** Collects the programs and ids in a value, at any depth. An address of this site may contain an id, too. */
function gather(value: unknown, sent: Sent, name = ''): void {
  if (typeof value === 'string') {
    if (name === 'program_id' || name === 'program_ids') sent.programs.set(value, name)
    else if (isId.test(value)) sent.ids.set(value, name)
    else for (const id of /^(?:https?:\/)?\//.test(value) ? (value.match(idsInPath) ?? []) : []) sent.ids.set(id, name)
  } else if (Array.isArray(value)) for (const each of value) gather(each, sent, name)
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) gather(each, sent, key)
}
