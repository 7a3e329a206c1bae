import { minuteMs } from '../../contract/limits.ts'
import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import { largestUploadBytes } from '../../contract/upload-limits.ts'
import type { Upload, Worker } from '../context.ts'
import { workQueue } from '../work-queue.ts'
import { boundaryOf, type FormPart, readMultipartParts } from './multipart-parts.ts'
import { readLimitedBody } from './read-limited-body.ts'

/** The number of bytes for the other parts and the boundaries of a form. */
const framingBytes = 16 * 1024
/** The time in ms that a phone on a slow connection needs for ten megabytes. */
const maxReadMs = minuteMs
const longestBody = largestUploadBytes + framingBytes
/**
 * The number of bytes in an isolate's memory for uploads. It is enough for one of the largest files and some small
 * ones.
 */
const runInQueue = workQueue({ maxAtOnce: 1.5 * longestBody, maxWaiting: 32, maxHeldMs: maxReadMs })

/** True for a call that takes files: its body is read only after the sender is authenticated. */
export const isUpload = (request: { method: string; path: string; type: string }): boolean =>
  request.method === 'POST' &&
  /\/v1\/(?:files|organiser\/programs\/[^/]+\/(?:invites|events\/import|pictures))$/.test(request.path) &&
  request.type === 'multipart/form-data'

/**
 * Turns a multipart body into the JSON of its fields, with the file as name and checksum. So the fields are validated
 * like any others, and a repeated request with the same `Idempotency-Key` is the same request with any boundary. Any
 * other body passes through and is rejected by the validation.
 */
export const readUpload = createMiddleware<Worker>(async (c, next) => {
  const { headers, url, method } = c.req.raw
  const type = headers.get('Content-Type') ?? ''
  if (!isUpload({ method, path: c.req.path, type: mediaType(type) })) return next()
  const isDone = await runInQueue(async () => {
    const { fields, file } = await readParts(parse(await readBody(c.req.raw), type))
    if (file) c.set('upload', file)
    const asJson = new Headers(headers)
    asJson.set('Content-Type', 'application/json')
    c.req.raw = new Request(url, { method, headers: asJson })
    c.req.bodyCache = { text: Promise.resolve(JSON.stringify(fields)) as unknown as string }
    await next()
    return true
  }, weightOf(headers))
  if (isDone === null) throw new ApiError('unavailable', { retryAfterSeconds: 2 })
})

// The length of a body. A body of unknown length counts as the longest.
const weightOf = (headers: Headers): number =>
  Math.min(Number(headers.get('Content-Length')) || longestBody, longestBody)

async function readParts(parts: readonly FormPart[]): Promise<{ fields: Record<string, string>; file: Upload | null }> {
  const fields = Object.create(null) as Record<string, string>
  let file: Upload | null = null
  for (const { name, fileName, bytes } of parts) {
    if (Object.hasOwn(fields, name)) throw new ApiError('invalid_parameter', { param: name })
    if (fileName === null) {
      // When no file is chosen, a browser may send the file field with an empty text.
      if (name !== 'file') fields[name] = new TextDecoder().decode(bytes)
      continue
    }
    if (name !== 'file') throw new ApiError('invalid_parameter', { param: name })
    if (fileName === '' && bytes.byteLength === 0) continue
    if (bytes.byteLength > largestUploadBytes) throw new ApiError('file_too_large', { param: 'file' })
    file = { name: fileName, bytes }
    fields[name] = `${Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')} ${fileName}`
  }
  return { fields, file }
}

export const mediaType = (header: string): string => header.split(';')[0]?.trim().toLowerCase() ?? ''

async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readLimitedBody(request, longestBody)
  } catch (error) {
    throw error instanceof ApiError && error.type === 'body_too_large'
      ? new ApiError('file_too_large', { param: 'file' })
      : error
  }
}

function parse(body: Uint8Array<ArrayBuffer>, type: string): FormPart[] {
  const boundary = boundaryOf(type)
  const parts = boundary === null ? null : readMultipartParts(body, boundary)
  if (parts === null) throw new ApiError('invalid_parameter', { param: 'body' })
  return parts
}
