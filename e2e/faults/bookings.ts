import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { makeCrowd } from '../races/crowd.ts'
import type { Booking } from './booking.ts'

const dayMs = 86_400_000
const cards = ['pm_card_visa', 'pm_card_visa', 'pm_card_authenticationRequired', 'pm_card_chargeDeclined'] as const
const afterwards = ['nothing', 'nothing', 'cancel_place', 'cancel_order'] as const

/** Bookings that are about to begin, each by a customer of its own, on one event; the numbers decide card and what comes after. */
export async function makeBookings(site: ProofSite, input: { from: number; count: number }): Promise<Booking[]> {
  const programId = await makeProgram(site.bench)
  const { event_id, option_ids } = await makeEvent(site.bench, { programId, startsAt: site.now() + 60 * dayMs })
  const crowd = await makeCrowd(site, { programId, count: input.count, children: 1 })
  return crowd.map(({ person, children }, index) => {
    const number = input.from + index
    return {
      name: `booking${number}`,
      person,
      programId,
      event_id,
      option_id: option_ids[0],
      attendee_profile_id: children[0]?.attendee_profile_id as string,
      card: cards[number % 4] as string,
      afterwards: afterwards[Math.floor(number / 4) % 4] as Booking['afterwards'],
      isLeaving: number % 5 === 0,
      next: 'hold',
      attempts: 0,
      registration_id: null,
      order_id: null,
      payment_id: null,
      bank: null,
      ending: null,
      faults: [],
    }
  })
}

/** New tokens for everybody, after the clock was moved further than one lives. */
export const renewAll = (bookings: Booking[]) => Promise.all(bookings.map((booking) => booking.person.renew()))

/** How the provider treats the next payment, set past every disturbance. */
export async function setNextScenario(site: ProofSite, next: string, seconds: number): Promise<void> {
  const value = JSON.stringify({ next, seconds })
  await site.sql(
    "INSERT INTO facts (name, value, updated) VALUES ('sandbox_next', ?1, 0) ON CONFLICT (name) DO UPDATE SET value = ?1",
    value,
  )
}

/** Until nothing is done any more after the answers. */
export async function quiet(site: ProofSite, pauseMs = 150): Promise<void> {
  for (let before = -1; ; ) {
    const { trips } = await site.counters(false)
    if (trips === before) return
    before = trips
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
