import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod/mini'
import type { Worker } from '../context.ts'
import { type Description, marked } from './route-mark.ts'

/** Describes a call for openapi.json; with RESPONSE_CHECKS, also validates its responses against the description. */
export function describeRoute(description: Description) {
  const check = checking(description)
  const checked = createMiddleware<Worker>((c, next) => (c.env.RESPONSE_CHECKS === 'on' ? check(c, next) : next()))
  return marked(checked, { description })
}

const checking =
  (description: Description): MiddlewareHandler<Worker> =>
  async (c, next) => {
    await next()
    // A response that is sent in parts is not validated, because it must not wait until it is complete.
    if (!c.get('isWrittenInParts')) await checkAnswer(description, c.req.method, c.req.path, c.res)
  }

async function checkAnswer(description: Description, method: string, path: string, answer: Response): Promise<void> {
  if (answer.status >= 400 || answer.status === 304) return
  const schema = description.answers[answer.status as 200]
  if (schema === undefined)
    throw new Error(`${method} ${path} answered ${answer.status}, which its description does not have`)
  const isFile =
    description.file !== undefined && (answer.headers.get('Content-Type') ?? '').startsWith(description.file)
  if (schema === null || isFile) return
  const checked = z.safeParse(schema, await answer.clone().json())
  if (!checked.success)
    throw new Error(
      `${method} ${path} answered another shape: ${checked.error.issues
        .slice(0, 5)
        .map((issue) => `${issue.path.join('.')} ${issue.code} ${issue.message}`)
        .join('; ')}`,
    )
}
