import type { StoredFile } from '#contract/file'
import type { FilePurpose } from '#contract/upload-limits'
import { type Failure, isUnanswered, thrownToFailure, toFailure } from './api-failure.ts'
import type { Answer } from './browser.ts'
import { type Tokens, windowTokens } from './token-store.ts'

type UploadOptions = {
  purpose: FilePurpose
  /** The fraction of the file that was sent, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}
/** Sends a file. It never throws: failures are returned. */
export type UploadFile = (file: File, options: UploadOptions) => Promise<Answer<StoredFile>>
type Sent = { status: number; body: unknown }
/** One attempt to send a file. Throws when no response arrives. */
export type SendUpload = (file: File, input: UploadOptions & { headers: Record<string, string> }) => Promise<Sent>
type Dependencies = {
  send: SendUpload
  tokens: Pick<Tokens, 'fresh' | 'renew'>
  newKey: () => string
  language: () => string
  wait: (ms: number) => Promise<void>
}

/** The pauses before a file is sent again. A phone that changes networks is connected again by then. */
const waitsMs = [1000, 3000]

/** Sends each file under one key, so that a file whose response was lost is sent again and stored once. */
export function createUploader({ send, tokens, newKey, language, wait }: Dependencies): UploadFile {
  async function attempt(file: File, options: UploadOptions, key: string): Promise<Sent> {
    const token = await tokens.fresh()
    const headersOf = (bearer: string) => ({
      Accept: 'application/json',
      'Accept-Language': language(),
      Authorization: `Bearer ${bearer}`,
      'Idempotency-Key': key,
    })
    if (!token) return { status: 401, body: null }
    const sent = await send(file, { ...options, headers: headersOf(token) })
    if (sent.status !== 401) return sent
    const next = await tokens.renew(token)
    return next ? send(file, { ...options, headers: headersOf(next) }) : sent
  }

  return async (file, options) => {
    const key = newKey()
    for (const ms of [...waitsMs, null]) {
      const failure = await attempt(file, options, key).then(
        ({ status, body }): Failure | Answer<StoredFile> =>
          status < 300 ? { ok: true, data: body as StoredFile, status } : toFailure(status, body),
        thrownToFailure,
      )
      if ('ok' in failure) return failure
      const mayGoLater = !failure.isAborted && (isUnanswered(failure) || failure.type === 'request_in_progress')
      if (ms === null || !mayGoLater) return { ok: false, failure }
      options.onProgress(0)
      await wait(ms)
    }
    throw new Error('The last attempt has returned.')
  }
}

// Only XMLHttpRequest reports upload progress.
const sendByRequest: SendUpload = (file, { purpose, onProgress, signal, headers }) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new DOMException('', 'AbortError'))
    const request = new XMLHttpRequest()
    request.open('POST', '/api/v1/files')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, body: request.response as unknown })
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onabort = () => reject(new DOMException('', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const body = new FormData()
    body.set('purpose', purpose)
    body.set('file', file)
    request.send(body)
  })

export const windowUploader = (): UploadFile =>
  createUploader({
    send: sendByRequest,
    tokens: windowTokens(),
    newKey: () => crypto.randomUUID(),
    language: () => document.documentElement.lang,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
