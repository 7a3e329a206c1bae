import type { Choices } from '../../functions/test-bench/choices.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Person } from '../../functions/test-bench/people.ts'
import type { Answer, AskInit } from '../../functions/test-bench/ask.ts'
import type { ProofSite } from '../proofs/proof-site.ts'

export type Patience = {
  /** Sends the same Idempotency-Key with every try of a request; a customer without it sends a new one each time. */
  isKeyed: boolean
  /** Share of answers that never arrive at the customer. */
  lostReplies: number
  choices: Choices
  mostTries: number
}

/** Sends a request until it is answered for good: again after a 5xx, an answer that was lost, or "still running", with a pause that doubles. */
export async function insist(
  site: ProofSite,
  person: Person,
  input: { path: string; body: unknown; key: string },
  patience: Patience,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const key = patience.isKeyed ? input.key : `${input.key}-${tries}`
    const answer = await heard(site, input.path, person.json(input.body, { 'Idempotency-Key': key }) as AskInit)
    const isLost = patience.choices.chance(patience.lostReplies)
    if (tries >= patience.mostTries || (!isLost && isFinal(answer))) return answer
    await wait(patience.choices.below(Math.min(400, 20 * 2 ** tries)))
  }
}

/** What the site answers; a connection that broke is an answer nobody understood. */
export const heard = async (site: ProofSite, path: string, init: AskInit): Promise<Answer> =>
  site
    .call(path, init)
    .catch((error: unknown) => ({ status: 599, headers: {}, body: { type: String(error) }, text: '' }))

/** An answer after which asking again the same would bring nothing else. */
export const isFinal = ({ status, body }: Answer): boolean =>
  status < 500 && !(status === 409 && body?.type === 'request_in_progress')
