/**
 * One side of a comparison: a request and a reader of its server's CPU time. The number in the request makes each
 * request unique.
 */
export type Contestant = { cpuMs: () => number; request: (number: number) => Promise<{ status: number }> }

const rounds = 5
/**
 * Number of requests before the measurement: the runtime optimises its code during about the first thousand responses.
 */
const warmUp = 1500
const sample = 100
const roundMs = 500
const [fewest, most] = [60, 3000]
const atOnce = 8

/**
 * CPU ms per request of each contestant after warming up. Rounds are interleaved so that load on the machine affects
 * all equally. The best round counts.
 */
export async function cpuPerRequest<Name extends string>(
  contestants: Record<Name, Contestant>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contestants) as Name[]
  const best = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<Name, number>
  const counts = {} as Record<Name, number>
  let number = 0
  const measure = async (name: Name, count: number) => {
    const { cpuMs, request } = contestants[name]
    const before = cpuMs()
    await burst(name, count, () => {
      number += 1
      return request(number)
    })
    return (cpuMs() - before) / count
  }

  for (const name of names) {
    await measure(name, warmUp)
    const cost = await measure(name, sample)
    counts[name] = Math.min(most, Math.max(fewest, Math.ceil(roundMs / Math.max(cost, 0.05))))
  }
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) best[name] = Math.min(best[name], await measure(name, counts[name]))
  return best
}

async function burst(name: string, count: number, request: () => Promise<{ status: number }>): Promise<void> {
  let left = count
  const one = async () => {
    while (left > 0) {
      left -= 1
      const { status } = await request()
      if (status !== 200) throw new Error(`${name} answered ${status} while it was measured.`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}
