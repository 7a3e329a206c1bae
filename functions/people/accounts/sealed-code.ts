import type { Bindings } from '../../platform/context.ts'
import { openFor, sealFor } from '../../platform/middleware/sealed-answer.ts'

const digits = 1_000_000

/** Six uniformly random digits. */
export function newCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number < 4_294_000_000 ? String(number % digits).padStart(6, '0') : newCode()
}

/**
 * A code as it is stored: sealed for its row, so that the table alone reveals no code and the mail job can still read
 * it.
 */
export const sealCode = (env: Bindings, id: string, code: string): Promise<string> =>
  sealFor(env, `email-code:${id}`, code)

/** The code of a row; null when none of our keys sealed it. */
export const openCode = (env: Bindings, id: string, sealed: string): Promise<string | null> =>
  openFor(env, `email-code:${id}`, sealed)
