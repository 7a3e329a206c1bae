import type { Choices } from '../../functions/test-bench/choices.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, RequestOptions } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'

export type RetryOptions = {
  /** True when every attempt has the same Idempotency-Key. Otherwise each attempt has a new one. */
  isKeyed: boolean
  /** Share of responses that never reach the customer. */
  lostReplies: number
  choices: Choices
  maxAttempts: number
}

/**
 * Repeats a request until its response is final: after a 5xx, a lost response or "still running", with exponential
 * back-off.
 */
export async function insist(
  site: ProofSite,
  headers: Record<string, string>,
  input: { path: string; body: unknown; key: string },
  patience: RetryOptions,
): Promise<Answer> {
  for (let attempts = 1; ; attempts += 1) {
    const key = patience.isKeyed ? input.key : `${input.key}-${attempts}`
    const answer = await heard(site, input.path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(input.body),
    })
    const isLost = patience.choices.chance(patience.lostReplies)
    if (attempts >= patience.maxAttempts || (!isLost && isFinal(answer))) return answer
    await wait(patience.choices.below(Math.min(400, 20 * 2 ** attempts)))
  }
}

/** The site's response. A broken connection counts as an unreadable response. */
export const heard = async (site: ProofSite, path: string, init: RequestOptions): Promise<Answer> =>
  site
    .call(path, init)
    .catch((error: unknown) => ({ status: 599, headers: {}, body: { type: String(error) }, text: '' }))

/** A final response: a repetition would return the same. */
export const isFinal = ({ status, body }: Answer): boolean =>
  status < 500 && !(status === 409 && body?.type === 'request_in_progress')
