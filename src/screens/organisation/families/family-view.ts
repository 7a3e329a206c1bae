import { dateSpan, hourWords, type Locale, weekdayDay } from '#contract/date-format'
import type { Family } from '#contract/organisation/people'
import type { OrganiserRegistration } from '#contract/organisation/roster'
import { isSameDay, wallClock } from '#contract/wall-clock'

type Place = Pick<OrganiserRegistration, 'id' | 'starts_at' | 'ends_at' | 'timezone' | 'attendee_profile'>

/** When a place is: `Mon, July 12, 4:30 pm` on one day, otherwise its days. */
export function placeDays({ starts_at, ends_at, timezone }: Place, locale: Locale): string {
  const [from, until] = [wallClock(starts_at, timezone), wallClock(ends_at, timezone)]
  return isSameDay(from, until)
    ? `${weekdayDay(from, locale)}, ${hourWords(from, locale)}`
    : dateSpan(from, until, locale)
}

/** The place by which the health information of a person may be open: the next one, otherwise the last one. */
export const placeForHealth = (
  { upcoming, past }: Pick<Family, 'upcoming' | 'past'>,
  personId: string,
): string | null =>
  [...upcoming.data, ...past.data].find(({ attendee_profile }) => attendee_profile.id === personId)?.id ?? null

/** The amount that all listed orders owe, in minor units; null when not all orders are listed. */
export const amountOwed = ({ orders }: Pick<Family, 'orders'>): number | null =>
  orders === null || orders.count < orders.total
    ? null
    : orders.data.reduce((sum, { amount_due }) => sum + amount_due.value, 0)

/** The rights of an adult in a sentence's parts: those that all people share once, otherwise by person. */
export function rightsByPerson(
  relations: Family['adults']['data'][number]['relations'],
): { ids: string[]; rights: Family['adults']['data'][number]['relations'][number]['rights'] }[] {
  const groups = Map.groupBy(relations, ({ rights }) => rights.join(' '))
  return [...groups.values()].map((each) => ({
    ids: each.map(({ attendee_profile_id }) => attendee_profile_id),
    rights: each[0]?.rights ?? [],
  }))
}

/** True for a family that asks for its own data: it has an email, or its record was merged or erased. */
export const canLogIn = ({ customer_profile, merged_into }: Family): boolean =>
  customer_profile.email !== '' || merged_into !== null
