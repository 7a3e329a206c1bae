import { makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import { makePicture } from '../../functions/test-bench/uploads.ts'
import type { RequestOptions } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import type { Shop } from './shop.ts'

/**
 * A call that is ready to be made: path, caller and body (a string or bytes are sent as multipart), and another body that must be
 * refused with the same key, null for a call without a body.
 */
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
    'Content-Type': isMultipart(body) ? `multipart/form-data; boundary=${boundary}` : 'application/json',
    'Idempotency-Key': key,
  },
  body: isMultipart(body) ? body : JSON.stringify(body),
})

const isMultipart = (body: unknown): body is string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array

const boundary = 'race'
/** The multipart body of a file upload: this text, or a document that contains the text. */
export function multipart(text: string, name = 'a.pdf'): string {
  const field = (head: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  if (name !== 'a.pdf') return `${field(`name="file"; filename="${name}"`, text)}--${boundary}--\r\n`
  const document = field('name="file"; filename="a.pdf"', `%PDF-1.7\n${text}\n%%EOF`)
  return `${field('name="purpose"', 'attachment')}${document}--${boundary}--\r\n`
}

/** The multipart body of a picture of this width. */
export async function picturePart(width: number): Promise<Uint8Array> {
  const [head = '', end = ''] = multipart('{bytes}', 'dock.jpg').split('{bytes}')
  return Buffer.concat([Buffer.from(head), await makePicture({ width, height: 60 }), Buffer.from(end)])
}

/** A customer of the program under test. */
export const customer = (site: ProofSite, shop: Shop, more: { verified?: boolean } = {}) =>
  makeCustomer(site.bench, { programIds: [shop.programId], ...more })
