import type { SupportStatus } from '../../contract/contact/support.ts'

/** Every way a report goes on. What is resolved may come up again; what is closed stays closed. */
export const supportMoves: Record<SupportStatus, readonly SupportStatus[]> = {
  received: ['in_progress', 'waiting_for_reporter', 'resolved', 'closed'],
  in_progress: ['waiting_for_reporter', 'resolved', 'closed'],
  waiting_for_reporter: ['in_progress', 'resolved', 'closed'],
  resolved: ['in_progress', 'closed'],
  closed: [],
}

/** Whether a report may go on like this; a further message while one waits for the reporter's reply is no move. */
export const mayMoveReport = (from: SupportStatus, to: SupportStatus): boolean => supportMoves[from].includes(to)
