import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite } from '../proofs/proof-site.ts'
import { plantCanaries } from './plant-canaries.ts'

/** Everything a line of the log may have, and nothing else. */
const names = new Set([
  'at',
  'level',
  'hash',
  'request_id',
  'event',
  'method',
  'route',
  'status',
  'ms',
  'attempts',
  'rows',
  'outbox_id',
  'order_id',
  'payment_id',
  'refund_id',
  'session_id',
  'type',
  'kind',
  'verb',
  'why',
  'reason',
  'stack',
])

async function inRounds({ from, count }: Rounds): Promise<Tally> {
  const site = await openProofSite({ name: 'quiet-logs' })
  const tally = emptyTally('values', 'lines', 'found')
  const add = (sums: Record<string, number>) => {
    for (const [name, sum] of Object.entries(sums)) tally.sums[name] = (tally.sums[name] ?? 0) + sum
  }
  try {
    for (let round = from; round < from + count; round += 1) {
      const before = site.logs.length
      const { canaries, faults } = await plantCanaries(site, round)
      const lines = site.logs.slice(before)
      if (!lines.some((line) => line.includes('/api/v1/profile/orders/:order_id')))
        faults.push('no line names the route of an order')
      const findings = canaries.foundIn(lines)
      add({ values: canaries.size(), lines: lines.length, findings: findings.length })
      tally.findings.push(
        ...[...faults, ...findings.map((field) => `the log holds ${field}`), ...lines.flatMap(faultOfLine)].map(
          (each) => `round ${round}: ${each}`,
        ),
      )
    }
    return tally
  } finally {
    await site.stop()
  }
}

function faultOfLine(line: string): string[] {
  try {
    const unknown = Object.keys(JSON.parse(line) as object).filter((name) => !names.has(name))
    return unknown.length === 0 ? [] : [`a line has ${unknown.join(', ')}`]
  } catch {
    return [`a line is no JSON: ${line.slice(0, 200)}`]
  }
}

export const proof: Proof = {
  row: '13 · P-05',
  name: 'quiet-logs',
  promise:
    'writes none of what a family types, sends or is given into the log, also when calls are wrong, broken or unlucky',
  unit: 'families',
  small: 1,
  full: 50,
  piece: 25,
  run: inRounds,
  figure: (sums) => `${sums.values} values planted, ${sums.lines} lines, ${sums.found} found`,
}
