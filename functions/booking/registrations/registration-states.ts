import type { RegistrationStatus } from '../../contract/booking/registration.ts'

/** Allowed moves of a registration. Nobody decides a move by comparing statuses elsewhere. */
export const registrationMoves = {
  pending: ['confirmed', 'expired', 'cancelled'],
  expired: ['pending', 'confirmed'],
  preregistered: ['offered', 'cancelled'],
  waitlisted: ['offered', 'cancelled'],
  offered: ['pending', 'cancelled', 'expired'],
  confirmed: ['cancelled', 'late_cancelled', 'attended', 'no_show'],
  attended: ['confirmed'],
  no_show: ['confirmed'],
  cancelled: [],
  late_cancelled: [],
} as const satisfies Record<RegistrationStatus, readonly RegistrationStatus[]>

/** Statuses that hold a place. */
export const placeStatuses = [
  'pending',
  'offered',
  'confirmed',
  'attended',
  'no_show',
] as const satisfies readonly RegistrationStatus[]

/** Whether a registration may go from one status to another. */
export function mayMove(from: RegistrationStatus, to: RegistrationStatus): boolean {
  return (registrationMoves[from] as readonly RegistrationStatus[]).includes(to)
}

/** Whether a registration in a status holds a place. */
export const holdsPlace = (status: RegistrationStatus): boolean => placeStatuses.some((each) => each === status)
