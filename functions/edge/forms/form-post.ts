import type { Context } from 'hono'
import { identityFromCookie, type Visitor } from '../../people/accounts/cookie-identity.ts'
import { languages } from '../../contract/field-rules.ts'
import { ApiError } from '../../contract/api-error.ts'
import { safeGoto } from '../../contract/goto.ts'
import { maxFileTextBytes } from '../../contract/upload-limits.ts'
import type { Worker } from '../../platform/context.ts'
import { fileText } from '../../platform/file-text.ts'
import { type BegunSession, pageAddress, pageLanguage } from '../form-answer.ts'
import type { postToApi } from '../post-to-api.ts'
import { readForm, readFormWithFiles, textOf } from '../read-form.ts'
import type { Form, FormPost } from './form.ts'

/** Reads a posted form. `toApi` makes its API calls as the customer who sent the form. */
export async function readPost(c: Context<Worker>, form: Form, toApi: typeof postToApi): Promise<FormPost> {
  const { fields, file, files, fileProblem } = await readFields(c.req.raw, form)
  const text = (name: string) => c.req.param(name) ?? textOf(fields, name)
  const filledIn = (pattern: string) => pattern.replaceAll(/:([a-z]\w*)/g, (_, name: string) => segmentOf(text(name)))
  let lookup: Promise<Visitor | null> | undefined
  const visitor = () => (lookup ??= identityFromCookie(c.var.ctx, c.req.raw))
  let begun: BegunSession | null = null
  const sender = async () =>
    form.sender === 'anonymous' ? null : (begun?.identity ?? (await visitor())?.identity ?? null)
  const language = languages.find((each) => each === text('language')) ?? pageLanguage(c)

  return {
    c,
    fields,
    file,
    files,
    fileProblem,
    text,
    goto: safeGoto(fields['goto'], c.env.SITE_ORIGIN, ''),
    visitor,
    begin: (session) => {
      begun = session
    },
    begun: () => begun,
    page: (path, query) => pageAddress(c, filledIn(path), query),
    send: async (call, body = null, options = {}) =>
      toApi(c, filledIn(pathOf(call)), {
        ...{ method: methodOf(call), body, identity: await sender(), language },
        ...options,
      }),
    also: async (call, body = null, identity) =>
      toApi(c, filledIn(pathOf(call)), {
        ...{ method: methodOf(call), body, language, isKeyless: true },
        identity: identity === undefined ? await sender() : identity,
      }),
  }
}

/** A text as one path segment; empty text and dot segments match no route. */
const segmentOf = (text: string): string => (/^\.{0,2}$/.test(text) ? '-' : encodeURIComponent(text.toWellFormed()))

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** Method and path of a call such as `PUT /v1/profile`. */
export const methodOf = (call: string) => methods.find((method) => call.startsWith(`${method} `)) ?? 'POST'
const pathOf = (call: string): string => call.slice(call.indexOf(' ') + 1)

type Posted = Pick<FormPost, 'fields' | 'file' | 'files' | 'fileProblem'>

async function readFields(request: Request, { reads, joins, fileText: textField }: Form): Promise<Posted> {
  if (reads === 'stream') return { fields: {}, file: null, files: new Map(), fileProblem: null }
  const { fields, files } = reads
    ? await readFormWithFiles(request)
    : { fields: await readForm(request), files: new Map<string, File>() }
  const file = files.get('file') ?? null
  const read = textField === undefined ? {} : await textOfFile(file, textOf(fields, textField))
  const kept = textField === undefined || read.text === undefined ? fields : { ...fields, [textField]: read.text }
  return { fields: joins ? joins(kept) : kept, file, files, fileProblem: read.problem ?? null }
}

/** The text of a chosen file, or the problem with it. Without a file, the form has the text already. */
async function textOfFile(file: File | null, written: string): Promise<{ text?: string; problem?: ApiError }> {
  const size = file?.size ?? written.length
  if (size > maxFileTextBytes) return { problem: new ApiError('file_too_large', { param: 'file' }) }
  if (file === null) return {}
  const text = fileText(new Uint8Array(await file.arrayBuffer()))
  return text === null ? { problem: new ApiError('invalid_file', { param: 'file' }) } : { text }
}
