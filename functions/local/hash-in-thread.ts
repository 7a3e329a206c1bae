import { derive } from '../accounts/derive.ts'
import type { HashInput } from '../accounts/password-hash.ts'

/** The worker's HASHER on one machine: hashes in a thread of this process, while the runtime's only thread goes on answering. */
export async function hashInThread(request: Pick<Request, 'json'>): Promise<Response> {
  const { secret, salt, cost, bytes } = (await request.json()) as HashInput
  const key = await derive(Buffer.from(secret, 'base64'), Buffer.from(salt, 'base64'), cost, bytes)
  return new Response(Uint8Array.from(key))
}
