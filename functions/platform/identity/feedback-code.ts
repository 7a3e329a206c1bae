import { createHash, createHmac } from 'node:crypto'
import type { Bindings } from '../context.ts'
import { secrets } from './signed-link.ts'

type Keys = Pick<Bindings, 'TOKEN_SECRET'>
const codeBytes = 16

/**
 * The code of a feedback request: 128 bits, which only its mail and its reader's notification list contain, and which
 * the site's secrets can derive again.
 */
const codeBy = (secret: string, id: string): string =>
  createHmac('sha256', secret).update(`feedback:${id}`).digest().subarray(0, codeBytes).toString('base64url')

/** The stored hash of a code, used for lookups. */
export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('base64url')

/** The code of a new feedback request. */
export const newFeedbackCode = (keys: Keys, id: string): string => codeBy(secrets(keys)[0] ?? '', id)

/** The code of a feedback request, derived with the secret that made it; null when that secret was removed. */
export const feedbackCodeOf = (keys: Keys, feedback: { id: string; code_hash: string }): string | null =>
  secrets(keys)
    .map((secret) => codeBy(secret, feedback.id))
    .find((code) => hashOfCode(code) === feedback.code_hash) ?? null

/** The URL of the feedback page with its code; null when the secret that made the code was removed. */
export function feedbackPath(
  keys: Keys,
  { program_id, ...feedback }: { program_id: string; id: string; code_hash: string },
): string | null {
  const code = feedbackCodeOf(keys, feedback)
  return code === null ? null : `/pg/${encodeURIComponent(program_id)}/feedback?code=${code}`
}
