import { type Context, Hono } from 'hono'
import { notificationReasonNames, preferenceTopics, rulesOf } from '../contract/delivery/notification.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, isTicked, readForm, textOf } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

const path = '/profile/preferences'

/** The preferences page: what reaches the customer by which channel, and a yes or no to the program's news. Its form works with script off. */
export const preferenceForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/profile/preferences', showFailureOnce)
  .post('/pg/:program_id/profile/preferences', requestContext, requireOwnOrigin, async (c) => {
    const fields = await readForm(c.req.raw)
    const page = pageOf(c, path)
    const answer = await savePreferences(c, fields)
    if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    if (!answer.ok) return refuse(c, { answer, form: 'preferences', fields: {}, page })
    const body = (await answer.json()) as object
    return accept(c, { body, status: 200, goTo: pageOf(c, path, { saved: '1' }), cookies: [] })
  })

/** What was chosen, and after it a yes or no to news where it is another than before. */
async function savePreferences(c: Context<Worker>, fields: Fields): Promise<Response> {
  const call = { identity: await callerOf(c), language: pageLanguage(c) }
  const answer = await postToApi(c, '/v1/profile/preferences/notifications', {
    ...call,
    method: 'PUT',
    body: { enabled: isTicked(fields, 'enabled'), notifications: changedRows(fields) },
  })
  const is_subscribed = isTicked(fields, 'is_subscribed')
  if (!answer.ok || is_subscribed === isTicked(fields, 'was_subscribed')) return answer
  const joined = await postToApi(c, `/v1/profile/programs/${c.req.param('program_id')}`, {
    ...call,
    body: { is_subscribed },
  })
  return joined.ok ? answer : joined
}

/** The rows whose box is not as the page showed it; a row that was not shown stays as it is. */
function changedRows(fields: Fields) {
  return preferenceTopics.flatMap((topic) => {
    const changes = (['email', 'push'] as const).flatMap((channel) => {
      const box = `${channel}_${topic}`
      const isOn = isTicked(fields, box)
      return textOf(fields, `was_${box}`) === '' || isOn === isTicked(fields, `was_${box}`) ? [] : [[channel, isOn]]
    })
    if (changes.length === 0) return []
    const reasons = notificationReasonNames.filter((reason) => rulesOf(reason).topic === topic)
    return reasons.map((reason) => ({ reason, ...Object.fromEntries(changes) }))
  })
}
