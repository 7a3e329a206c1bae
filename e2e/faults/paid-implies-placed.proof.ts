import { minuteMs } from '../../functions/contract/limits.ts'
import { emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import { openProofSite, type ProofSite } from '../proofs/proof-site.ts'
import { seededChoices } from '../../functions/test-bench/choices.ts'
import { type Booking, goOn, isSettled } from './booking.ts'
import { bookingFaults, countOf } from './booking-faults.ts'
import { makeBookings, quiet, renewAll, setNextScenario } from './bookings.ts'
import type { RetryOptions } from './retry-request.ts'

const atOnce = 20
const scenarios = [
  'late',
  'late',
  'twice',
  'never',
  'lost',
  'unreachable',
  'other_amount',
  'other_currency',
  'other_order',
] as const

type How = {
  database: { before: number; after: number }
  lostReplies: number
  isKeyed: boolean
  /**
   * The shares of payments for which the provider misbehaves, each with its behaviours. All other payments are normal.
   */
  treated: { share: number; as: readonly string[] }
  /** SQL statements that are removed while the scheduler runs. */
  dropped?: string[]
  /** True if every customer closes the window after paying, one after the other. */
  isLeft?: boolean
}

const hard: How = {
  database: { before: 0.1, after: 0.1 },
  lostReplies: 0.1,
  isKeyed: true,
  treated: { share: 0.5, as: scenarios },
}

async function book(site: ProofSite, bookings: Booking[], from: number, how: How): Promise<void> {
  await site.disturb(how.database)
  const patience = bookings.map(
    (_, index): RetryOptions => ({
      isKeyed: how.isKeyed,
      lostReplies: how.lostReplies,
      choices: seededChoices(from + index),
      maxAttempts: 8,
    }),
  )
  const each = async (what: (booking: Booking, patience: RetryOptions) => Promise<void>) =>
    Promise.all(bookings.map(async (booking, index) => what(booking, patience[index] as RetryOptions)))
  await each(async (booking, more) => goOn(site, booking, { ...more, until: 'pay' }))
  await each(async (booking, more) => {
    const { share, as } = how.treated
    if (more.choices.chance(share))
      await setNextScenario(site, more.choices.pick(as), more.choices.chance(0.5) ? 20 : 1200)
    await goOn(site, booking, more)
  })
  await site.calm()
  await quiet(site)
}

async function doBookings(
  { from, count }: Rounds,
  how: How,
  name: string,
): Promise<Tally & { site: { withoutPlace: number; twice: number } }> {
  const site = await openProofSite({ name })
  const tally = emptyTally('bookings', 'atOnce', 'finished', 'paid', 'cancelled', 'retries')
  try {
    const all = await makeBookings(site, { from, count })
    if (how.isLeft) for (const booking of all) booking.isLeaving = true
    const together = how.isLeft ? 1 : atOnce
    for (let index = 0; index < all.length; index += together)
      await book(site, all.slice(index, index + together), from + index, how)
    const finishedAtOnce = all.filter(isSettled).length

    // The state is checked two minutes after the disturbance ends and after one run of the scheduler.
    await site.sql("DELETE FROM facts WHERE name = 'sandbox_next'")
    await site.pass(2.5 * minuteMs)
    await site.disturb({ drop: how.dropped ?? [] })
    await site.tick()
    await site.calm()
    const [withoutPlace, twice] = [
      await countOf(site, 'paid without a place or a refund'),
      await countOf(site, 'a customer has two orders'),
    ]
    if (withoutPlace > 0)
      tally.findings.push(`${withoutPlace} paid without a place or a refund after one run of the clock`)

    // Every customer without a response returns with the same keys.
    await renewAll(all)
    const calm: RetryOptions = { isKeyed: true, lostReplies: 0, choices: seededChoices(1), maxAttempts: 4 }
    for (const booking of all) if (booking.next !== 'done') await goOn(site, booking, calm)
    await quiet(site)
    const finished = all.filter(isSettled).length
    await site.pass(40 * minuteMs)
    await site.tick()

    tally.findings.push(...(await bookingFaults(site)), ...all.flatMap((booking) => booking.faults))
    const ended = (ending: Booking['ending']) => all.filter((booking) => booking.ending === ending).length
    const retries = site.logs.filter((line) => line.includes('"database_retry"')).length
    tally.sums = {
      bookings: count,
      atOnce: finishedAtOnce,
      finished,
      paid: ended('paid'),
      cancelled: ended('cancelled'),
      retries,
    }
    return { ...tally, site: { withoutPlace, twice } }
  } finally {
    await site.stop()
  }
}

export const proof: Proof = {
  row: '5 · R-7 R-11',
  name: 'paid-implies-placed',
  promise:
    'gives every customer who paid their place or their money, once, when a tenth of the database fails, a tenth of answers is lost and the provider is late, silent, double or lies',
  unit: 'bookings',
  small: 20,
  full: 2000,
  piece: 40,
  run: async (input) => doBookings(input, hard, 'paid-implies-placed'),
  figure: (sums) =>
    `${sums.bookings} bookings, ${sums.atOnce} finished at once, ${sums.finished} when the faults were over; ${sums.paid} paid, ${sums.cancelled} cancelled; ${sums.retries} calls of the database tried again`,
  check: (sums, rounds) =>
    (sums.finished ?? 0) >= 0.99 * rounds ? [] : [`${sums.finished} of ${rounds} bookings finished`],
  controls: [
    {
      without: 'one Idempotency-Key for all attempts of a request',
      small: 1,
      full: 20,
      run: async ({ from, count, isFull }) =>
        inSites(
          from,
          count,
          async (seed) =>
            (
              await doBookings(
                { from: seed, count: 10, isFull },
                {
                  ...hard,
                  lostReplies: 0.4,
                  isKeyed: false,
                  treated: { share: 0, as: [] },
                  database: { before: 0, after: 0 },
                },
                'paid-implies-placed-unkeyed',
              )
            ).site.twice,
        ),
      noticed: (sums) => sums.noticed ?? 0,
    },
    {
      without: 'the clock that asks about payments without an answer',
      small: 1,
      full: 20,
      run: async ({ from, count, isFull }) =>
        inSites(
          from,
          count,
          async (seed) =>
            (
              await doBookings(
                { from: seed, count: 8, isFull },
                {
                  ...hard,
                  isLeft: true,
                  treated: { share: 1, as: ['lost'] },
                  dropped: ['select .* from "payments" where \\("payments"\\."status" IN'],
                },
                'paid-implies-placed-unasked',
              )
            ).site.withoutPlace,
        ),
      noticed: (sums) => sums.noticed ?? 0,
    },
  ],
}

// Each round makes bookings on a site of its own that has a deliberate fault. The fault counts as detected when one of
// the bookings is broken.
async function inSites(from: number, count: number, broken: (seed: number) => Promise<number>): Promise<Tally> {
  const tally = emptyTally('noticed')
  for (let round = from; round < from + count; round += 1)
    tally.sums.noticed = (tally.sums.noticed ?? 0) + ((await broken(round * 100)) > 0 ? 1 : 0)
  return tally
}
