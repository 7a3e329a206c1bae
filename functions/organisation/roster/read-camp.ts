import { ApiError } from '../../contract/api-error.ts'
import { money } from '../../contract/display-money.ts'
import { eventDays } from '../../contract/event-times.ts'
import { instant } from '../../contract/instant.ts'
import type { Camp } from '../../contract/organisation/camp.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { localize } from '../../contract/texts.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { unlimitedSpots } from '../../offering/catalogue/places-left.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { readTogether } from '../../platform/database/read-together.ts'
import { shadeOfCaller } from '../../platform/identity/staff.ts'
import { campReads } from './camp-rows.ts'

/** An event for its staff, with its places by option and the number of its people who need something. */
export async function readCamp(ctx: OrganiserContext, input: { program_id: string; event_id: string }): Promise<Camp> {
  const rows = await readTogether(ctx.db, campReads(ctx.db, input))
  const [event] = rows.events
  if (!event) throw new ApiError('not_found', { param: 'event_id' })
  const [venue] = rows.venues
  const [people] = rows.people
  const mayReadMoney = shadeOfCaller(ctx.actor, 'money') !== null
  const placesOf = (
    option_id: string,
    statuses: { has: (status: (typeof rows.places)[number]['status']) => boolean },
  ) =>
    rows.places
      .filter((row) => row.option_id === option_id && statuses.has(row.status))
      .reduce((total, row) => total + row.places, 0)
  return {
    object: 'camp',
    id: event.id,
    key: event.key,
    type: event.type,
    name: localize(event, ctx.contentLanguage).name,
    status: event.status,
    starts_at: instant(event.starts_at),
    ends_at: instant(event.ends_at),
    timezone: event.timezone,
    overnight: event.overnight,
    is_series: event.is_series,
    series_dates: event.series_dates.map((date) => ({
      starts_at: instant(date.starts_at),
      ends_at: instant(date.ends_at),
    })),
    venue: venue ? localize(venue, ctx.contentLanguage).name : null,
    days: eventDays(event).map((day) => {
      const date = dayInZone(day.starts_at, event.timezone)
      return {
        date,
        starts_at: instant(day.starts_at),
        ends_at: instant(day.ends_at),
        called_off: event.days_off.find((off) => off.date === date)?.text ?? null,
      }
    }),
    options: rows.options.map((option) => ({
      id: option.id,
      key: option.key,
      name: localize(option, ctx.contentLanguage).name,
      spots_total: option.spots_total === unlimitedSpots ? null : option.spots_total,
      sold: placesOf(option.id, registrationStates.sold),
      held: placesOf(option.id, registrationStates.reserved),
      waiting: placesOf(option.id, registrationStates.waiting),
      is_closed: option.is_closed,
    })),
    people: {
      all: people?.all ?? 0,
      families: people?.families ?? 0,
      waiver_missing: people?.waiver_missing ?? 0,
      without_group: people?.without_group ?? 0,
      due: mayReadMoney ? (people?.due ?? 0) : null,
    },
    amounts_due: mayReadMoney
      ? rows.owed.map(({ amount, currency, ...program }) => money(amount, { currency, program }, ctx.language))
      : null,
    coaches:
      shadeOfCaller(ctx.actor, 'catalogue') === null
        ? null
        : rows.coaches
            .filter(({ event_ids }) => event_ids.length === 0 || event_ids.includes(event.id))
            .map(({ id, first_name, last_name, email }) => ({
              id,
              name: `${first_name} ${last_name}`.trim() || email,
            })),
  }
}
