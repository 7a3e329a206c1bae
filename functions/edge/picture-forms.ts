import { type Context, Hono } from 'hono'
import type { StoredFile } from '../contract/file.ts'
import type { Worker } from '../platform/context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { mediaType } from '../platform/middleware/read-upload.ts'
import { requestContext } from '../platform/middleware/request-context.ts'
import { accept, pageLanguage, pageOf, refuse } from './form-answer.ts'
import { postToApi } from './post-to-api.ts'
import { requireOwnOrigin } from './require-own-origin.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

/** The picture of the customer and of each person of the family: a file is uploaded and made theirs; any other post takes the picture away. */
export const pictureForms = new Hono<Worker>()
  .onError(errorResponse)
  .post('/pg/:program_id/profile/picture', requestContext, requireOwnOrigin, (c) =>
    savePicture(c, { person: '/v1/profile', page: '/profile/edit', next: '/profile/edit', saved: '1' }),
  )
  .post('/pg/:program_id/profile/family/:attendee_id/picture', requestContext, requireOwnOrigin, (c) => {
    const id = encodeURIComponent(c.req.param('attendee_id'))
    const next = `/profile/family/${id}`
    return savePicture(c, {
      person: `/v1/profile/attendees/${id}`,
      page: `${next}/edit-personal`,
      next,
      saved: 'changed',
    })
  })

type PictureOf = { person: string; page: string; next: string; saved: string }

async function savePicture(c: Context<Worker>, { person, page, next, saved }: PictureOf): Promise<Response> {
  const identity = await callerOf(c)
  const input = { identity, language: pageLanguage(c) }
  const isUpload = mediaType(c.req.header('Content-Type') ?? '') === 'multipart/form-data'
  // The body goes on as it comes in: how much of it is read is the call's matter.
  const uploaded = isUpload ? await postToApi(c, '/v1/files', { ...input, body: c.req.raw.body }) : null
  const answer =
    uploaded && !uploaded.ok
      ? uploaded
      : await postToApi(c, person, {
          ...input,
          method: 'PUT',
          isKeyless: true,
          body: { picture_url: await address(uploaded) },
        })
  const from = pageOf(c, page)
  if (answer.status === 401) return refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, from) })
  if (!answer.ok) return refuse(c, { answer, form: 'picture', fields: {}, page: from })
  return accept(c, { body: {}, status: 200, goTo: pageOf(c, next, { saved }), cookies: [] })
}

const address = async (uploaded: Response | null): Promise<string | null> =>
  uploaded ? `/uploads/${((await uploaded.json()) as StoredFile).id}` : null
