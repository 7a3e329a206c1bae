import type { ProgramFile, Refusal } from '../../../contract/organisation/organiser.ts'
import { refuseWhen } from './refuse.ts'

/** Mistakes in a list of closed days: a span ends before it starts. */
export const checkClosed = (closed: ProgramFile['closed'], path: string): Refusal[] =>
  closed.flatMap((days, at) =>
    refuseWhen(typeof days !== 'string' && days.to < days.from, 'end_before_start', {
      path: `${path}[${at}].to`,
      message: 'The last day is before the first.',
    }),
  )
