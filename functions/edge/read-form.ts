import { createMiddleware } from 'hono/factory'
import { ApiError } from '../contract/api-error.ts'
import type { Worker } from '../platform/context.ts'
import { isSameOrigin } from '../platform/middleware/cross-origin.ts'
import { withinFieldCount } from '../platform/middleware/form-fields.ts'
import { readLimitedBody, textOfBody } from '../platform/middleware/read-limited-body.ts'
import { mediaType } from '../platform/middleware/read-upload.ts'

const programId = /^[a-z0-9][a-z0-9-]{1,62}$/

/** Accepts posts from this site's pages only. A path that cannot be a program's is left to the 404 page. */
export const requireOwnOrigin = createMiddleware<Worker>(async (c, next) => {
  if (!isSameOrigin(c.req.raw, c.env.SITE_ORIGIN)) throw new ApiError('cross_origin')
  const input = c.req.param('program_id')
  if (input !== undefined && !programId.test(input)) throw new ApiError('not_found')
  await next()
})

/** The fields of a form or a script: text from a form, any JSON value from a script. */
export type Fields = Record<string, unknown>

/** True for a script's request, false for a browser's navigation. */
export const wantsJson = (request: Request): boolean =>
  /\bapplication\/json\b/.test(request.headers.get('Accept') ?? '')

/** The maximum number of fields, higher than on any page. It limits the cost of a body full of names. */
const maxFields = 2000

/** Reads a posted body of one of the three types that a page sends; rejects any other. */
export async function readForm(request: Request): Promise<Fields> {
  const bytes = await readLimitedBody(request)
  const type = (request.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type === 'multipart/form-data') return textsOf(await partsOf(bytes, request))
  const text = textOfBody(bytes)
  if (text === '') return {}
  if (type === 'application/x-www-form-urlencoded')
    return textsOf(new URLSearchParams(withinFieldCount(text, maxFields)))
  if (type !== 'application/json') throw new ApiError('content_type')
  return fieldsOf(text)
}

/** This limit is larger than the allowed files. The upload rejects a larger file, and the form keeps its input. */
const largestFormBytes = 35 * 1024 * 1024

/** Reads a posted form that may have files. The files are by the name of their field; empty ones are left out. */
export async function readFormWithFiles(request: Request): Promise<{ fields: Fields; files: Map<string, File> }> {
  if (mediaType(request.headers.get('Content-Type') ?? '') !== 'multipart/form-data')
    return { fields: await readForm(request), files: new Map() }
  const parts = await partsOf(await readLimitedBody(request, largestFormBytes), request)
  const files = [...parts].filter((part): part is [string, File] => part[1] instanceof File && part[1].size > 0)
  return { fields: textsOf(parts), files: new Map(files) }
}

/** A multipart form with missing or broken boundaries is unreadable. */
async function partsOf(bytes: Uint8Array<ArrayBuffer>, request: Request): Promise<FormData> {
  try {
    return await new Response(bytes, {
      headers: { 'Content-Type': request.headers.get('Content-Type') ?? '' },
    }).formData()
  } catch {
    throw new ApiError('invalid_json')
  }
}

/** The texts of a form, without its files. */
function textsOf(entries: Iterable<[string, FormDataEntryValue]>): Fields {
  return Object.fromEntries([...entries].filter(([, value]) => typeof value === 'string'))
}

function fieldsOf(text: string): Fields {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  } catch {
    // An invalid body is rejected below, like every other value that is not an object.
  }
  throw new ApiError('invalid_json')
}

/** The named fields that are not empty. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]))
}

/** A field's text; empty for any other value. */
export const textOf = (fields: Fields, name: string): string => (typeof fields[name] === 'string' ? fields[name] : '')

/** True for a ticked box, or a script's true. */
export const isTicked = (fields: Fields, box: string): boolean =>
  fields[box] === true || ['on', 'true', '1'].includes(textOf(fields, box))

/** True for a post without a body. */
export const withoutBody = (request: Request): boolean => request.body === null
