import type { RegistrationStatus } from '../contract/registration.ts'

/** The address of an online event is shown from this long before a date of it to this long after. */
export const accessMinutes = 30

type OnlineEvent = {
  online_event_url: string | null
  starts_at: number
  ends_at: number
  is_series: boolean
  series_dates: readonly { starts_at: number; ends_at: number }[]
}

/** The address of an online event for somebody who has a place in it, at the time of it; else null. */
export function onlineEventUrl(event: OnlineEvent, status: RegistrationStatus, now: number): string | null {
  if (status !== 'confirmed' && status !== 'attended') return null
  const dates = event.is_series && event.series_dates.length > 0 ? event.series_dates : [event]
  const isOpen = dates.some(
    ({ starts_at, ends_at }) => now >= starts_at - accessMinutes * 60_000 && now <= ends_at + accessMinutes * 60_000,
  )
  return isOpen ? event.online_event_url : null
}
