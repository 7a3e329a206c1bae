import { dayMs } from '../contract/limits.ts'
import type { Bench } from './bench.ts'
import { type EventInput, fairRefund, makeEvent } from './programs.ts'

export type WeekInput = Partial<EventInput> & { cost?: number; spots?: number }

/** A week with one option, by default forty days ahead; bookings can move between weeks with the same name. */
export async function makeSailWeek(
  bench: Bench,
  { programId, cost = 34_500, spots = 5, ...event }: WeekInput & { programId: string },
): Promise<{ eventId: string; optionId: string }> {
  const made = await makeEvent(bench, {
    programId,
    name: 'Sail Week',
    startsAt: bench.now() + 40 * dayMs,
    endsAt: bench.now() + 44 * dayMs,
    refund: fairRefund,
    options: [{ cost, spots }],
    ...event,
  })
  return { eventId: made.event_id, optionId: made.option_ids[0] }
}
