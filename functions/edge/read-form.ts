import { ApiError } from '../contract/api-error.ts'
import { withinFieldCount } from '../platform/middleware/form-fields.ts'
import { readLimitedBody, textOfBody } from '../platform/middleware/read-limited-body.ts'

/** What a form or a script sent: text from a form, any JSON value from a script. */
export type Fields = Record<string, unknown>

/** Whether the answer goes to script rather than to a browser's navigation. */
export const wantsJson = (request: Request): boolean =>
  /\bapplication\/json\b/.test(request.headers.get('Accept') ?? '')

/** More than a page has; a body of nothing but names costs no more than a form. */
const maxFields = 2000

/** Reads a posted body of one of the three kinds a page sends; anything else is refused. */
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

/** The parts of a form with a file, read up to `most` bytes. */
export async function readParts(request: Request, most: number): Promise<FormData> {
  return partsOf(await readLimitedBody(request, most), request)
}

/** A form of parts whose marks are missing or broken cannot be read. */
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
export function textsOf(entries: Iterable<[string, FormDataEntryValue]>): Fields {
  return Object.fromEntries([...entries].filter(([, value]) => typeof value === 'string'))
}

function fieldsOf(text: string): Fields {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  } catch {
    // Refused below with everything else that is no object.
  }
  throw new ApiError('invalid_json')
}

/** The named fields that were sent and not left empty. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]))
}

/** A field's text, empty when it is none. */
export const textOf = (fields: Fields, name: string): string => (typeof fields[name] === 'string' ? fields[name] : '')

/** Whether a box is ticked, or a script says true. */
export const isTicked = (fields: Fields, box: string): boolean =>
  fields[box] === true || ['on', 'true', '1'].includes(textOf(fields, box))

/** Whether a post came without any body. */
export const withoutBody = (request: Request): boolean => request.body === null
