import { makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import type { RequestOptions } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import type { Shop } from './shop.ts'

/** A call that is ready to be made: where, by whom, with what (a text is multipart as it is); and another body that the same key must not be used for, null where a call takes none. */
export type Ready = { path: string; headers: Record<string, string>; body: unknown; other: unknown; status: number }
export type Make = (site: ProofSite, shop: Shop) => Promise<Ready>

export const api = '/api/v1'
const anyone = {}
export const made = (status: number, path: string, person: Person | null, body: unknown, other: unknown): Ready => ({
  status,
  path: `${api}${path}`,
  headers: person?.headers ?? anyone,
  body,
  other,
})

/** The request of a ready call under a key. */
export const underKey = (ready: Ready, key: string, body: unknown = ready.body): RequestOptions => ({
  method: 'POST',
  headers: {
    ...ready.headers,
    'Content-Type': typeof body === 'string' ? `multipart/form-data; boundary=${boundary}` : 'application/json',
    'Idempotency-Key': key,
  },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const boundary = 'race'
/** The body that uploads a file, as it is sent: this text, or a document with this text in it. */
export function multipart(text: string, name = 'a.pdf'): string {
  const field = (head: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  if (name !== 'a.pdf') return `${field(`name="file"; filename="${name}"`, text)}--${boundary}--\r\n`
  const document = field('name="file"; filename="a.pdf"', `%PDF-1.7\n${text}\n%%EOF`)
  return `${field('name="purpose"', 'attachment')}${document}--${boundary}--\r\n`
}

/** A customer of the shop. */
export const customer = (site: ProofSite, shop: Shop, more: { verified?: boolean } = {}) =>
  makeCustomer(site.bench, { programIds: [shop.programId], ...more })
