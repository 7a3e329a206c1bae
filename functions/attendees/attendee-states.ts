import type { ProgramAttendeeStatus } from '../contract/attendee.ts'

/** Every move of a person in one program. A merge is undone for some days, an archived one is restored, a disconnected one connected again. */
export const programAttendeeMoves = {
  active: ['archived', 'merged', 'disconnected'],
  archived: ['active', 'merged', 'disconnected'],
  merged: ['active', 'archived', 'disconnected'],
  disconnected: ['active', 'merged'],
} as const satisfies Record<ProgramAttendeeStatus, readonly ProgramAttendeeStatus[]>

/** Whether a person in a program may go from one status to another. */
export const mayMoveAttendee = (from: ProgramAttendeeStatus, to: ProgramAttendeeStatus): boolean =>
  (programAttendeeMoves[from] as readonly ProgramAttendeeStatus[]).includes(to)
