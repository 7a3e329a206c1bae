import { createHttpClient } from '../../functions/test-bench/http-client.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type ProofSite } from '../proofs/proof-site.ts'
import { json, logInAtForm, signUpOne } from './accounts.ts'
import { median } from './two-samples.ts'

const floodAddress = '198.51.100.66'
/** Number of concurrent log-ins of the flooding address. */
const atOnce = 20
/**
 * Maximum slowdown of a log-in from another address during a flood. Measured in the long run only, on a machine that
 * does nothing else.
 */
const maxTimes = 5
/**
 * Maximum number of log-ins of the flood that are answered while another log-in waits, on a machine of any speed.
 * Without a queue per address, all waiting log-ins of the flood would go first.
 */
const maxHashes = 0.75 * atOnce
/** Maximum duration of a phase, regardless of the number of log-ins. */
const maxPhaseMs = 20_000
const samplesOf = (isFull: boolean) => (isFull ? 20 : 3)

/** A customer at the log-in form, in a known browser (`device`) or in a new one. */
type Customer = { email: string; address: string; device: string | null }
type Kind = 'known' | 'other'
/** The duration of each log-in, and how many log-ins of the flood got a response meanwhile. */
type Waits = Record<Kind, { ms: number; hashes: number }[]>
type Flood = { hashed: () => number; stop: () => Promise<number> }

/** One log-in with the right password: its duration and the errors in its response. */
async function logIn(site: ProofSite, { email, address, device }: Customer) {
  const began = performance.now()
  const answer = await logInAtForm(site, email, {
    'CF-Connecting-IP': address,
    ...(device === null ? {} : { Cookie: device }),
  })
  const cookies = answer.headers['set-cookie'] ?? []
  return {
    ms: performance.now() - began,
    fault: answer.status === 200 ? null : `a log-in was answered ${answer.status} ${answer.text.slice(0, 150)}`,
    device: cookies.find((line) => line.startsWith('__Host-device='))?.split(';')[0] ?? null,
  }
}

/** Log-ins with names that no account has, from one address, until they are stopped; returns the number sent. */
function startFlood(site: ProofSite): Flood {
  const client = createHttpClient(() => site.url, atOnce)
  let [isOver, sent, hashed] = [false, 0, 0]
  const one = async () => {
    while (!isOver) {
      sent += 1
      const guess = { username: `nobody${sent}@example.com`, password: `guess number ${sent}` }
      const answer = await client('/api/v1/login', json(guess, { 'CF-Connecting-IP': floodAddress })).catch(() => null)
      if (answer?.status === 401) hashed += 1
    }
  }
  const all = Promise.all(Array.from({ length: atOnce }, one))
  // Log-ins in progress are aborted, because each of them costs a hash.
  const stop = async () => {
    isOver = true
    client.close()
    await all
    return sent
  }
  return { hashed: () => hashed, stop }
}

/** Both customers log in alternately. */
async function measure(
  site: ProofSite,
  customers: Record<Kind, Customer>,
  input: { samples: number; findings: string[]; flood?: Flood },
): Promise<Waits> {
  const waits: Waits = { known: [], other: [] }
  const until = performance.now() + maxPhaseMs
  while (waits.other.length < input.samples && performance.now() < until) {
    for (const kind of ['known', 'other'] as const) {
      const before = input.flood?.hashed() ?? 0
      const { ms, fault } = await logIn(site, customers[kind])
      if (fault) input.findings.push(fault)
      waits[kind].push({ ms, hashes: (input.flood?.hashed() ?? 0) - before })
    }
  }
  return waits
}

async function inFlood({ count, isFull }: Rounds, otherAddress: string): Promise<Tally> {
  const site = await openProofSite({
    name: 'log-in-flood',
    hashing: isFull ? 'product' : 'cheaper',
    bindings: { RATE_LIMITS: 'wide' },
  })
  const tally = emptyTally('rounds', 'full_rounds', 'sent')
  try {
    const [one, two] = [await signUpOne(site), await signUpOne(site)]
    const known: Customer = { email: one.email, address: '198.51.100.20', device: null }
    known.device = (await logIn(site, known)).device
    const customers = { known, other: { email: two.email, address: otherAddress, device: null } }
    const phase = { samples: samplesOf(isFull), findings: tally.findings }
    for (let round = 0; round < count; round += 1) {
      const quiet = isFull ? [await measure(site, customers, phase)] : []
      const flood = startFlood(site)
      const during = await measure(site, customers, { ...phase, flood })
      const sent = await flood.stop()
      if (isFull) quiet.push(await measure(site, customers, phase))
      const sums: Record<string, number> = { rounds: 1, full_rounds: isFull ? 1 : 0, sent }
      for (const kind of ['known', 'other'] as const) {
        sums[`${kind}_hashes`] = median(during[kind].map(({ hashes }) => hashes))
        sums[`${kind}_ms`] = median(during[kind].map(({ ms }) => ms))
        if (isFull) sums[`quiet_${kind}_ms`] = median(quiet.flatMap((waits) => waits[kind].map(({ ms }) => ms)))
      }
      for (const [name, more] of Object.entries(sums)) tally.sums[name] = (tally.sums[name] ?? 0) + more
    }
    return tally
  } finally {
    await site.stop()
  }
}

type Sums = Tally['sums']
const hashesOf = (sums: Sums, kind: Kind) => (sums[`${kind}_hashes`] ?? 0) / Math.max(1, sums.rounds ?? 1)
/** The slowdown of a log-in in the long run. */
const timesOf = (sums: Sums, kind: Kind) =>
  sums.full_rounds ? (sums[`${kind}_ms`] ?? 0) / (sums[`quiet_${kind}_ms`] ?? 1) : 0

export const proof: Proof = {
  row: '11 · S4',
  name: 'log-in-flood',
  promise:
    'S4: while one address sends log-ins without end, others log in after one or two of its hashes: in a browser that their account knows, and in a new one',
  unit: 'floods',
  small: 1,
  full: 3,
  piece: 1,
  run: (rounds) => inFlood(rounds, '198.51.100.21'),
  figure: (sums) => {
    const ms = (name: string) => Math.round((sums[name] ?? 0) / Math.max(1, sums.rounds ?? 1))
    const quiet = sums.full_rounds ? `; without them ${ms('quiet_known_ms')} ms and ${ms('quiet_other_ms')} ms` : ''
    return `${sums.sent ?? 0} log-ins from one address; a known browser elsewhere waited ${ms('known_ms')} ms and for ${hashesOf(sums, 'known')} of them, a new one ${ms('other_ms')} ms and for ${hashesOf(sums, 'other')}${quiet}`
  },
  check: (sums) =>
    (['known', 'other'] as const).flatMap((kind) => [
      ...(hashesOf(sums, kind) > maxHashes
        ? [`a log-in (${kind}) waited for ${hashesOf(sums, kind)} of those of another address`]
        : []),
      ...(timesOf(sums, kind) > maxTimes
        ? [`a log-in (${kind}) took ${timesOf(sums, kind).toFixed(1)} times as long while another address flooded`]
        : []),
    ]),
  controls: [
    {
      without: 'a line of its own for each address',
      // The small run has no such log-in, because twenty hashes per log-in take half a minute of a core.
      small: 0,
      full: 1,
      run: (rounds) => inFlood(rounds, floodAddress),
      noticed: (sums) => (hashesOf(sums, 'other') > maxHashes ? (sums.rounds ?? 0) : 0),
    },
  ],
}
