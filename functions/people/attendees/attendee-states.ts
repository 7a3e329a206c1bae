import type { ProgramAttendeeStatus } from '../../contract/people/attendee.ts'

/**
 * Every move of a person in one program. A merge is undone for some days, an archived one is restored, a disconnected one connected
 * again. Where the status stays, only what the organisation says of them has changed.
 */
export const programAttendeeMoves = {
  active: ['archived', 'merged', 'disconnected'],
  archived: ['active', 'archived', 'merged', 'disconnected'],
  merged: ['active', 'archived', 'merged', 'disconnected'],
  disconnected: ['active', 'merged', 'disconnected'],
} as const satisfies Record<ProgramAttendeeStatus, readonly ProgramAttendeeStatus[]>

/** Whether a person in a program may go from one status to another. */
export const mayMoveAttendee = (from: ProgramAttendeeStatus, to: ProgramAttendeeStatus): boolean =>
  (programAttendeeMoves[from] as readonly ProgramAttendeeStatus[]).includes(to)
