import { Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { pick, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'

const path = '/pg/:program_id/roster'

/** The marks of a day's roster, one form each. They work with script off; the page opens again at the person who was marked. */
export const gateForms = new Hono<Worker>()
  .onError(errorResponse)
  .get(path, showFailureOnce)
  .post(path, requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const [token, marked_by, text] = ['token', 'marked_by', 'text'].map((name) => textOf(fields, name))
    const answer = await postToApi(c, '/v1/roster', {
      body: {
        program_id: c.req.param('program_id'),
        token,
        ...pick(fields, ['registration_id', 'status']),
        ...(marked_by ? { marked_by } : {}),
      },
      language: textOf(fields, 'language') || pageLanguage(c),
      // One form has several buttons: each is a request of its own.
      key: `${textOf(fields, 'key')}:${textOf(fields, 'status')}`.slice(0, 64),
    })
    const page = pageOf(c, '/roster', { token: token ?? '', by: marked_by ?? '', text: text ?? '' })
    if (!answer.ok) return refuse(c, { answer, form: 'roster', fields: {}, page })
    const place = encodeURIComponent(textOf(fields, 'registration_id'))
    return accept(c, { body: {}, status: 200, goTo: `${page}#${place}`, cookies: [] })
  })
