import type { ErrorBody } from '../../contract/api-error.ts'
import { answerParam, answersInForm } from '../../contract/booking/answer-fields.ts'
import type { Answer } from '../../contract/booking/registration.ts'
import type { StoredFile } from '../../contract/file.ts'
import type { FormPost } from './form.ts'

/**
 * Makes a call with the answers of a form, after storing the files among them. A file that is rejected is answered with
 * its question, and the call is not made.
 */
export async function withAnswers(post: FormPost, call: (answers: Answer[]) => Promise<Response>): Promise<Response> {
  for (const [name, file] of post.files) {
    // The name of the file's field is that of its answer and `:file`.
    const [, answer, id] = /^(answer:file:([^:]+)):file$/.exec(name) ?? []
    if (answer === undefined || id === undefined) continue
    const form = new FormData()
    form.set('purpose', 'attachment')
    form.set('file', file)
    const stored = await post.also('POST /v1/files', form)
    if (!stored.ok) return refusedFile(stored, answerParam({ id }))
    // A form that is rejected later is shown with its file.
    post.fields[answer] = ((await stored.json()) as StoredFile).id
  }
  return call(answersInForm(post.fields))
}

/** The error about a file with the field of the form that has the file. */
export async function refusedFile(refusal: Response, field: string): Promise<Response> {
  const error = (await refusal.json()) as ErrorBody
  const fieldOf = (param: string | null) => (param === 'file' ? field : param)
  const body = {
    ...error,
    param: fieldOf(error.param),
    errors: error.errors.map((each) => ({ ...each, param: fieldOf(each.param) })),
  }
  const headers = new Headers(refusal.headers)
  headers.delete('Content-Length')
  return Response.json(body, { status: refusal.status, headers })
}
