import type { Scope } from '../contract/people/oauth.ts'
import { hashOfToken, newRefreshToken } from '../people/accounts/refresh-token.ts'
import { insertSession } from '../people/accounts/session-rows.ts'
import { signAccessToken } from '../platform/identity/access-token.ts'
import { makeContext } from '../platform/make-context.ts'
import type { Bench } from './bench.ts'
import { type Person, unique } from './people.ts'

/** The headers of a client that a person allowed some scopes in a program, and its session. */
export async function delegateTo(
  bench: Bench,
  { identity }: Person,
  delegation: { program_id: string; scopes: Scope[]; client_id?: string },
): Promise<{ session_id: string; headers: Record<string, string> }> {
  const session_id = `ses_${unique()}`
  const own = { client_id: 'bench', ...delegation }
  const ctx = makeContext({ env: bench.env, now: bench.now() })
  const [first, ...rest] = insertSession(ctx, {
    id: session_id,
    user_id: identity.user_id,
    hash: hashOfToken(newRefreshToken()),
    delegation: own,
  })
  if (first) await ctx.db.batch([first, ...rest])
  const access = { ...identity, session_id, delegation: own }
  const token = await signAccessToken(bench.env, access, { now: bench.now(), language: 'en' })
  return { session_id, headers: { Authorization: `Bearer ${token}` } }
}
