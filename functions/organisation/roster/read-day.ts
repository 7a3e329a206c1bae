import { instant } from '../../contract/instant.ts'
import type { MissingWaiver, TodayEvent } from '../../contract/organisation/today.ts'
import { type List, list } from '../../contract/paging.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx, Reach } from '../../platform/context.ts'
import { type DayCount, dayCounts, missingWaivers } from './day-rows.ts'
import { dayOf, widestDay } from './load-roster.ts'

type Input = { program_id: string; reach: Reach; day: string }

const dayOffOf = ({ days_off }: DayCount['booking'], day: string) => days_off.find(({ date }) => date === day)

/** The people of a day without the signature that their event needs. A day that is called off needs none. */
export async function missingWaiversOf(
  ctx: Ctx,
  { limit, skip, ...input }: Input & { limit: number; skip: number },
): Promise<List<MissingWaiver>> {
  const rows = await missingWaivers(ctx.db, { ...input, ...widestDay(input.day) })
  const missing = rows.flatMap(({ booking, person, ...row }): MissingWaiver[] => {
    const time = dayOf(booking, input.day)
    if (!time || dayOffOf(booking, input.day)) return []
    return [
      {
        registration_id: row.registration_id,
        customer_id: row.customer_id,
        event_id: booking.source_id,
        key: row.key,
        name: localize(booking, ctx.contentLanguage).title,
        first_name: person.first_name,
        last_name: person.last_name,
        starts_at: instant(time.starts_at),
      },
    ]
  })
  return list(missing.slice(skip, skip + limit), missing.length, { limit, skip })
}

/** The events and appointments of a day, with the number of their people by mark. */
export async function eventsOfDay(ctx: Ctx, input: Input): Promise<TodayEvent[]> {
  const rows = await dayCounts(ctx.db, { ...input, ...widestDay(input.day) })
  return rows
    .flatMap(({ booking, person, ...row }): TodayEvent[] => {
      const time = dayOf(booking, input.day)
      if (!time) return []
      const { registration_id, customer_id, people, here, picked_up, absent } = row
      const { first_name, last_name } = person
      return [
        {
          event_id: booking.source_id,
          key: row.key,
          name: localize(booking, ctx.contentLanguage).title,
          venue: booking.venue && localize(booking.venue, ctx.contentLanguage).name,
          timezone: booking.timezone,
          starts_at: instant(time.starts_at),
          ends_at: instant(time.ends_at),
          called_off: dayOffOf(booking, input.day)?.text ?? null,
          person: booking.kind === 'event' ? null : { registration_id, customer_id, first_name, last_name },
          counts: { expected: people - here - picked_up - absent, here, picked_up, absent },
          waivers_missing: row.waivers_missing,
        },
      ]
    })
    .sort((a, b) => a.starts_at.localeCompare(b.starts_at))
}
