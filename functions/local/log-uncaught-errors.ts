import { detailOf, logLine } from '../log-line.ts'

/** Logs an uncaught error and lets the site go on answering visitors. */
export function logUncaughtErrors(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => logLine('unforeseen_failed', detailOf(error)))
  // Where a terminal or a log is gone, each line that is written is an error of its own, whose line would be the next one.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
