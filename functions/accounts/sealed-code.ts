import type { Bindings } from '../context.ts'
import { openSealed, seal, sealingKey } from '../middleware/sealed-answer.ts'
import { signingKeys } from './signing-keys.ts'

const digits = 1_000_000

/** Six random digits, each code as likely as the next. */
export function newCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number < 4_294_000_000 ? String(number % digits).padStart(6, '0') : newCode()
}

/** A code as it is stored: sealed for its row, so that the table alone shows no code and the mail can still be written. */
export async function sealCode(env: Bindings, id: string, code: string): Promise<string> {
  const [newest] = signingKeys(env)
  const { key } = await sealingKey(newest.secret, `email-code:${id}`)
  return seal(key, code)
}

/** The code of a row, null when no key of ours sealed it. */
export async function openCode(env: Bindings, id: string, sealed: string): Promise<string | null> {
  for (const { secret } of signingKeys(env)) {
    const { key } = await sealingKey(secret, `email-code:${id}`)
    const code = await openSealed(key, sealed).catch(() => null)
    if (code !== null) return code
  }
  return null
}
