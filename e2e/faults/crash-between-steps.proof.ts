import { minuteMs } from '../../functions/contract/limits.ts'
import { seededChoices } from '../../functions/test-bench/choices.ts'
import { added, emptyTally, type Proof, type Rounds, type Tally } from '../proofs/proof.ts'
import type { Disturbance, ProofSite } from '../proofs/proof-site.ts'
import { openSharedSite } from '../proofs/shared-site.ts'
import { doubledEffects, leftByClock, tornParts } from '../crash/books.ts'
import { type Booking, goOn, isSettled, type Pays, type Step } from './booking.ts'
import { bookingFaults, countOf } from './booking-faults.ts'
import { makeBookings, quiet, renewAll } from './bookings.ts'
import type { RetryOptions } from './retry-request.ts'

type Call = { step: Step; pays?: Pays; to?: Booking['to']; afterwards?: Booking['afterwards']; isAsked?: boolean }
const toBalance = { to: 'account_balance' } as const
/** Every POST of the journey by payment method; `npm test` runs the first method. */
const calls: Call[] = [
  { step: 'pay' },
  { step: 'record', pays: 'office' },
  { step: 'hold' },
  { step: 'cart' },
  { step: 'line' },
  { step: 'quote' },
  { step: 'keep', pays: 'stored' },
  { step: 'pay', pays: 'balance' },
  { step: 'pay', pays: 'stored' },
  { step: 'pay', pays: 'parts' },
  { step: 'pay', pays: 'office' },
  { step: 'part', pays: 'parts', afterwards: 'part' },
  { step: 'confirm' },
  { step: 'cancel_place' },
  { step: 'cancel_place', pays: 'parts', ...toBalance },
  { step: 'cancel_place', pays: 'office' },
  { step: 'cancel_order' },
  { step: 'cancel_order', pays: 'balance' },
  { step: 'refund', afterwards: 'refund' },
  { step: 'refund', pays: 'stored', afterwards: 'refund', ...toBalance },
  { step: 'refund', afterwards: 'refund', isAsked: true },
  { step: 'approve', pays: 'balance', afterwards: 'refund', isAsked: true, ...toBalance },
  { step: 'approve', pays: 'parts', afterwards: 'refund', isAsked: true },
]
const patient: RetryOptions = { isKeyed: true, lostReplies: 0, choices: seededChoices(1), maxAttempts: 6 }
const once: RetryOptions = { ...patient, maxAttempts: 1 }

type Blow = { what: string; how: (n: number) => Disturbance; isDeath: boolean }

/** The fault at the n-th database call: the call fails, its response is lost, or the request dies there. */
const everyBlow: Blow[] = [
  { what: 'failed before', how: (failAt) => ({ failAt }), isDeath: false },
  { what: 'was lost after', how: (failAfterAt) => ({ failAfterAt }), isDeath: false },
  { what: 'was the last', how: (failFrom) => ({ failFrom }), isDeath: true },
]

const afterwardsOf = ({ step, afterwards }: Call): Booking['afterwards'] =>
  afterwards ?? (step === 'cancel_place' || step === 'cancel_order' ? step : 'nothing')

async function prepared(site: ProofSite, call: Call, count: number): Promise<Booking[]> {
  const { step: until, pays = 'card', to = 'original_method', isAsked = false } = call
  const way = { pays, to, isAsked, afterwards: afterwardsOf(call) }
  const all = await makeBookings(site, { from: 1, count, way })
  for (const booking of all) {
    booking.card = until === 'confirm' ? 'pm_card_authenticationRequired' : 'pm_card_visa'
    booking.isLeaving = false
  }
  for (let index = 0; index < all.length; index += 20)
    await Promise.all(all.slice(index, index + 20).map((each) => goOn(site, each, { ...patient, until })))
  await quiet(site)
  return all
}

const describeCall = ({ step, pays, to, isAsked }: Call): string =>
  [step, pays, to === 'account_balance' ? 'to the balance' : undefined, isAsked ? 'by request' : undefined]
    .filter((each) => each !== undefined)
    .join(', ')

// One step of the journey.
const step = (site: ProofSite, booking: Booking, patience: RetryOptions) =>
  goOn(site, booking, { ...patience, most: 1 })

async function lengthOf(site: ProofSite, call: Call): Promise<number> {
  const [booking] = await prepared(site, call, 1)
  await site.counters()
  await step(site, booking as Booking, patient)
  await quiet(site)
  const { trips } = await site.counters()
  // The booking can go on, so no partial write is left.
  await goOn(site, booking as Booking, patient)
  return trips
}

/** `isEach` has every fault at each call of the database, otherwise the calls take turns. */
type Walk = { name: string; blows: readonly Blow[]; dropped: string[]; isEach: boolean }

async function walk(call: Call, { name, blows, dropped, isEach }: Walk): Promise<Tally> {
  const site = await openSharedSite({ name })
  const tally = emptyTally('calls', 'blows', 'atOnce', 'finished', 'withoutPlace')
  try {
    const length = await lengthOf(site, call)
    const each = isEach ? blows.length : 1
    const all = await prepared(site, call, length * each)
    const what = new Map<Booking, string>()
    for (const [index, booking] of all.entries()) {
      const blow = blows[index % blows.length] as Blow
      const number = Math.floor(index / each) + 1
      what.set(booking, `${describeCall(call)}, call ${number} of ${length} ${blow.what}`)
      await site.disturb(blow.how(number))
      await step(site, booking, blow.isDeath ? once : patient)
      await quiet(site, 25)
      await site.calm()
      if (!blow.isDeath) await goOn(site, booking, patient)
    }
    const atOnce = all.filter(isSettled).length

    // A customer without a response returns two minutes later, after one run of the scheduler.
    await site.pass(2.5 * minuteMs)
    await site.disturb({ drop: dropped })
    await site.tick()
    await site.calm()
    const withoutPlace = await countOf(site, 'paid without a place or a refund')
    await renewAll(all)
    for (const booking of all) await goOn(site, booking, patient)
    await quiet(site)
    await site.pass(40 * minuteMs)
    await site.tick()

    if (withoutPlace > 0)
      tally.findings.push(
        `${describeCall(call)}: ${withoutPlace} paid without a place or a refund after one run of the clock`,
      )
    for (const booking of all) {
      tally.findings.push(...booking.faults.map((fault) => `${what.get(booking)}: ${fault}`))
      if (booking.next !== 'done')
        tally.findings.push(`${what.get(booking)}: never came to its end, stopped before ${booking.next}`)
    }
    const books = [...(await bookingFaults(site)), ...(await tornParts(site)), ...(await doubledEffects(site))]
    tally.findings.push(...[...books, ...(await leftByClock(site))].map((each) => `${describeCall(call)}: ${each}`))
    tally.sums = {
      calls: length,
      blows: all.length,
      atOnce,
      finished: all.filter((each) => each.next === 'done').length,
      withoutPlace,
    }
    return tally
  } finally {
    await site.stop()
  }
}

async function walks({ from, count }: Rounds, how: Walk): Promise<Tally> {
  let tally = emptyTally()
  for (let round = from; round < from + count; round += 1)
    tally = added(tally, await walk(calls[(round - 1) % calls.length] as Call, how))
  return tally
}

export const proof: Proof = {
  row: '5 · D-01',
  name: 'crash-between-steps',
  promise:
    'ends every request of the journey well, whichever call of the database fails, loses its answer or is the last before a crash',
  unit: 'requests',
  small: 1,
  full: calls.length,
  piece: 1,
  run: async (input) =>
    walks(input, { name: 'crash-between-steps', blows: everyBlow, dropped: [], isEach: input.isFull }),
  figure: (sums) =>
    `${sums.calls} calls of the database, ${sums.blows} blows: ${sums.atOnce} ended well at once, ${sums.finished} when the customer came back`,
  controls: [
    {
      without: 'the clock that asks about payments without an answer',
      small: 1,
      full: 1,
      run: async (input) =>
        walks(
          { ...input, from: 1 },
          {
            name: 'crash-between-steps-unasked',
            blows: everyBlow.filter((blow) => blow.isDeath),
            isEach: true,
            dropped: ['select .* from "payments" where \\("payments"\\."status" IN'],
          },
        ),
      noticed: (sums) => ((sums.withoutPlace ?? 0) > 0 ? 1 : 0),
    },
  ],
}
