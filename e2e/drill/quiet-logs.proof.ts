import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readBackupKeys } from '../../functions/local/backup-seal.ts'
import { writeBackup } from '../../functions/local/write-backup.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type OwnProofSite } from '../proofs/proof-site.ts'
import type { Canaries } from './canaries.ts'
import { plantCanaries } from './plant-canaries.ts'

/** Everything that a log line may contain. */
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
      faults.push(...storedFaults(site, canaries))
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

/** Checks that neither the files of the database and the bucket nor an encrypted backup contain health data. */
function storedFaults(site: OwnProofSite, canaries: Canaries): string[] {
  const [key = null] = readBackupKeys(`b1:${randomBytes(32).toString('base64')}`)
  const backup = writeBackup({ folder: site.folder, into: `${site.folder}-backups`, secrets: null, key })
  const [data, copies] = [filesIn(join(site.folder, 'v3')), filesIn(backup.path)]
  rmSync(`${site.folder}-backups`, { recursive: true })
  const isKnown = (bytes: Buffer) => /^(?:PK|%PDF|RIFF|SQLite format)/.test(bytes.subarray(0, 16).toString('latin1'))
  return [
    ...canaries.healthIn(data).map((field) => `${field} stands in the data`),
    ...canaries.foundIn(copies.map((bytes) => bytes.toString('latin1'))).map((field) => `${field} stands in a backup`),
    ...(filesIn(join(site.folder, 'v3/r2')).filter((bytes) => /^(?:PK|%PDF|RIFF)/.test(String(bytes.subarray(0, 4))))
      .length > 0
      ? ['an object of the bucket is in clear']
      : []),
    ...(copies.some(isKnown) ? ['a file of a backup is in clear'] : []),
    // Finds values that may be stored, which proves that the files were searched.
    ...(canaries.standsIn(data, 'child_name') ? [] : ['the name of the child stands nowhere']),
  ]
}

const filesIn = (folder: string): Buffer[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => readFileSync(join(each.parentPath, each.name)))

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
    'writes none of what a family types, sends or is given into the log, also when calls are wrong, broken or unlucky; nor what is said about health in clear into database, bucket or backup',
  unit: 'families',
  small: 1,
  full: 50,
  piece: 25,
  run: inRounds,
  figure: (sums) => `${sums.values} values planted, ${sums.lines} lines, ${sums.found} found`,
}
