import { createHash, createHmac } from 'node:crypto'
import type { Bindings } from '../context.ts'
import { secrets } from './signed-link.ts'

type Keys = Pick<Bindings, 'TOKEN_SECRET'>
const codeBytes = 16

/** The code of feedback: 128 bits that only its mail and the list of its reader hold, and the secrets of the site make again. */
const codeBy = (secret: string, id: string): string =>
  createHmac('sha256', secret).update(`feedback:${id}`).digest().subarray(0, codeBytes).toString('base64url')

/** What is stored of a code, and looked up by. */
export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('base64url')

/** The code of new feedback. */
export const newFeedbackCode = (keys: Keys, id: string): string => codeBy(secrets(keys)[0] ?? '', id)

/** The code of feedback by whichever secret made it; null when that is gone. */
export const feedbackCodeOf = (keys: Keys, feedback: { id: string; code_hash: string }): string | null =>
  secrets(keys)
    .map((secret) => codeBy(secret, feedback.id))
    .find((code) => hashOfCode(code) === feedback.code_hash) ?? null

/** The page of feedback, as its code opens it. Null where the secret that made the code is gone. */
export function feedbackPath(
  keys: Keys,
  { program_id, ...feedback }: { program_id: string; id: string; code_hash: string },
): string | null {
  const code = feedbackCodeOf(keys, feedback)
  return code === null ? null : `/pg/${encodeURIComponent(program_id)}/feedback?code=${code}`
}
