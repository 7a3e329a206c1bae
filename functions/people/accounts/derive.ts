import { scrypt } from 'node:crypto'

/** Maximum memory of one hash. */
export const maxMemoryBytes = 64 * 1024 * 1024

/** scrypt (RFC 7914) with a key of `bytes` bytes. It blocks an isolate; in Node.js it runs in a separate thread. */
export function derive(
  secret: Uint8Array,
  salt: Uint8Array,
  cost: { logN: number; r: number; p: number },
  bytes: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, bytes, { N: 2 ** cost.logN, r: cost.r, p: cost.p, maxmem: maxMemoryBytes }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
