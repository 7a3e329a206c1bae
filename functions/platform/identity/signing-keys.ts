import type { Bindings } from '../context.ts'

export type SigningKey = { kid: string; secret: string }
const shortestSecret = 32

/** `TOKEN_SECRET` is one or two keys, `kid:secret,kid:secret`; the first signs, all verify. */
export function signingKeys(env: Pick<Bindings, 'TOKEN_SECRET'>): [SigningKey, ...SigningKey[]] {
  const keys = env.TOKEN_SECRET.split(',').map((each) => {
    const [kid = '', secret = ''] = each.split(':')
    return { kid, secret }
  })
  const [newest, ...older] = keys
  if (!newest || keys.some((key) => key.kid === '' || key.secret.length < shortestSecret))
    throw new Error(`TOKEN_SECRET: expected kid:secret with at least ${shortestSecret} characters`)
  return [newest, ...older]
}

/** How long a used refresh token still returns its successor, for parallel tabs and lost responses. */
export const graceMs = 30_000
