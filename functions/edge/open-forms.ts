import { type Context, Hono } from 'hono'
import type { SupportReport } from '../contract/contact/support.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { pageLanguage, showAgain } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, pick, readForm, textOf, wantsJson } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { callerOf } from './sign-in-forms.ts'

/** Forms that anyone may send, logged in or not. They work with script off. */
export const openForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/support', showFailureOnce)
  .post('/support', requestContext, requireOwnOrigin, async (c, next) => {
    const fields = await readForm(c.req.raw)
    const answer = await postToApi(c, '/v1/support', {
      body: reportOf(c, fields),
      identity: await callerOf(c),
      language: pageLanguage(c) ?? textOf(fields, 'language'),
      key: textOf(fields, 'key')
        .replace(/[^\w-]/g, '')
        .slice(0, 64),
    })
    if (wantsJson(c.req.raw)) return answer
    if (!answer.ok) return showAgain(c, next, { answer, fields, form: 'support' })
    const { reference } = (await answer.json()) as SupportReport
    c.header('Cache-Control', 'no-store')
    const query = new URL(c.req.url).searchParams
    for (const name of ['type', 'code', 'param', 'path', 'timestamp', 'about']) query.delete(name)
    query.set('sent', reference)
    return c.redirect(`/support?${query}`, 303)
  })

function reportOf(c: Context<Worker>, fields: Fields): Fields {
  const type = textOf(fields, 'type')
  const url = textOf(fields, 'url')
  const failure = Object.fromEntries(
    ['type', 'code', 'message', 'param', 'path', 'timestamp']
      .map((name) => [name, textOf(fields, `failure_${name}`)] as const)
      .filter(([, value]) => value !== ''),
  )
  return {
    ...pick(fields, ['reporter_name', 'reporter_email', 'summary', 'description', 'app_version']),
    type,
    // Each type has a list of its own on the page; an empty one is a field that was not filled in.
    issue_type: type === 'idea' ? 'other' : textOf(fields, `issue_${type}`) || '',
    program_id: textOf(fields, 'program_id') || null,
    url: url !== '' && URL.canParse(url, c.env.SITE_ORIGIN) ? new URL(url, c.env.SITE_ORIGIN).href : null,
    failure:
      textOf(fields, 'failure') !== '' && failure['type']
        ? { ...failure, ...(failure['code'] ? { code: Number(failure['code']) } : {}) }
        : null,
  }
}
