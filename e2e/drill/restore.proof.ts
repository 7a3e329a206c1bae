import { execFile } from 'node:child_process'
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { checkFile, isWrittenAhead } from '../crash/check-file.ts'
import { journeysOf, openTown, type Town } from '../crash/families.ts'
import type { Journey } from '../crash/journey.ts'
import { storedPlaces, lostSteps, placeOf } from '../crash/stored-places.ts'
import { writeUntil } from '../crash/write-until.ts'
import { findAuditFaults } from '../proofs/find-audit-faults.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type OwnProofSite } from '../proofs/proof-site.ts'

/** Damage to a database file; each round has one. */
const damages: [string, (file: string) => void][] = [
  ['written over', (file) => writeFileSync(file, readFileSync(file).fill(0x5a, 8192, 200_000))],
  ['cut off', (file) => truncateSync(file, 40_000)],
  ['removed', (file) => rmSync(file)],
]
const longestRestoreMs = 60_000
type Ran = { code: number; messages: string; ms: number }

/** Runs an operator's command on the site's data. */
function run(command: 'backup' | 'restore', folder: string, args: string[]): Promise<Ran> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [`functions/local/${command}.ts`, ...args],
      { env: { ...process.env, DATA: folder } },
      (_, out, err) => resolve({ code: child.exitCode ?? 1, messages: out + err, ms: performance.now() - startedAt }),
    )
  })
}

async function inRounds({ from, count }: Rounds): Promise<Tally> {
  const site = await openProofSite({ name: 'restore' })
  const tally = emptyTally('rounds', 'acknowledged', 'later', 'lost', 'backupMs', 'restoreMs')
  try {
    const town = await openTown(site)
    for (let round = from; round < from + count; round += 1) {
      const { sums, faults } = await oneDrill(site, town, round)
      for (const [name, sum] of Object.entries(sums)) tally.sums[name] = (tally.sums[name] ?? 0) + sum
      tally.findings.push(...faults.map((each) => `drill ${round}: ${each}`))
    }
    return tally
  } finally {
    await site.stop()
  }
}

async function oneDrill(
  site: OwnProofSite,
  town: Town,
  round: number,
): Promise<{ sums: Record<string, number>; faults: string[] }> {
  for (const { person } of town.families) await person.renew()
  const writers = await journeysOf(site, town, { round })
  let isOver = false
  const writing = writeUntil(site, writers, () => isOver)
  const count = (journeys: Journey[]) => journeys.reduce((sum, { answered }) => sum + answered.length, 0)
  for (let waited = 0; waited < 200 && count(writers.flat()) < 40; waited += 1) await wait(50)

  const acknowledged = writers.flat().map((journey) => ({ ...journey, answered: [...journey.answered] }))
  const backedUp = await run('backup', site.folder, [join(site.folder, 'backups'), '--without-secrets'])
  await wait(300)
  isOver = true
  const faults = await writing
  const backup = /npm run restore -- (\S+)/.exec(backedUp.messages)?.[1] ?? ''
  if (backedUp.code !== 0 || backup === '') return { sums: {}, faults: [`the backup failed: ${backedUp.messages}`] }
  const later = count(writers.flat()) - count(acknowledged)

  const tried = { noticed: false, restored: { code: 1, messages: '', ms: 0 } as Ran }
  const [what, damage] = damages[round % damages.length] as (typeof damages)[number]
  await site.restart(async () => {
    const file = site.file()
    for (const log of [`${file}-wal`, `${file}-shm`]) rmSync(log, { force: true })
    damage(file)
    tried.noticed = (await run('backup', site.folder, [join(site.folder, 'backups'), '--without-secrets'])).code !== 0
    tried.restored = await run('restore', site.folder, [backup])
  })
  if (tried.restored.code !== 0)
    return { sums: {}, faults: [...faults, `the restore failed: ${tried.restored.messages}`] }
  if (!tried.noticed) faults.push(`a backup was made of a file that was ${what}`)
  if (tried.restored.ms > longestRestoreMs) faults.push(`the restore took ${Math.round(tried.restored.ms)} ms`)

  const kept = await storedPlaces(site, acknowledged)
  const lost = acknowledged.flatMap((journey) =>
    lostSteps(journey, kept.get(placeOf(journey))).map(
      (step) => `${step} of ${journey.id} is older than the backup and lost`,
    ),
  )
  const health = await site.call('/api/health')
  if (health.status !== 200) faults.push(`the site's health answered ${health.status}`)
  if (!isWrittenAhead(site.file())) faults.push('the restored file does not write ahead')
  faults.push(...lost, ...checkFile(site.file()), ...(await findAuditFaults(site)))
  return {
    sums: {
      rounds: 1,
      acknowledged: count(acknowledged),
      later,
      lost: lost.length,
      backupMs: backedUp.ms,
      restoreMs: tried.restored.ms,
    },
    faults,
  }
}

const seconds = (ms = 0, rounds = 1) => (ms / Math.max(1, rounds) / 1000).toFixed(1)

export const proof: Proof = {
  row: '13 · R-12',
  name: 'restore',
  promise:
    'a backup taken under writes brings back all that was acknowledged before it, when the file is written over, cut off or removed',
  unit: 'drills',
  small: 1,
  full: 60,
  piece: 15,
  run: inRounds,
  figure: ({ acknowledged, later, lost, backupMs, restoreMs, rounds }) =>
    `${acknowledged} acknowledged before, ${later} during and after, ${lost} lost; backup ${seconds(backupMs, rounds)} s, restore ${seconds(restoreMs, rounds)} s`,
}
