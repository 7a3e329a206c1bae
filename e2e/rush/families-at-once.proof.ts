import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import { makeCrowd, renewAll } from '../races/crowd.ts'
import { type Hall, soldFaults } from '../races/sold-faults.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { type BusySite, fromAddress, openBusySite } from './busy-site.ts'
import { percentile, readUntil } from './readers.ts'

/** Readers of the selling program, whose pages are rendered again after every sale, and readers of unchanged pages. */
const readers = 4
/** The limit for the 95th percentile of rendered pages. */
const slowestPageMs = 500

async function openHouse(site: BusySite, isFull: boolean) {
  const families = isFull ? 1000 : 60
  const programId = await makeProgram(site.bench)
  const otherProgramId = await makeProgram(site.bench)
  await makeEvent(site.bench, { programId: otherProgramId })
  return { programId, otherProgramId, crowd: await makeCrowd(site, { programId, count: families, children: 1 }) }
}

type House = Awaited<ReturnType<typeof openHouse>>

async function registerAtOnce(site: BusySite, { programId, otherProgramId, crowd }: House, isFull: boolean) {
  const places = isFull ? 300 : 20
  const { event_id, option_ids } = await makeEvent(site.bench, { programId, options: [{ spots: places }] })
  const hall: Hall = { option_id: option_ids[0], event_id, places }
  await renewAll(crowd)
  const pages = {
    fresh: [`/pg/${programId}/evt/${event_id}`, `/pg/${programId}`],
    kept: [`/pg/${otherProgramId}`, '/'],
  }
  for (const path of [...pages.fresh, ...pages.kept]) await site.call(path)

  let isOpen = true
  const reading = [
    readUntil(() => !isOpen, { site, paths: pages.fresh, readers }),
    readUntil(() => !isOpen, { site, paths: pages.kept, readers }),
  ] as const
  // Only the first failure of the round is reported.
  for (const each of reading) each.catch(() => {})
  const started = performance.now()
  let lastSaleMs = 0
  const answers = await Promise.all(
    crowd.map(async ({ person, children, customer_profile_id }, index) => {
      const answer = await site.call('/api/v1/profile/registrations', {
        timeoutMs: 150_000,
        ...person.json(
          {
            event_id,
            option_id: hall.option_id,
            customer_profile_id,
            attendee_profile_id: children[0]?.attendee_profile_id,
          },
          fromAddress(index),
        ),
      })
      if (answer.status === 201) lastSaleMs = performance.now() - started
      return answer
    }),
  )
  isOpen = false
  const [fresh, kept] = await Promise.all(reading)

  const { faults, sold } = await soldFaults(site, hall, answers)
  // The same families register again in the next round, so their places must not count towards the limit.
  await site.sql("UPDATE registrations SET status = 'cancelled' WHERE option_id = ?", hall.option_id)
  return { faults, sold, lastSaleMs, answers, fresh, kept }
}

async function run({ from, count, isFull }: Rounds): Promise<Tally> {
  const site = await openBusySite('families')
  try {
    const house = await openHouse(site, isFull)
    const tally = emptyTally()
    const add = (name: string, value: number) => {
      tally.sums[name] = (tally.sums[name] ?? 0) + value
    }
    for (let round = from; round < from + count; round += 1) {
      const { faults, sold, lastSaleMs, answers, fresh, kept } = await registerAtOnce(site, house, isFull)
      tally.findings.push(...faults.map((each) => `round ${round}: ${each}`))
      add('families', answers.length)
      add('sold', sold)
      add('failed', [...answers, ...fresh, ...kept].filter(({ status }) => status >= 500).length)
      add('selling ms', lastSaleMs)
      add('fresh pages', fresh.length)
      add('kept pages', kept.length)
      add('fresh p95', percentile(fresh, 95))
      add('kept p95', percentile(kept, 95))
      add('rounds', 1)
    }
    return tally
  } finally {
    await site.stop()
  }
}

const mean = (sums: Record<string, number>, name: string) => Math.round((sums[name] ?? 0) / (sums.rounds ?? 1))

export const proof: Proof = {
  row: '1 · K5',
  name: 'families-at-once',
  promise:
    'sells exactly the places there are when 1,000 families come at one moment, with no 5xx, while pages are answered as in quiet',
  unit: 'rounds',
  small: 1,
  full: 10,
  piece: 5,
  run,
  figure: (sums) =>
    `${sums.families} families, ${sums.sold} places sold, ${sums.failed} × 5xx, ${Math.round((1000 * (sums.sold ?? 0)) / (sums['selling ms'] ?? 1))} sales a second; p95 of ${sums['kept pages']} kept pages ${mean(sums, 'kept p95')} ms, of ${sums['fresh pages']} pages of the program that sells ${mean(sums, 'fresh p95')} ms`,
  check: (sums, rounds) => [
    ...((sums.failed ?? 0) > 0 ? [`${sums.failed} answers were 5xx`] : []),
    // A single round is too short to measure, and other tests run in parallel.
    ...(rounds > 1 && mean(sums, 'fresh p95') > slowestPageMs
      ? [`a page took ${mean(sums, 'fresh p95')} ms (p95)`]
      : []),
  ],
}
