import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import type { Worker } from '../context.ts'
import { readLimitedBody, textOfBody } from './read-limited-body.ts'
import type { Context } from 'hono'
import { largestBodyBytes, largestFileBytes } from '../../contract/limits.ts'
import { identifyClient } from './organiser-client.ts'
import { isUpload, mediaType } from './read-upload.ts'

const maxDepth = 32
const takesForms = /\/oauth\/(?:token|revoke)$/

/** Checks size, content type and depth before parsing. An empty body is marked for the validator. */
export const bodyRules = createMiddleware<Worker>(async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const type = mediaType(c.req.header('Content-Type') ?? '')
  if (isUpload({ method: c.req.method, path: c.req.path, type })) {
    // The body is left to the route, which reads it after it has identified the sender.
    c.req.bodyCache = { text: Promise.resolve('{}') as unknown as string }
    return next()
  }
  const text = textOfBody(await readLimitedBody(c.req.raw, await largestBodyOf(c)))
  // An empty JSON body counts as absent, not as invalid: the validator reads it as an object without fields.
  c.req.bodyCache = { text: Promise.resolve(text === '' ? '{}' : text) as unknown as string }
  if (text === '') {
    c.set('bodyIsAbsent', true)
    return next()
  }
  if (type !== 'application/json' && !(takesForms.test(c.req.path) && type === 'application/x-www-form-urlencoded'))
    throw new ApiError('content_type')
  if ((await depthOf(text)) > maxDepth) throw new ApiError('invalid_json')
  await next()
})

/** The reader yields to other requests after this many characters, because a program file is long. */
const charactersPerPart = 1_000_000

async function depthOf(json: string): Promise<number> {
  let depth = 0
  let deepest = 0
  let isInText = false
  for (let index = 0; index < json.length; index += 1) {
    if (index > 0 && index % charactersPerPart === 0) await new Promise((resolve) => setTimeout(resolve, 0))
    const character = json[index]
    if (isInText) {
      if (character === '\\') index += 1
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth -= 1
  }
  return deepest
}

const programFile = /\/v1\/organiser\/programs\/[^/]+$/

/** Maximum body size. It is large for a program file, but only with the correct credentials of a client. */
async function largestBodyOf(c: Context<Worker>): Promise<number> {
  if (c.req.method !== 'PUT' || !programFile.test(c.req.path)) return largestBodyBytes
  return (await identifyClient(c)) ? largestFileBytes : largestBodyBytes
}
