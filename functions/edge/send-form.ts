import type { Context } from 'hono'
import type { FormFailure } from '../contract/people/account.ts'
import type { Worker } from '../platform/context.ts'
import { accept, pageLanguage, refuse } from './form-answer.ts'
import { postToApi } from './post-to-api.ts'
import { type Fields, textOf } from './read-form.ts'
import { callerOf, logInFirst } from './sign-in-forms.ts'

type Answered = { id: string; result?: string; status?: string }
export type SendFormInput = {
  call: { path: string; method: 'POST' | 'PUT' | 'DELETE'; body: object | null; key?: string }
  fields: Fields
  form: FormFailure['form']
  page: string
  goTo: (answered: Answered) => string
}

/** Makes the call of a form as the customer who sent it, and answers: script with the id, a browser with the page to go on to. */
export async function sendForm(
  c: Context<Worker>,
  { call, fields, form, page, goTo }: SendFormInput,
): Promise<Response> {
  const answer = await postToApi(c, call.path, {
    ...call,
    identity: await callerOf(c),
    language: textOf(fields, 'language') || pageLanguage(c),
  })
  if (!answer.ok) return refuseForm(c, { answer, fields, form, page })
  const body = (await answer.json()) as Answered
  return accept(c, { body: { id: body.id } as object, status: 200, goTo: goTo(body), cookies: [] })
}

/** Answers a form whose call was refused: without a log-in it is logged in first. */
export const refuseForm = async (
  c: Context<Worker>,
  { answer, fields, form, page }: Pick<SendFormInput, 'fields' | 'form' | 'page'> & { answer: Response },
): Promise<Response> =>
  answer.status === 401
    ? refuse(c, { answer, form: 'login', fields: {}, page: logInFirst(c, page) })
    : refuse(c, { answer, form, fields, page })
