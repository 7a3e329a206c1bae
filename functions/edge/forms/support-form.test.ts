import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Worker } from '../../platform/context.ts'
import { findFormFailure } from '../../in-process.ts'
import { type Bench, collectInto, openBench } from '../../test-bench/bench.ts'
import { unique } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { formRoutes } from './answer-form.ts'
import { contactForms } from './contact-forms.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
})

// The page of the rejected form is the response itself.
const site = new Hono<Worker>()
  .route('/', formRoutes(contactForms))
  .all('*', async (c) => c.json({ method: c.req.method, failure: await findFormFailure(c.req.raw, c.env, 'support') }))

async function send(fields: Record<string, string>, headers: Record<string, string> = {}, path = '/support') {
  const waiting: Promise<unknown>[] = []
  const executionCtx = collectInto((work) => void waiting.push(work))
  const own = { Origin: bench.env.SITE_ORIGIN, 'Sec-Fetch-Site': 'same-origin', ...headers }
  const init = { method: 'POST', headers: own, body: new URLSearchParams(fields) }
  const answer = await site.request(`${bench.env.SITE_ORIGIN}${path}`, init, bench.env, executionCtx)
  await Promise.allSettled(waiting)
  return answer
}
const fields = (more: Record<string, string> = {}) => ({
  type: 'billing',
  issue_billing: 'payment_failed',
  issue_problem: 'page_error',
  summary: 'My payment failed',
  description: 'I pressed Pay and nothing happened.',
  reporter_name: 'Nadia Roy',
  reporter_email: `form${unique()}@example.com`,
  ...more,
})
const stored = async (email: string) =>
  bench.env.DB.prepare('SELECT * FROM support_reports WHERE reporter_email = ?').bind(email).all()

describe('the support form, without JavaScript', () => {
  it('a report contains the error details only if their box is ticked', async () => {
    const failure = { failure_type: 'insufficient_funds', failure_code: '402', failure_path: '/api/v1/x?secret=1' }
    const body = fields({
      program_id: programId,
      url: `/pg/${programId}/checkout/ord_1`,
      key: 'key-1',
      ...failure,
      failure: '1',
    })
    const answers = [
      await send(body, {}, `/support?program_id=${programId}&type=insufficient_funds&code=402`),
      await send(body, {}, `/support?program_id=${programId}`),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(303)
      expect(answer.headers.get('Location')).toMatch(new RegExp(`^/support\\?program_id=${programId}&sent=S-\\d+$`))
    }
    const { results } = await stored(body.reporter_email)
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({
      type: 'billing',
      issue_type: 'payment_failed',
      url: `${bench.env.SITE_ORIGIN}/pg/${programId}/checkout/ord_1`,
      failure: JSON.stringify({
        type: 'insufficient_funds',
        code: 402,
        message: null,
        param: null,
        path: '/api/v1/x',
        timestamp: null,
      }),
    })
    const without = fields(failure)
    await send(without)
    expect((await stored(without.reporter_email)).results).toMatchObject([{ failure: null }])
  })

  it('a rejected report keeps every word of a long text', async () => {
    const description = 'A long story. '.repeat(340)
    const answer = await send(fields({ reporter_email: 'not an email', description }))
    expect(answer.status).toBe(400)
    expect(answer.headers.getSetCookie()).toEqual([])
    const { method, failure } = (await answer.json()) as { method: string; failure: Record<string, unknown> }
    expect(method).toBe('GET')
    expect(failure).toMatchObject({ type: 'invalid_email', param: 'reporter_email', values: { description } })
  })

  it.each([
    [{ type: '' }, 'type'],
    [{ issue_billing: '' }, 'issue_type'],
    [{ summary: '' }, 'summary'],
  ])('the support form with the values %o reports its missing field', async (more, param) => {
    const { failure } = (await (await send(fields(more))).json()) as { failure: { errors: { param: string }[] } }
    expect(failure.errors.map((error) => error.param)).toContain(param)
  })
})
