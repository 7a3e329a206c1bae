// Over 250 lines: one proof of every request that a kill may cut off.
import { setTimeout as wait } from 'node:timers/promises'
import { findAuditFaults } from '../proofs/find-audit-faults.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type OwnProofSite } from '../proofs/proof-site.ts'
import { seededChoices } from '../../functions/test-bench/choices.ts'
import { doubledEffects, leftByClock, tornParts } from './books.ts'
import { checkFile, isWrittenAhead } from './check-file.ts'
import { journeysOf, openTown, type Town } from './families.ts'
import { describeMet, type Journey, metBy } from './journey.ts'
import { bookParties, partlyBooked, type Party, partiesOf, repeatParties, tornParties } from './parties.ts'
import { isWritten, storedPlaces, lostSteps, placeOf, wrongEnd } from './stored-places.ts'
import { plantedFaults } from './planted-faults.ts'
import { ways } from './ways.ts'
import { goOn, writeUntil } from './write-until.ts'

/**
 * Time to the first successful response after a kill: the limit for most kills, for the average, and for any kill on a
 * busy machine.
 */
const maxRestartMs = 5000
const maxLateShare = 0.02
const slowestRestartMs = 15_000
/**
 * Fewer kills than this support no claim about start times. A small run in parallel with other proofs makes no such
 * claim.
 */
const minTimedKills = 20
/**
 * How far the clock moves so that a key is no longer "in progress", and the scheduler asks the provider about payments
 * without a response.
 */
const keyWaitMs = 121_000
type Killed = {
  writers: Journey[][]
  parties: Party[]
  begun: Journey[]
  acknowledged: number
  refused: string[]
  torn: string[]
  restartMs: number
}
const answersOf = (journeys: Journey[]) => journeys.reduce((sum, { answered }) => sum + answered.length, 0)

/**
 * Kills the runtime at a random moment while writers send, and checks the stored data. Journeys interrupted by an
 * earlier kill continue first.
 */
async function killAmong(site: OwnProofSite, town: Town, at: { round: number; left?: Journey[][] }): Promise<Killed> {
  for (const { person } of town.families) await person.renew()
  const { round } = at
  const [writers, parties] = [await journeysOf(site, town, at), await partiesOf(site, town, round)]
  const before = answersOf(writers.flat())
  let isOver = false
  const writing = Promise.all([writeUntil(site, writers, () => isOver), bookParties(site, parties)])
  await answersCome(writers.flat(), before)
  await wait(seededChoices(round).below(1200))
  const killed = site.pid()
  const restartMs = await site.kill()
  isOver = true
  const refused = (await writing).flat()
  if (site.pid() === killed) throw new Error('The runtime was not killed.')
  return {
    writers,
    parties,
    begun: writers.flat().filter((journey) => journey.unanswered !== null || journey.answered.length > 0),
    acknowledged: answersOf(writers.flat()) - before,
    refused,
    torn: [...(await tornParts(site)), ...(await tornParties(site, parties)), ...(await findAuditFaults(site))],
    restartMs,
  }
}

// Waits for responses: writers are slow in a new runtime, and kills during the first requests alone would prove little.
async function answersCome(journeys: Journey[], before: number): Promise<void> {
  for (let waited = 0; waited < 400 && answersOf(journeys) - before < journeys.length / 6; waited += 1) await wait(50)
}

async function killRounds({ from, count, isFull }: Rounds): Promise<Tally> {
  const site = await openProofSite({ name: 'kill-while-booking' })
  const tally = emptyTally(
    'kills',
    'acknowledged',
    'parties',
    'byStaff',
    'cutOff',
    'lost',
    'torn',
    'unanswered',
    'written',
    'restartMs',
    'late',
  )
  try {
    const town = await openTown(site)
    if (!isWrittenAhead(site.file())) throw new Error('There is no database file that writes ahead.')
    let left: Journey[][] = []
    for (let round = from; round < from + count; round += 1) {
      const { sums, faults, writers } = await oneKill(site, town, { round, left, isTimed: isFull })
      left = writers.map((journeys) => journeys.filter(({ next }) => next !== 'done'))
      for (const [name, value] of Object.entries(sums)) tally.sums[name] = (tally.sums[name] ?? 0) + value
      tally.findings.push(...faults.map((each) => `kill ${round}: ${each}`))
    }
    return tally
  } finally {
    await site.stop()
  }
}

async function oneKill(
  site: OwnProofSite,
  town: Town,
  { round, left, isTimed }: { round: number; left: Journey[][]; isTimed: boolean },
): Promise<{ sums: Record<string, number>; faults: string[]; writers: Journey[][] }> {
  const { writers, parties, begun, acknowledged, refused, torn, restartMs } = await killAmong(site, town, {
    round,
    left,
  })
  const cutOff = parties.filter(({ answer }) => answer === null).length
  const kept = await storedPlaces(site, begun)
  const lost = begun.flatMap((journey) =>
    lostSteps(journey, kept.get(placeOf(journey))).map(
      (step) => `${step} of ${journey.id} was acknowledged and is lost`,
    ),
  )
  const unanswered = begun.filter((journey) => journey.unanswered !== null)
  const written = unanswered.filter((journey) => isWritten(journey, kept.get(placeOf(journey))))
  const met = metBy(unanswered)
  const file = checkFile(site.file())

  await site.pass(keyWaitMs)
  await site.tick()
  const undone = await leftByClock(site)
  const stuck = [...(await goOn(site, begun)), ...(await repeatParties(site, parties))]
  const ends = await storedPlaces(site, begun)
  const wrong = begun.flatMap((journey) =>
    journey.next === 'done' ? wrongEnd(journey, ends.get(placeOf(journey))) : [],
  )
  const after = [...(await doubledEffects(site)), ...(await tornParts(site)), ...(await findAuditFaults(site))]

  const slow =
    isTimed && restartMs > slowestRestartMs ? [`the first good answer came after ${Math.round(restartMs)} ms`] : []
  return {
    writers,
    sums: {
      kills: 1,
      acknowledged,
      parties: parties.length,
      byStaff: parties.filter(({ books }) => books !== 'family').length,
      cutOff,
      lost: lost.length,
      torn: torn.length,
      unanswered: unanswered.length,
      written: written.length,
      restartMs,
      late: restartMs > maxRestartMs ? 1 : 0,
      ...met,
    },
    faults: [
      ...refused,
      ...lost,
      ...torn,
      ...file,
      ...slow,
      ...undone,
      ...stuck,
      ...wrong,
      ...after.map((each) => `after recovery: ${each}`),
    ],
  }
}

/** Every batch is split into separate statements, so a torn write after a kill must be found. */
async function killSplit({ from, count }: Rounds): Promise<Tally> {
  const site = await openProofSite({ name: 'kill-split' })
  const tally = emptyTally('torn')
  try {
    const town = await openTown(site)
    let existing = 0
    for (let round = from; round < from + count; round += 1) {
      await site.disturb({ split: true, pauseWritesMs: 8 })
      const { torn } = await killAmong(site, town, { round })
      const now = torn.reduce((sum, each) => sum + Number(/\d+/.exec(each)?.[0] ?? 0), 0)
      if (now > existing) tally.sums.torn = (tally.sums.torn ?? 0) + 1
      existing = now
    }
    return tally
  } finally {
    await site.stop()
  }
}

/**
 * No runtime is killed and every journey completes. Then one fault after the other is planted in the stored data, and
 * its own query must find it.
 */
async function spoilBooks(): Promise<Tally> {
  const site = await openProofSite({ name: 'kill-spoilt' })
  const tally = emptyTally('noticed')
  try {
    const town = await openTown(site)
    const writers = await journeysOf(site, town, { round: 0 })
    // One journey of each kind, by as many families.
    const all = writers.slice(0, ways.length).flatMap(([journey]) => journey ?? [])
    const stuck = await goOn(site, all, () => true)
    await site.pass(keyWaitMs)
    await site.tick()
    const found = async () => [
      ...(await tornParts(site)),
      ...(await doubledEffects(site)),
      ...(await leftByClock(site)),
    ]
    const missed = [...stuck, ...(await found()), ...(await partlyBooked(site, town))]
    for (const [what, sql] of Object.entries(plantedFaults)) {
      // An earlier fault may match this query too, so the query's result must change.
      const said = async () => (await found()).filter((each) => each.includes(what)).join()
      const before = await said()
      const isRefused = await site.sql(sql).then(
        () => false,
        (error: unknown) => /CHECK constraint failed/.test(String(error)),
      )
      // A fault that the schema itself rejects needs no query.
      if (isRefused) continue
      if ((await said()) === before) missed.push(`${what} was not found`)
    }
    if (missed.length > 0) console.log(missed.join('\n'))
    tally.sums.noticed = missed.length === 0 ? 1 : 0
    return tally
  } finally {
    await site.stop()
  }
}

export const proof: Proof = {
  row: '4 · R-6, R-7, D-02, W-04',
  name: 'kill-while-booking',
  promise:
    'a runtime that is killed while 32 families book one child or three at once, themselves or by staff, pay in every way, cancel and ask for their money back loses nothing it acknowledged, leaves nothing half written and no money twice',
  unit: 'kills',
  small: 2,
  full: 200,
  piece: 10,
  run: killRounds,
  figure: (sums) =>
    `${sums.parties} requests for three children, ${sums.byStaff} of them by staff, ${sums.cutOff} cut off by a kill, all or none written; ${sums.acknowledged} acknowledged, ${sums.lost} lost, ${sums.torn} torn; ${sums.written} of ${sums.unanswered} unanswered (${describeMet(sums)}) were written and came once; first answer after ${((sums.restartMs ?? 0) / (sums.kills || 1) / 1000).toFixed(1)} s, later than 5 s ${sums.late} times`,
  check: ({ restartMs = 0, late = 0, kills = 0 }) =>
    kills >= minTimedKills && (restartMs > maxRestartMs * kills || late > Math.max(1, maxLateShare * kills))
      ? [
          `the first good answer comes ${Math.round(restartMs / kills)} ms after a kill, ${late} of ${kills} times after more than 5 s`,
        ]
      : [],
  controls: [
    { without: 'batches', small: 1, full: 20, run: killSplit, noticed: (sums) => sums.torn ?? 0 },
    {
      without: 'any of the rows that money leaves behind',
      small: 1,
      full: 1,
      run: spoilBooks,
      noticed: (sums) => sums.noticed ?? 0,
    },
  ],
}
