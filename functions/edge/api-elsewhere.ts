import { createMiddleware } from 'hono/factory'
import { accessCookie } from './session-cookies.ts'
import { readCookie, type Visitor } from '../accounts/cookie-identity.ts'
import type { User } from '../contract/account.ts'
import type { Worker } from '../context.ts'

const ownHeaders = ['Cookie', 'Host', 'Origin', 'Referer', 'Sec-Fetch-Site', 'Sec-Fetch-Mode', 'Sec-Fetch-Dest']

/** With API_ORIGIN set, `/api/*` of this site is that host's. Our cookies are for this site alone and stay here. */
export const apiElsewhere = createMiddleware<Worker>(async (c, next) => {
  const elsewhere = c.env.API_ORIGIN
  if (!elsewhere) return next()
  const { pathname, search } = new URL(c.req.url)
  const headers = new Headers(c.req.raw.headers)
  for (const name of ownHeaders) headers.delete(name)
  const body = c.req.raw.body === null ? null : await c.req.arrayBuffer()
  const answer = await fetch(new URL(pathname + search, elsewhere), {
    method: c.req.method,
    headers,
    body,
    redirect: 'manual',
  })
  return new Response(answer.body, answer)
})

/** Who reads a page when the API is elsewhere and no hash can be looked up: the user that API names for the access token. */
export async function visitorElsewhere(elsewhere: string, request: Request): Promise<Visitor | null> {
  const bearer = readCookie(request, accessCookie)
  if (bearer === null) return null
  const answer = await fetch(new URL('/api/v1/profile', elsewhere), {
    headers: { Authorization: `Bearer ${bearer}`, Accept: 'application/json' },
  })
  if (answer.status === 401 || answer.status === 403) return null
  if (!answer.ok) throw new Error(`The API answered ${answer.status} for who is signed in`)
  const user = (await answer.json()) as User
  return {
    identity: { user_id: user.id, customer_id: '', session_id: '' },
    bearer,
    isSpent: false,
    language: user.language === 'fr' ? 'fr' : 'en',
    first_name: user.first_name,
    is_email_verified: user.is_email_verified,
    last_used_at: null,
    unread_messages: {},
    memberships_to_mend: {},
  }
}
