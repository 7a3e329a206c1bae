import { Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

const page = '/pg/:program_id/profile/family/:attendee_id/merge'

/** The form that merges two records of one person, and its undo. It works with script off and answers script in JSON. */
export const mergeForms = new Hono<Worker>()
  .onError(errorResponse)
  .get(page, showFailureOnce)
  .post(page, requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const id = encodeURIComponent(c.req.param('attendee_id'))
    const from = textOf(fields, 'merge_from')
    const isUndo = textOf(fields, 'action') === 'undo'
    const answer = await postToApi(c, `/v1/profile/attendees/${id}/merge${isUndo ? '/undo' : ''}`, {
      ...(isUndo
        ? { method: 'POST', body: null }
        : { method: 'PUT', body: { merge_from: from, merge_into: c.req.param('attendee_id') } }),
      identity: await callerOf(c),
      language: textOf(fields, 'language') || pageLanguage(c),
    })
    const path = `/profile/family/${id}/merge`
    const here = pageOf(c, path, isUndo ? {} : { with: from })
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, here) })
    if (!answer.ok) return refuse(c, { answer, form: 'family-merge', fields: {}, page: here })
    const body = (await answer.json()) as object
    return accept(c, { body, status: 200, goTo: pageOf(c, path, { saved: isUndo ? 'undone' : 'merged' }), cookies: [] })
  })
