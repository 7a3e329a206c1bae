import { type Context, Hono, type Next } from 'hono'
import type { StoredFile } from '../contract/file.ts'
import type { Message } from '../contract/contact/message.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { mediaType } from '../platform/middleware/read-upload.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse, showAgain } from './form-answer.ts'
import { showFailureOnce } from './form-failure.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, readForm, readParts, textOf, textsOfParts } from './read-form.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

const path = '/profile/messages'
/** A file may be longer than is taken: then the call says so, and what was written is still there. */
const largestFormBytes = 35 * 1024 * 1024

/** A new message and an answer in a conversation, each with a file. They work with script off, and keep what was written when they are refused. */
export const messageForms = new Hono<Worker>()
  .onError(errorResponse)
  .get('/pg/:program_id/profile/messages', showFailureOnce)
  .get('/pg/:program_id/profile/messages/:message_id', showFailureOnce)
  .post('/pg/:program_id/profile/messages', requestContext, requireOwnOrigin, (c, next) => send(c, next, path))
  .post('/pg/:program_id/profile/messages/:message_id', requestContext, requireOwnOrigin, (c, next) =>
    send(c, next, `${path}/${encodeURIComponent(c.req.param('message_id'))}`),
  )

async function send(c: Context<Worker>, next: Next, page: string): Promise<Response | undefined> {
  const { fields, file } = await readMessage(c.req.raw)
  const key = textOf(fields, 'key')
    .replace(/[^\w-]/g, '')
    .slice(0, 60)
  const input = { identity: await callerOf(c), language: pageLanguage(c) }
  const toLogIn = (answer: Response) =>
    refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, pageOf(c, page)) })

  // What is refused in any case is refused before its file is kept.
  if (file && textOf(fields, 'body').trim() !== '') {
    const form = new FormData()
    form.set('purpose', 'attachment')
    form.set('file', file)
    const uploaded = await postToApi(c, '/v1/files', { ...input, body: form, ...(key ? { key: `${key}-f` } : {}) })
    if (uploaded.status === 401) return toLogIn(uploaded)
    if (!uploaded.ok) return again(c, next, { answer: uploaded, fields })
    const { id, name } = (await uploaded.json()) as StoredFile
    Object.assign(fields, { attachment: id, attachment_name: name })
  }
  const answer = await postToApi(c, '/v1/profile/messages', { ...input, body: messageOf(c, fields), key })
  if (answer.status === 401) return toLogIn(answer)
  if (!answer.ok) return again(c, next, { answer, fields })
  const { id } = (await answer.json()) as Message
  return accept(c, { body: {}, status: 201, goTo: pageOf(c, `${path}/${id}`, { saved: '1' }), cookies: [] })
}

async function again(
  c: Context<Worker>,
  next: Next,
  refused: { answer: Response; fields: Fields },
): Promise<undefined> {
  await showAgain(c, next, { ...refused, form: 'message' })
}

async function readMessage(request: Request): Promise<{ fields: Fields; file: File | null }> {
  if (mediaType(request.headers.get('Content-Type') ?? '') !== 'multipart/form-data')
    return { fields: await readForm(request), file: null }
  const form = await readParts(request, largestFormBytes)
  const file = form.get('file')
  return { fields: textsOfParts(form), file: file instanceof File && file.size > 0 ? file : null }
}

/** The body of the call: `about` names the kind and the id in one, as a choice of the form does. */
function messageOf(c: Context<Worker>, fields: Fields): Fields {
  const [kind = '', id = ''] = textOf(fields, 'about').split(':')
  const conversation_id = textOf(fields, 'conversation_id')
  const attachment = textOf(fields, 'attachment')
  const about = conversation_id
    ? { conversation_id }
    : ['order', 'registration', 'event'].includes(kind) && id
      ? { [`${kind}_id`]: id }
      : kind === 'membership'
        ? { context: kind }
        : {}
  return {
    ...about,
    program_id: c.req.param('program_id'),
    subject: textOf(fields, 'subject'),
    body: textOf(fields, 'body'),
    new_customer_profile: true,
    ...(attachment ? { attachments: [attachment] } : {}),
  }
}
