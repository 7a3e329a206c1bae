import { minuteMs } from '../../contract/limits.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** Minutes before and after an online event during which its link is shown. */
const accessMinutes = 30
type OnlineBooking = { online_url: string | null; dates: readonly { starts_at: number; ends_at: number }[] }

/** The link of an online event or appointment for a customer with a place, during its time; otherwise null. */
export function onlineEventUrl(booking: OnlineBooking, status: RegistrationStatus, now: number): string | null {
  if (!registrationStates.attending.has(status)) return null
  const isOpen = booking.dates.some(
    ({ starts_at, ends_at }) =>
      now >= starts_at - accessMinutes * minuteMs && now <= ends_at + accessMinutes * minuteMs,
  )
  return isOpen ? booking.online_url : null
}
