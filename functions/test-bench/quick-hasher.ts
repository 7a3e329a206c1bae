import { startHashThreads } from '../local/hash-in-threads.ts'
import { derive } from '../people/accounts/derive.ts'
import type { HashInput } from '../people/accounts/password-hash.ts'

/** The cost of a new hash in tests. Tests are about who may log in, not about how long guessing takes. */
const benchCost = { logN: 1, r: 1, p: 1 }
const productLogN = 14

/**
 * A key that differs like those of the product, for a thousandth of the work. A stored hash with an older cost is
 * computed at that cost.
 */
async function quickKey({ secret, salt, cost, bytes }: HashInput): Promise<Response> {
  const usedCost = cost.logN === productLogN ? benchCost : cost
  return new Response(
    Uint8Array.from(await derive(Buffer.from(secret, 'base64'), Buffer.from(salt, 'base64'), usedCost, bytes)),
  )
}

/** A HASHER for benches. */
export const quickHasher = {
  fetch: async (_url: string, init: RequestInit) => quickKey(JSON.parse(String(init.body)) as HashInput),
} as unknown as Fetcher

/** Starts this HASHER for a runtime. */
export const startQuickHasher = () => ({
  fetch: async (request: Pick<Request, 'json'>) => quickKey((await request.json()) as HashInput),
  stop: () => {},
})

/** A quarter of the work of a hash. Log-ins still queue for it, and a cheaper stored hash still takes less time. */
const cheaper = (input: HashInput): HashInput => ({
  ...input,
  cost: { ...input.cost, logN: Math.max(1, input.cost.logN - 2) },
})

/** A HASHER for the test bench of a site with `startCheaperHasher`. */
export const cheaperHasher = {
  fetch: async (_url: string, init: RequestInit) => {
    const { secret, salt, cost, bytes } = cheaper(JSON.parse(String(init.body)) as HashInput)
    return new Response(
      Uint8Array.from(await derive(Buffer.from(secret, 'base64'), Buffer.from(salt, 'base64'), cost, bytes)),
    )
  },
} as unknown as Fetcher

/** Starts the product's hash threads, with hashes of a quarter of the cost. */
export function startCheaperHasher(): ReturnType<typeof startHashThreads> {
  const threads = startHashThreads()
  return {
    ...threads,
    fetch: (request) => threads.fetch({ json: async () => cheaper((await request.json()) as HashInput) }),
  }
}
