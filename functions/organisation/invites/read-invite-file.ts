import { Email, type Language, PersonName } from '../../contract/field-rules.ts'
import type { FieldError } from '../../contract/api-error.ts'
import { type InviteColumn, inviteColumns, maxInviteRows } from '../../contract/organisation/invite.ts'
import { fieldSentence } from '../../contract/sentences/sentence.ts'
import { readCsv } from '../../platform/middleware/csv-file.ts'

export type InviteRow = Record<InviteColumn, string>
/** The good rows of a file and the errors of the others. */
export type InviteFile = { count: number; rows: InviteRow[]; errors: FieldError[] }

const rules = { email: Email, first_name: PersonName, last_name: PersonName }

/**
 * Reads a CSV of people to invite; null if it is unreadable, lacks one of the three columns, or has no rows or too
 * many.
 */
export async function readInviteFile(bytes: Uint8Array, language: Language): Promise<InviteFile | null> {
  const lines = await readCsv(bytes, 1 + maxInviteRows)
  if (!lines) return null
  const [head = [], ...body] = lines
  const columns = head.map((name) => name.trim().toLowerCase())
  const isKnown = inviteColumns.every((name) => columns.filter((each) => each === name).length === 1)
  if (!isKnown || columns.length !== inviteColumns.length) return null
  if (body.length === 0) return null

  const errors: FieldError[] = []
  const rows = body.flatMap((cells, index) => {
    const before = errors.length
    const row = { email: '', first_name: '', last_name: '' }
    for (const column of inviteColumns) {
      const checked = rules[column].safeParse(cells[columns.indexOf(column)] ?? '')
      if (checked.success) row[column] = checked.data
      else errors.push(errorOf(checked.error.issues[0], { param: `rows[${index + 1}].${column}`, language }))
    }
    if (cells.length > columns.length)
      errors.push({
        type: 'unknown_parameter',
        param: `rows[${index + 1}]`,
        message: fieldSentence('unknown_parameter', language),
      })
    return errors.length === before ? [row] : []
  })
  return { count: body.length, rows, errors }
}

type Issue = { message: string; params?: { maximum?: number } } | undefined
function errorOf(issue: Issue, { param, language }: { param: string; language: Language }): FieldError {
  const type = issue?.message ?? 'invalid_parameter'
  return { type, param, message: fieldSentence(type, language, issue?.params?.maximum) }
}
