import { derive } from '../people/accounts/derive.ts'
import type { HashInput } from '../people/accounts/password-hash.ts'

/** What a new hash of the bench costs: a test asks who may log in, not how long guessing takes. */
const benchCost = { logN: 1, r: 1, p: 1 }
const productLogN = 14

/**
 * A HASHER for benches: its keys are as different as those of the product, for a thousandth of the work. A stored hash of
 * an older cost is worked out at that cost, so that it can be made by others.
 */
export const quickHasher = {
  fetch: async (_url: string, init: RequestInit) => {
    const { secret, salt, cost, bytes } = JSON.parse(String(init.body)) as HashInput
    const usedCost = cost.logN === productLogN ? benchCost : cost
    return new Response(
      Uint8Array.from(await derive(Buffer.from(secret, 'base64'), Buffer.from(salt, 'base64'), usedCost, bytes)),
    )
  },
} as unknown as Fetcher
