/** Log lines of a site that somebody started by hand: a line a request would only push the address out of sight, so a terminal shows what went wrong; a file or a journal gets all. */
export function toTerminal(line: string, level: string): void {
  if (process.stdout.isTTY && /"event":"request".*"status":[1-4]/.test(line)) return
  const say = level === 'error' || level === 'warn' ? console.error : console.log
  say(line)
}

/** The same for what a start does by itself: only what went wrong. */
export function onlyTroubles(line: string, level: string): void {
  if (level === 'error' || level === 'warn') console.error(line)
}
