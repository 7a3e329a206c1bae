import type { Choices } from '../../functions/test-bench/choices.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import type { Calendar, Zones } from './calendar-book.ts'

/** One time that a writer requested, with its offer and its response. */
export type Attempt = {
  type_id: string
  starts_at: number
  free_at: number
  offeredFrom: number
  answeredAt: number
  isTaken: boolean
  what: 'booking' | 'move'
  answer: string
}
type Held = { id: string; calendar: Calendar; option: number }
export type Offered = { starts_at: number; ends_at: number; spots: number }

/** The times that a day of a calendar offers for one of its lengths. */
export async function offeredTimes(site: ProofSite, input: { option_id: string; day: string }): Promise<Offered[]> {
  const query = new URLSearchParams({ date: input.day, appointment_option_id: input.option_id })
  const answer = await site.call(`/api/v1/explore/availability/times?${query}`)
  if (answer.status !== 200) throw new Error(`availability/times answered ${answer.status} ${answer.text}`)
  return (answer.body as { data: { starts_at: string; ends_at: string; available_spots: number }[] }).data.map(
    (time) => ({
      starts_at: Date.parse(time.starts_at),
      ends_at: Date.parse(time.ends_at),
      spots: time.available_spots,
    }),
  )
}

/** Requests a time as one of the families of the calendar's time zone. */
export function book(
  site: ProofSite,
  {
    zones,
    calendar,
    writer,
    option,
    starts_at,
  }: { zones: Zones } & Omit<Held, 'id'> & { writer: number; starts_at: number },
) {
  const buyer = zones.get(calendar.rules.timezone)?.crowd[writer]
  if (!buyer) throw new Error('no such writer')
  const body = {
    start_time: new Date(starts_at).toISOString(),
    appointment_type_id: calendar.type_id,
    appointment_option_id: calendar.options[option]?.id,
    customer_profile_id: buyer.customer_profile_id,
    attendee_profile_id: buyer.children[0]?.attendee_profile_id,
  }
  return site.call('/api/v1/profile/appointments', buyer.person.json(body))
}

type WriterInput = {
  site: ProofSite
  zones: Zones
  calendars: Calendar[]
  writer: number
  acts: number
  choices: Choices
}

/** The actions of a writer: reads a day, then books one of its times or reschedules to it; sometimes cancels. */
export async function write({ site, zones, calendars, writer, acts, choices }: WriterInput) {
  const attempts: Attempt[] = []
  const faults: string[] = []
  let held: Held[] = []
  let cancelled = 0
  for (let act = 0; act < acts; act += 1) {
    const existing = held.length > 0 && choices.chance(0.5) ? choices.pick(held) : null
    if (existing && choices.chance(0.4)) {
      const { person } = zones.get(existing.calendar.rules.timezone)?.crowd[writer] ?? {}
      const path = `/api/v1/profile/appointments/${existing.id}/cancel`
      const answer = person ? await site.call(path, person.json({})) : null
      if (answer?.status === 200) cancelled += 1
      else faults.push(`a cancellation was answered ${answer?.status} ${answer?.text.slice(0, 200)}`)
      held = held.filter((each) => each !== existing)
      continue
    }
    // Half of all actions are in a few of the calendars.
    const calendar = existing?.calendar ?? choices.pick(choices.chance(0.5) ? calendars.slice(0, 5) : calendars)
    const option = choices.below(calendar.options.length)
    const day = choices.pick(calendar.days)
    const offeredFrom = performance.now()
    const times = await offeredTimes(site, { option_id: calendar.options[option]?.id ?? '', day })
    const time = times.length > 0 ? choices.pick(times.slice(0, choices.pick([1, 2, times.length]))) : null
    if (!time) continue
    const answer = existing
      ? await move(site, { ...existing, option, starts_at: time.starts_at, writer, zones })
      : await book(site, { zones, calendar, writer, option, starts_at: time.starts_at })
    const isTaken = answer.status === (existing ? 200 : 201)
    attempts.push({
      type_id: calendar.type_id,
      starts_at: time.starts_at,
      free_at: time.ends_at + calendar.rules.buffer_minutes * 60_000,
      offeredFrom,
      answeredAt: performance.now(),
      isTaken,
      what: existing ? 'move' : 'booking',
      answer: `${answer.status} ${(answer.body as { type?: string } | null)?.type ?? ''}`,
    })
    if (!isTaken) continue
    held = existing ? held.filter((each) => each !== existing) : held
    held.push({ id: existing?.id ?? (answer.body as { id: string }).id, calendar, option })
  }
  return { attempts, faults, cancelled }
}

function move(
  site: ProofSite,
  { id, calendar, option, starts_at, writer, zones }: Held & { starts_at: number; writer: number; zones: Zones },
) {
  const { person } = zones.get(calendar.rules.timezone)?.crowd[writer] ?? {}
  if (!person) throw new Error('no such writer')
  const body = { start_time: new Date(starts_at).toISOString(), appointment_option_id: calendar.options[option]?.id }
  return site.call(`/api/v1/profile/appointments/${id}`, { ...person.json(body), method: 'PUT' })
}

/** True when another writer took the time, or a part of it, during the request. */
export const hadRival = (refused: Attempt, all: readonly Attempt[]): boolean =>
  all.some(
    (other) =>
      other.isTaken &&
      other.type_id === refused.type_id &&
      other.starts_at < refused.free_at &&
      other.free_at > refused.starts_at &&
      other.answeredAt > refused.offeredFrom &&
      other.offeredFrom < refused.answeredAt,
  )
