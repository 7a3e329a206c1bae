import { ErrorBody, errorNumbers } from '../../functions/contract/api-error.ts'
import { declineOf } from '../../functions/contract/money/declines.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'

export type Judged = { path: string; answer: Answer }

/**
 * Allowed fields next to the error object: the new quote or preview of `quote_stale`, the refusals of a booking, and two
 * OAuth fields.
 */
const alsoSaid = ['quote', 'cancellation', 'refusals', 'error', 'error_description']
/** Refusals that name no parameter. */
const withoutParam = ['invalid_json', 'content_type', 'body_too_large', 'cross_origin', 'token_invalid']
const leak = /SQLITE|D1_|Failed query|\bat \S+ \(|node_modules|constraint failed|\bselect .+ from\b|scrypt/i

/** Errors of a response to any input; empty for a valid response. */
export function faultsOfAnswer({ path, answer }: Judged): string[] {
  const faults: string[] = []
  if (answer.status >= 500) faults.push(`${answer.status} ${answer.text.slice(0, 200)}`)
  if (answer.status >= 400 && answer.status < 500) faults.push(...faultsOfRefusal(path, answer))
  return faults
}

function faultsOfRefusal(path: string, { status, body, text }: Answer): string[] {
  if (typeof body !== 'object' || body === null) return [`${status} without an error object: ${text.slice(0, 100)}`]
  const parsed = ErrorBody.safeParse(
    Object.fromEntries(Object.entries(body).filter(([name]) => !alsoSaid.includes(name))),
  )
  if (!parsed.success)
    return [
      `${status} in another shape: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    ]
  const { code, type, param, message, errors, timestamp } = parsed.data
  const faults: string[] = []
  const number = errorNumbers[type as keyof typeof errorNumbers] ?? (declineOf(type).key === type ? 402 : undefined)
  if (code !== status || number !== status) faults.push(`${status} says ${code} ${type}`)
  if (message.trim() === '' || leak.test(message)) faults.push(`${type} says "${message.slice(0, 100)}"`)
  if (Number.isNaN(Date.parse(timestamp))) faults.push(`timestamp ${timestamp}`)
  if (parsed.data.path !== new URL(path, 'http://x').pathname) faults.push(`path ${parsed.data.path}`)
  if (status === 400 && param === null && !withoutParam.includes(type)) faults.push(`${type} names no param`)
  if (
    status === 400 &&
    errors.length > 0 &&
    (errors[0]?.param !== param || (errors[0]?.type !== type && type !== 'invalid_parameter'))
  )
    faults.push(`says ${type} ${param}, but first of all ${errors[0]?.type} ${errors[0]?.param}`)
  return faults
}

/**
 * The invalid places of a body that the error does not name, such as `$.items[0].quantity`. An error must name each of
 * them or its parent, unless the request was rejected before the validator.
 */
export function unnamed(wrong: readonly string[], { status, body }: Answer): string[] {
  if ([401, 404, 413, 415, 421, 429].includes(status) || body?.type === 'cross_origin' || body?.type === 'invalid_json')
    return []
  if (status !== 400) return wrong.map((place) => `${place} was not refused (${status})`)
  const named = [body.param, ...(body.errors ?? []).map(({ param }: { param: string }) => param)].map((param) =>
    param === 'body' || param === null ? '' : String(param),
  )
  return wrong
    .map((place) => place.replace(/^\$\.?/, ''))
    .filter((place) => !named.some((param) => isWithin(place, param) || isWithin(param, place)))
    .map((place) => `${place || 'the body'} is wrong, but it names ${named.slice(0, 3).join(', ')}`)
}

const isWithin = (place: string, whole: string): boolean =>
  whole === '' || place === whole || place.startsWith(`${whole}.`) || place.startsWith(`${whole}[`)
