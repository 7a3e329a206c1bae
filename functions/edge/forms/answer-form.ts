import { Hono, type Next } from 'hono'
import type { Worker } from '../../platform/context.ts'
import { errorResponse } from '../../platform/middleware/error-response.ts'
import { requestContext } from '../../platform/middleware/request-context.ts'
import { accept, logInFirst, pageLanguage, refuse, showAgain } from '../form-answer.ts'
import { type RefusedForm, showFailureOnce } from '../form-failure.ts'
import { postToApi } from '../post-to-api.ts'
import { pick, wantsJson, requireOwnOrigin } from '../read-form.ts'
import type { CallBody, Form, FormAction, FormPost } from './form.ts'
import { ownKey } from './form-bodies.ts'
import { methodOf, readPost } from './form-post.ts'

/** A form with the overrides of the pressed button. */
type Chosen = Form & FormAction
type Posted = { post: FormPost; chosen: Chosen; next: Next }

/**
 * Handles the forms of a table. They work without JavaScript and answer scripts in JSON; `toApi` makes their API calls.
 */
export function formRoutes(forms: readonly Form[], toApi = postToApi): Hono<Worker> {
  const app = new Hono<Worker>().onError(errorResponse)
  const pages = forms.flatMap(({ path, page = path, actions = [] }) => [
    page,
    ...actions.map((each) => each.page ?? page),
  ])
  for (const page of new Set(pages)) app.get(page, showFailureOnce)
  for (const form of forms)
    app.post(form.path, requestContext, requireOwnOrigin, async (c, next) => {
      // A form that is shown again is a page by now, though the address of a form below has a place for its last word.
      if (c.req.raw.method !== 'POST') return next()
      const post = await readPost(c, form, toApi)
      return answerForm({ post, chosen: { ...form, ...pressedButton(form, post) }, next })
    })
  return app
}

const pressedButton = ({ actions = [] }: Form, post: FormPost): FormAction | undefined =>
  actions.find(({ when = {} }) =>
    typeof when === 'function'
      ? when(post)
      : Object.entries(when).every(([name, value]) =>
          value === true ? post.text(name) !== '' : post.text(name) === value,
        ),
  )

async function answerForm(posted: Posted): Promise<Response | undefined> {
  const { post, chosen } = posted
  const { c } = post
  if (post.fileProblem) return sendBack(posted, errorResponse(post.fileProblem, c))
  if (chosen.call === undefined) {
    const refused = await chosen.keeps?.(post)
    if (refused) return sendBack(posted, refused)
    return chosen.redraws ? redraw(posted) : c.redirect(formPage(posted), 303)
  }
  const answer = chosen.refuses?.(post) ?? (await makeCall(chosen, post))
  if (chosen.answers === 'asIs') return asIs(answer)
  const second = answer.ok ? await chosen.also?.(post) : null
  const refusal = [answer, second].find((each) => each?.ok === false)
  if (refusal) return sendBack(posted, refusal)
  if (chosen.redraws && !wantsJson(c.req.raw)) return redraw(posted)

  const answered = (await answer.json()) as CallBody
  const cookies = [...(post.begun()?.cookies ?? []), ...((await chosen.taken?.(post, answered, answer)) ?? [])]
  const { page = chosen.path, next = page, saved = '' } = chosen
  const goTo = typeof next === 'function' ? await next(post, answered) : post.page(next, { saved })
  return accept(c, { body: chosen.answers === 'none' ? {} : answered, status: answer.status, goTo, cookies })
}

async function makeCall({ call = '', body, key = ownKey }: Chosen, post: FormPost): Promise<Response> {
  if (typeof call === 'function') return call(post)
  // When the form changes the language, the new language differs from the page's.
  const isChanged = Array.isArray(body) && body.includes('language')
  return post.send(call, bodyOf(body, post), {
    ...(methodOf(call) === 'POST' ? { key: key(post) } : {}),
    ...(isChanged ? { language: pageLanguage(post.c) } : {}),
  })
}

function bodyOf(body: FormAction['body'], post: FormPost): unknown {
  if (typeof body === 'function') return body(post)
  return body === undefined ? null : { ...pick(post.fields, body), ...pick(post.c.req.param(), body) }
}

/** The form's page as it was when the form was sent. */
function formPage({ post, chosen: { path, page = path, back = [] } }: Posted): string {
  if (typeof back === 'function') return post.page(page, back(post))
  return post.page(page, Object.fromEntries(back.map((name) => [name, post.text(name)])))
}

/** Returns to the page, which shows the error; a customer without a session logs in first. */
async function sendBack(posted: Posted, answer: Response): Promise<Response | undefined> {
  const { post, chosen, next } = posted
  const { c, fields } = post
  const { form, sender = 'customer', showsAgain = false, fileText = null } = chosen
  const page = formPage(posted)
  if (answer.status === 401 && sender === 'customer')
    return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
  if (!showsAgain || wantsJson(c.req.raw)) {
    for (const cookie of post.begun()?.cookies ?? []) c.header('Set-Cookie', cookie, { append: true })
    return refuse(c, { answer, form, fields, page })
  }
  const error = (await answer.json()) as RefusedForm['error']
  const isWhole = showsAgain === 'whole'
  await showAgain(c, next, { error, fields, form, isWhole, longField: fileText, session: post.begun() })
  return undefined
}

/** Shows the page with its input and without an error. A script is sent to the page. */
async function redraw(posted: Posted): Promise<Response | undefined> {
  const { post, chosen, next } = posted
  const { c, fields } = post
  if (wantsJson(c.req.raw)) return c.redirect(formPage(posted), 303)
  const error = { code: 200, type: 'none', message: '', param: null, path: '', timestamp: '', errors: [] }
  const { form, fileText = null } = chosen
  await showAgain(c, next, { error, fields, form, isWhole: true, longField: fileText, session: post.begun() })
  return undefined
}

// The API's response for the page's script; it contains no token.
const asIs = (answer: Response): Response =>
  new Response(answer.body, {
    status: answer.status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  })
