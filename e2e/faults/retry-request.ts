import type { Choices } from '../../functions/test-bench/choices.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, RequestOptions } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'

export type RetryOptions = {
  /** Sends the same Idempotency-Key with every try of a request; a customer without it sends a new one each time. */
  isKeyed: boolean
  /** Share of answers that never arrive at the customer. */
  lostReplies: number
  choices: Choices
  maxAttempts: number
}

/** Sends a request until it is answered for good: again after a 5xx, an answer that was lost, or "still running", with a pause that doubles. */
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

/** What the site answers; a connection that broke is an answer that cannot be read. */
export const heard = async (site: ProofSite, path: string, init: RequestOptions): Promise<Answer> =>
  site
    .call(path, init)
    .catch((error: unknown) => ({ status: 599, headers: {}, body: { type: String(error) }, text: '' }))

/** An answer after which asking again the same would bring nothing else. */
export const isFinal = ({ status, body }: Answer): boolean =>
  status < 500 && !(status === 409 && body?.type === 'request_in_progress')
