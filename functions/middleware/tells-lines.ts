import { createMiddleware } from 'hono/factory'
import type { FieldError } from '../contract/api-error.ts'
import type { Refusal } from '../contract/organiser.ts'
import type { Ctx, Worker } from '../context.ts'
import { jsonLines } from './json-lines.ts'

type Told = { errors?: FieldError[]; refusals?: Refusal[] }
type More = (
  ctx: Ctx,
  input: { program_id: string; body: unknown; errors: readonly FieldError[] },
) => Promise<FieldError[]>

/**
 * Says of every mistake on which line of the body it stands (decisions.md §24): a program file is written by people. Where its
 * form is wrong, `more` says what else is. Stands outside of what checks the body.
 */
export const reportLines = (more: More) =>
  createMiddleware<Worker>(async (c, next) => {
    await next()
    const answer = (await c.res
      .clone()
      .json()
      .catch(() => null)) as Told | null
    const text = await c.req.text()
    const told = answer?.errors ?? []
    const others =
      c.res.status === 400 && told.length > 0
        ? await more(c.var.ctx, { program_id: c.req.param('program_id') ?? '', body: parsed(text), errors: told })
        : []
    const errors = [...told, ...others.filter((other) => !told.some(({ param }) => param === other.param))]
    const refusals = answer?.refusals ?? []
    if (answer === null || errors.length + refusals.length === 0) return

    const lines = jsonLines(text, [...errors.map(({ param }) => param), ...refusals.map(({ path }) => path)])
    const full = {
      ...answer,
      ...(answer.errors ? { errors: errors.map((error, at) => ({ ...error, line: lines[at] })) } : {}),
      ...(answer.refusals
        ? { refusals: refusals.map((refusal, at) => ({ ...refusal, line: lines[errors.length + at] })) }
        : {}),
    }
    const { status, headers } = c.res
    const kept = new Headers(headers)
    kept.delete('Content-Length')
    c.res = undefined
    c.res = new Response(JSON.stringify(full), { status, headers: kept })
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
