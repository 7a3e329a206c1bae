import { createHttpClient } from '../../functions/test-bench/http-client.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type ProofSite } from '../proofs/proof-site.ts'
import { json, logInAtForm, signUpOne } from './accounts.ts'
import { median } from './two-samples.ts'

const floodAddress = '198.51.100.66'
/** Log-ins that the flooding address has under way all the time. */
const atOnce = 20
/** Most of what a log-in of another address takes while one floods, against the same without it. */
const maxTimes = 5
/** The same of one short flood, which other work on the machine disturbs: without a line for each address it is twenty times. */
const maxTimesOfOne = 10
/** A phase is over after so long, however few log-ins it saw. */
const maxPhaseMs = 20_000
const samplesOf = (isFull: boolean) => (isFull ? 20 : 4)

/** A customer at the form of the site: in a browser that the account knows (`device`), or in a new one. */
type Customer = { email: string; address: string; device: string | null }
type Waits = { known: number[]; other: number[] }

/** One log-in with the right password: how long it took, and what is wrong with its answer. */
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

/** Log-ins with names that nobody has, from one address, until they are stopped; gives how many were sent. */
function startFlood(site: ProofSite): () => Promise<number> {
  const client = createHttpClient(() => site.url, atOnce)
  let [isOver, sent] = [false, 0]
  const one = async () => {
    while (!isOver) {
      sent += 1
      const guess = { username: `nobody${sent}@example.com`, password: `guess number ${sent}` }
      await client('/api/v1/login', json(guess, { 'CF-Connecting-IP': floodAddress })).catch(() => null)
    }
  }
  const all = Promise.all(Array.from({ length: atOnce }, one))
  return async () => {
    isOver = true
    await all
    client.close()
    return sent
  }
}

/** Both customers log in by turns. */
async function measure(
  site: ProofSite,
  customers: { known: Customer; other: Customer },
  input: { samples: number; findings: string[] },
): Promise<Waits> {
  const waits: Waits = { known: [], other: [] }
  const until = performance.now() + maxPhaseMs
  while (waits.other.length < input.samples && performance.now() < until) {
    for (const kind of ['known', 'other'] as const) {
      const { ms, fault } = await logIn(site, customers[kind])
      if (fault) input.findings.push(fault)
      waits[kind].push(ms)
    }
  }
  return waits
}

async function inFlood({ count, isFull }: Rounds, otherAddress: string): Promise<Tally> {
  const site = await openProofSite({ name: 'log-in-flood', isHashSlow: true, bindings: { RATE_LIMITS: 'wide' } })
  const tally = emptyTally('rounds', 'full_rounds', 'sent', 'quiet_known_ms', 'known_ms', 'quiet_other_ms', 'other_ms')
  try {
    const [one, two] = [await signUpOne(site), await signUpOne(site)]
    const known: Customer = { email: one.email, address: '198.51.100.20', device: null }
    known.device = (await logIn(site, known)).device
    const customers = { known, other: { email: two.email, address: otherAddress, device: null } }
    const phase = { samples: samplesOf(isFull), findings: tally.findings }
    for (let round = 0; round < count; round += 1) {
      const before = await measure(site, customers, phase)
      const stop = startFlood(site)
      const during = await measure(site, customers, phase)
      const sent = await stop()
      const after = await measure(site, customers, phase)
      const sums = {
        rounds: 1,
        full_rounds: isFull ? 1 : 0,
        sent,
        quiet_known_ms: median([...before.known, ...after.known]),
        known_ms: median(during.known),
        quiet_other_ms: median([...before.other, ...after.other]),
        other_ms: median(during.other),
      }
      for (const [name, more] of Object.entries(sums)) tally.sums[name] = (tally.sums[name] ?? 0) + more
    }
    return tally
  } finally {
    await site.stop()
  }
}

const times = ({ known_ms = 0, quiet_known_ms = 1, other_ms = 0, quiet_other_ms = 1 }: Tally['sums']) => ({
  known: known_ms / quiet_known_ms,
  other: other_ms / quiet_other_ms,
})

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
    const rounds = Math.max(1, sums.rounds ?? 1)
    const ms = (name: string) => Math.round((sums[name] ?? 0) / rounds)
    return `${sums.sent ?? 0} log-ins from one address; a known browser elsewhere waited ${ms('known_ms')} ms (${ms('quiet_known_ms')} ms without them), a new one ${ms('other_ms')} ms (${ms('quiet_other_ms')} ms)`
  },
  check: (sums) =>
    Object.entries(times(sums))
      .filter(([, ratio]) => ratio > (sums.full_rounds ? maxTimes : maxTimesOfOne))
      .map(
        ([kind, ratio]) => `a log-in (${kind}) took ${ratio.toFixed(1)} times as long while another address flooded`,
      ),
  controls: [
    {
      without: 'a line of its own for each address',
      small: 0,
      full: 1,
      run: (rounds) => inFlood(rounds, floodAddress),
      noticed: (sums) => (times(sums).other > maxTimes ? (sums.rounds ?? 0) : 0),
    },
  ],
}
