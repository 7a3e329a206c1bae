import { createHmac, randomBytes, scryptSync } from 'node:crypto'

/** A stored password hash that has another cost than the current hashes. */
export async function hashWithCost(
  password: string,
  pepper: string,
  cost: { logN: number; r: number; p: number },
): Promise<string> {
  const salt = randomBytes(16)
  const hash = scryptSync(createHmac('sha256', pepper).update(password).digest(), salt, 32, {
    N: 2 ** cost.logN,
    r: cost.r,
    p: cost.p,
  })
  return `$scrypt$ln=${cost.logN},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}
