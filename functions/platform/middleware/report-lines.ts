import { createMiddleware } from 'hono/factory'
import type { FieldError } from '../../contract/api-error.ts'
import type { Refusal } from '../../contract/organisation/organiser.ts'
import type { Ctx, Worker } from '../context.ts'
import { jsonLines } from './json-lines.ts'

type FindMore = (
  ctx: Ctx,
  input: { program_id: string; body: unknown; errors: readonly FieldError[] },
) => Promise<FieldError[]>

/**
 * Adds the line number to every error of a rejected body, because program files are written by hand. When the file is
 * malformed, `findMore` finds the other errors. Must wrap the middleware that validates the body.
 */
export const reportLines = (findMore: FindMore) =>
  createMiddleware<Worker>(async (c, next) => {
    await next()
    if (c.res.ok) return
    const refusal = (await c.res
      .clone()
      .json()
      .catch(() => null)) as { errors?: FieldError[] } | null
    const own = refusal?.errors ?? []
    if (own.length === 0) return

    const text = await c.req.text()
    const input = { program_id: c.req.param('program_id') ?? '', body: parsed(text), errors: own }
    const more = c.res.status === 400 ? await findMore(c.var.ctx, input) : []
    const errors = [...own, ...more.filter(({ param }) => !own.some((error) => error.param === param))]
    const lines = jsonLines(
      text,
      errors.map(({ param }) => param),
    )
    const { status, headers } = c.res
    const kept = new Headers(headers)
    kept.delete('Content-Length')
    c.res = undefined
    const body = { ...refusal, errors: errors.map((error, index) => ({ ...error, line: lines[index] })) }
    c.res = new Response(JSON.stringify(body), { status, headers: kept })
  })

/** The refusals of a plan, each with its line in the body. */
export function withLines(text: string, refusals: readonly Refusal[]): Refusal[] {
  if (refusals.length === 0) return []
  const lines = jsonLines(
    text,
    refusals.map(({ path }) => path),
  )
  return refusals.map((refusal, index) => ({ ...refusal, line: lines[index] }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
