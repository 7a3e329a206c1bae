import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { describeRoute as describeOperation, resolver, uniqueSymbol } from 'hono-openapi'
import * as z from 'zod/mini'
import { ErrorBody, type ErrorType, errorNumbers } from '../contract/api-error.ts'
import type { Worker } from '../context.ts'

type Description = {
  summary: string
  tag: string
  /** Answer schemas by status. `null` means an answer without a body. */
  answers: Partial<Record<200 | 201 | 202 | 204 | 503, z.core.$ZodType | null>>
  /** Refusals beyond the ones every call may give. */
  errors?: ErrorType[]
  /** Who may call: anyone, the signed-in customer, or an organisation's client. */
  caller?: 'anyone' | 'customer' | 'organiser'
  takesKey?: boolean
}

/** Describes a call for openapi.json; with RESPONSE_CHECKS its answer must also be what it says, to the field. */
export function describeRoute(description: Description) {
  const check = checking(description)
  const checked = createMiddleware<Worker>((c, next) => (c.env.RESPONSE_CHECKS === 'on' ? check(c, next) : next()))
  // Made when the description of the API is asked for: an isolate that serves other calls never needs it.
  let spec: unknown
  return Object.defineProperty(checked, uniqueSymbol, { enumerable: true, get: () => (spec ??= specOf(description)) })
}

const checking =
  (description: Description): MiddlewareHandler<Worker> =>
  async (c, next) => {
    await next()
    // An answer so long that it is written in parts is not held back until all of it is there.
    if (!c.get('isWrittenInParts')) await checkAnswer(description, c.req.method, c.req.path, c.res)
  }

function specOf(description: Description): unknown {
  const described = describeOperation({
    summary: description.summary,
    tags: [description.tag],
    security: securityOf(description.caller),
    ...(description.takesKey
      ? {
          parameters: [
            {
              name: 'Idempotency-Key',
              in: 'header' as const,
              required: false,
              schema: { type: 'string' as const, pattern: '^[!-~]{1,64}$' },
            },
          ],
        }
      : {}),
    responses: { ...refusalsOf(description), ...answersOf(description) },
  })
  return (described as unknown as Record<symbol, unknown>)[uniqueSymbol]
}

function securityOf(caller: Description['caller']) {
  if (caller === 'customer') return [{ bearer: [] }]
  if (caller === 'organiser') return [{ basic: [] }]
  return []
}

function answersOf(description: Description) {
  return Object.fromEntries(
    Object.entries(description.answers).map(([status, schema]) => [
      status,
      {
        description: description.summary,
        ...(schema ? { content: { 'application/json': { schema: resolver(schema) } } } : {}),
      },
    ]),
  )
}

function refusalsOf(description: Description) {
  const always: ErrorType[] = [
    'invalid_parameter',
    'unknown_parameter',
    'too_many_requests',
    'internal_error',
    'unavailable',
  ]
  if (description.caller === 'customer') always.push('not_authenticated', 'account_inactive', 'not_found')
  if (description.caller === 'organiser') always.push('not_authenticated', 'not_found')
  const types = [...new Set([...always, ...(description.errors ?? [])])]
  const byNumber = Map.groupBy(types, (type) => errorNumbers[type])
  return Object.fromEntries(
    [...byNumber].map(([number, these]) => [
      number,
      { description: these.join(', '), content: { 'application/json': { schema: resolver(ErrorBody) } } },
    ]),
  )
}

async function checkAnswer(description: Description, method: string, path: string, answer: Response): Promise<void> {
  if (answer.status >= 400 || answer.status === 304) return
  const schema = description.answers[answer.status as 200]
  if (schema === undefined)
    throw new Error(`${method} ${path} answered ${answer.status}, which its description does not have`)
  if (schema === null) return
  const checked = z.safeParse(schema, await answer.clone().json())
  if (!checked.success)
    throw new Error(
      `${method} ${path} answered another shape: ${checked.error.issues
        .slice(0, 5)
        .map((issue) => `${issue.path.join('.')} ${issue.code} ${issue.message}`)
        .join('; ')}`,
    )
}
