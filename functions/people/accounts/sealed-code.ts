import type { Bindings } from '../../platform/context.ts'
import { openFor, sealFor } from '../../platform/middleware/sealed-answer.ts'

const digits = 1_000_000

/** Six random digits, each code as likely as the next. */
export function newCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number < 4_294_000_000 ? String(number % digits).padStart(6, '0') : newCode()
}

/** A code as it is stored: sealed for its row, so that the table alone shows no code and the mail can still be written. */
export const sealCode = (env: Bindings, id: string, code: string): Promise<string> =>
  sealFor(env, `email-code:${id}`, code)

/** The code of a row, null when no key of ours sealed it. */
export const openCode = (env: Bindings, id: string, sealed: string): Promise<string | null> =>
  openFor(env, `email-code:${id}`, sealed)
