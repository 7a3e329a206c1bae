import { createMiddleware } from 'hono/factory'
import { ApiError } from '../contract/api-error.ts'
import type { Worker } from '../context.ts'
import { largestBodyOf } from './body-limit.ts'
import { readLimitedBody, textOfBody } from './read-limited-body.ts'

const deepest = 32
const takesForms = /\/oauth\/(?:token|revoke)$/

/** Before anything is parsed: size, content type, depth. An empty body is noted for the validator. */
export const bodyRules = createMiddleware<Worker>(async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const text = textOfBody(await readLimitedBody(c.req.raw, await largestBodyOf(c)))
  const type = (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  // Said to be JSON and empty is absent, not broken: the validator reads it as an object without fields.
  c.req.bodyCache = { text: Promise.resolve(text === '' ? '{}' : text) as unknown as string }
  if (text === '') {
    c.set('bodyIsAbsent', true)
    return next()
  }
  if (type !== 'application/json' && !(takesForms.test(c.req.path) && type === 'application/x-www-form-urlencoded'))
    throw new ApiError('content_type')
  if ((await depthOf(text)) > deepest) throw new ApiError('invalid_json')
  await next()
})

/** Between so many characters other requests get their turn: a program file is long. */
const charactersPerPart = 1_000_000

async function depthOf(json: string): Promise<number> {
  let depth = 0
  let most = 0
  let isInText = false
  for (let at = 0; at < json.length; at += 1) {
    if (at > 0 && at % charactersPerPart === 0) await new Promise((resolve) => setTimeout(resolve, 0))
    const sign = json[at]
    if (isInText) {
      if (sign === '\\') at += 1
      else if (sign === '"') isInText = false
    } else if (sign === '"') isInText = true
    else if (sign === '[' || sign === '{') most = Math.max(most, ++depth)
    else if (sign === ']' || sign === '}') depth -= 1
  }
  return most
}
