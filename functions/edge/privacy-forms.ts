import { Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { openExport } from '../records/privacy/open-export.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, isPressed, pick, readForm } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

const page = '/profile/privacy'

/** The page of one's own data: asking for it, downloading it, leaving and changing one's mind. Its forms work with script off. */
export const privacyForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/profile/privacy', showFailureOnce)
  .post('/pg/:program_id/profile/privacy', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const { path, saved, ...call } = callOf(c.req.param('program_id'), fields)
    const answer = await postToApi(c, path, { ...call, identity: await callerOf(c), language: pageLanguage(c) })
    if (answer.status === 401)
      return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, pageOf(c, page)) })
    if (!answer.ok) return refuse(c, { answer, form: 'privacy', fields: {}, page: pageOf(c, page) })
    const body = (await answer.json()) as object
    return accept(c, { body, status: answer.status, goTo: pageOf(c, page, { saved }), cookies: [] })
  })
  .get('/pg/:program_id/profile/privacy/export/:export_id', requestContext, async (c) => {
    const identity = await callerOf(c)
    if (!identity) return c.redirect(logInFirst(c, c.req.path), 303)
    const archive = await openExport(c.var.ctx, { export_id: c.req.param('export_id'), identity })
    return c.body(archive.body, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="my-data.zip"',
      'Content-Length': String(archive.size),
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
    })
  })

/** Which button was pressed: leave, stay, or the archive. */
function callOf(
  program_id: string,
  fields: Fields,
): { path: string; method?: 'DELETE'; body: object | null; saved: string } {
  if (isPressed(fields, 'leave'))
    return {
      path: '/v1/profile/customer',
      method: 'DELETE',
      body: { ...(isPressed(fields, 'password') ? pick(fields, ['password']) : {}), program_id },
      saved: 'leaving',
    }
  if (isPressed(fields, 'stay')) return { path: '/v1/profile/customer/restore', body: null, saved: 'staying' }
  return { path: '/v1/profile/export', body: { program_id }, saved: 'export' }
}
