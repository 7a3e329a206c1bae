import type { RegistrationStatus } from '../contract/registration.ts'

/** The address of an online event is shown from this long before a date of it to this long after. */
export const accessMinutes = 30

type OnlineBooking = { online_url: string | null; dates: readonly { starts_at: number; ends_at: number }[] }

/** The address of an online event or appointment for a customer with a place in it, at the time of it; else null. */
export function onlineEventUrl(booking: OnlineBooking, status: RegistrationStatus, now: number): string | null {
  if (status !== 'confirmed' && status !== 'attended') return null
  const isOpen = booking.dates.some(
    ({ starts_at, ends_at }) => now >= starts_at - accessMinutes * 60_000 && now <= ends_at + accessMinutes * 60_000,
  )
  return isOpen ? booking.online_url : null
}
