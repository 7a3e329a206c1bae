import { scrypt } from 'node:crypto'

/** Memory that one hash may take. */
export const maxMemoryBytes = 64 * 1024 * 1024

/** scrypt (RFC 7914): a key of so many bytes. In an isolate it keeps everything else waiting, in Node.js it works in a thread of its own. */
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
