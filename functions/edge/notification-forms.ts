import { Hono } from 'hono'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { pageOf } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { sendForm } from './send-form.ts'
import { callerOf } from './sign-in-forms.ts'

const path = '/profile/notifications'
const ofOne = ['mark', 'unmark', 'archive', 'unarchive']
const ofAll = ['mark_all', 'archive_all']
const part = encodeURIComponent

/** The page of notifications: one or all of them read or archived, with script off too, and the count of the bell. */
export const notificationForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/profile/notifications', showFailureOnce)
  .get('/pg/:program_id/profile/notifications/unread', requestContext, async (c) => {
    c.header('Cache-Control', 'no-store')
    const identity = await callerOf(c)
    if (!identity) return c.json({ unread: 0 })
    const list = `/v1/programs/${part(c.req.param('program_id'))}/notifications`
    const answer = await postToApi(c, `${list}?limit=0&is_read=false&is_archived=false`, {
      method: 'GET',
      body: null,
      identity,
    })
    return c.json({ unread: answer.ok ? ((await answer.json()) as { total: number }).total : 0 })
  })
  .post('/pg/:program_id/profile/notifications', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const act = textOf(fields, 'act')
    const isOfAll = ofAll.includes(act)
    const change = ofOne.includes(act) ? act : 'mark'
    const before = textOf(fields, 'before')
    const list = `/v1/programs/${part(c.req.param('program_id'))}/notifications`
    const page = pageOf(c, path, { show: textOf(fields, 'show'), skip: textOf(fields, 'skip') })
    return sendForm(c, {
      call: {
        path: isOfAll ? `${list}/${act}` : `${list}/${part(textOf(fields, 'notification_id'))}/${change}`,
        method: 'POST',
        body: isOfAll ? { ...(before === '' ? {} : { before }) } : null,
      },
      fields: {},
      form: 'notifications',
      page,
      goTo: () => pageOf(c, path, { show: textOf(fields, 'show'), saved: isOfAll ? act : change }),
    })
  })
