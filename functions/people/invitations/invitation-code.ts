import { createHash, createHmac } from 'node:crypto'
import { signingKeys } from '../../platform/identity/signing-keys.ts'
import type { Bindings } from '../../platform/context.ts'

/** The code of an invitation, derived from a secret of the site. Only the mail contains it. */
const codeBy = (secret: string, id: string): string =>
  createHmac('sha256', secret).update(`invitation:${id}`).digest('base64url')

/** The stored hash of a code, by which it is looked up. */
export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('base64url')

/** The code of a new invitation. */
export const newInviteCode = (env: Bindings, id: string): string => codeBy(signingKeys(env)[0].secret, id)

/** The code of an invitation, by the secret that created it; null when that secret was removed. */
export const inviteCodeOf = (env: Bindings, invitation: { id: string; code_hash: string }): string | null =>
  signingKeys(env)
    .map(({ secret }) => codeBy(secret, invitation.id))
    .find((code) => hashOfCode(code) === invitation.code_hash) ?? null
