import { type Context, Hono } from 'hono'
import { Authorization, AuthorizationQuery, AuthorizeRequest } from '../../contract/people/oauth.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotentWithTokens } from '../../platform/middleware/idempotency.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { authorize, startAuthorization } from './authorize.ts'
import { oauthClient } from '../../platform/identity/oauth-clients.ts'

const tag = 'Account'

const strict = validate('query', AuthorizationQuery)
/**
 * A request of a known client skips the strict check: its errors go to the client's address, and it may have unknown
 * parameters (RFC 6749, 3.1).
 */
const validRequest = Object.assign(
  (async (c, next) =>
    oauthClient((c as unknown as Context<Worker>).env, c.req.query('client_id') ?? '')
      ? next()
      : strict(c, next)) as typeof strict,
  strict,
)

/** A customer gives a client a code for access: `/v1/oauth/authorize`. */
export const authorizeV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({ summary: 'Ask the customer for access, in their browser', tag, answers: { 303: null } }),
    limitedByAddress('authorize'),
    validRequest,
    (c) => {
      const { ctx } = c.var
      const start = startAuthorization(ctx, c.req.queries())
      c.header('Cache-Control', 'no-store')
      c.header('Referrer-Policy', 'no-referrer')
      return c.redirect(start.needsConsent ? `${ctx.siteOrigin}${start.page}` : start.address, 303)
    },
  )
  .post(
    '/',
    describeRoute({
      summary: 'Answer a client that asks for access: yes or no',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Authorization },
      errors: ['required'],
    }),
    limitedByAddress('authorize'),
    signedIn,
    validate('json', AuthorizeRequest),
    idempotentWithTokens,
    async (c) => c.json(await authorize(c.var.ctx, c.req.valid('json')), 200),
  )
