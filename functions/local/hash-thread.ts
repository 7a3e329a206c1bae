import { scryptSync } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { HashInput } from '../people/accounts/password-hash.ts'
import { maxMemoryBytes } from '../people/accounts/derive.ts'

const behindPages = 4
// On Linux a thread has its own priority, so pages come before password hashes. Elsewhere the priority would be the
// whole process's.
if (process.platform === 'linux') setPriority(behindPages)

parentPort?.on('message', ({ secret, salt, cost, bytes }: HashInput) => {
  const key = scryptSync(Buffer.from(secret, 'base64'), Buffer.from(salt, 'base64'), bytes, {
    N: 2 ** cost.logN,
    r: cost.r,
    p: cost.p,
    maxmem: maxMemoryBytes,
  })
  parentPort?.postMessage(Uint8Array.from(key))
})
