import { ApiError } from '../../contract/api-error.ts'

/** The fields of a form body, in linear time; rejects a repeated name and more than `most` fields. */
export function uniqueFormFields(text: string, most: number): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(withinFieldCount(text, most))) {
    if (fields.has(name)) throw new ApiError('invalid_parameter', { param: name })
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

/** A form body with at most `most` fields, counted before parsing. */
export function withinFieldCount(text: string, most: number): string {
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    count += 1
    if (count > most) throw new ApiError('invalid_parameter', { param: 'body' })
  }
  return text
}
