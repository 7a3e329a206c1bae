import { createMiddleware } from 'hono/factory'
import type { FieldError } from '../contract/api-error.ts'
import type { Refusal } from '../contract/organiser.ts'
import type { Worker } from '../context.ts'
import { jsonLines } from './json-lines.ts'

type Told = { errors?: FieldError[]; refusals?: Refusal[] }

/** Says of every mistake on which line of the body it stands (decisions.md §24): a program file is written by people. Stands outside of what checks the body. */
export const tellsLines = createMiddleware<Worker>(async (c, next) => {
  await next()
  const answer = (await c.res.clone().json().catch(() => null)) as Told | null
  const errors = answer?.errors ?? []
  const refusals = answer?.refusals ?? []
  if (answer === null || errors.length + refusals.length === 0) return

  const lines = jsonLines(await c.req.text(), [...errors.map(({ param }) => param), ...refusals.map(({ path }) => path)])
  const told = {
    ...answer,
    ...(answer.errors ? { errors: errors.map((error, at) => ({ ...error, line: lines[at] })) } : {}),
    ...(answer.refusals ? { refusals: refusals.map((refusal, at) => ({ ...refusal, line: lines[errors.length + at] })) } : {}),
  }
  const { status, headers } = c.res
  const kept = new Headers(headers)
  kept.delete('Content-Length')
  c.res = undefined
  c.res = new Response(JSON.stringify(told), { status, headers: kept })
})
