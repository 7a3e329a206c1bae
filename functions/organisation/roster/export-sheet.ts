import type { ReadFor } from '../../contract/organisation/health.ts'
import type { Sheet, SheetColumn, SheetEntry, SheetQuery } from '../../contract/organisation/sheet.ts'
import { sheetWords } from '../../contract/sentences/sheet-words.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { csvFile } from '../../platform/middleware/csv-file.ts'
import { loadSheet } from './load-sheet.ts'

type Words = (typeof sheetWords)['en']
type Cell = string | number | null
/** Headings and cells of a column: one, or one for each question. */
type Printed = { heads: string[]; cells: (entry: SheetEntry) => Cell[] }

/** The sheet of an event as a file for spreadsheets. */
export async function exportSheet(
  ctx: OrganiserContext,
  input: SheetQuery & ReadFor & { program_id: string; key: string },
): Promise<string> {
  const sheet = await loadSheet(ctx, input)
  const words = sheetWords[ctx.language]
  const printed = sheet.columns.map((column) => printedColumn(column, sheet, words))
  return csvFile(
    [
      [...words.name, ...printed.flatMap(({ heads }) => heads)],
      ...sheet.entries.map((entry) => [
        entry.last_name,
        entry.first_name,
        ...printed.flatMap(({ cells }) => cells(entry)),
      ]),
    ],
    ctx.language,
  )
}

function printedColumn(column: SheetColumn, sheet: Sheet, words: Words): Printed {
  switch (column) {
    case 'health':
      return {
        heads: words.health,
        cells: ({ health }) => [
          health?.medical_history ?? null,
          health?.dietary_restrictions ?? null,
          (health?.answers ?? []).map(({ text }) => text).join('; '),
        ],
      }
    case 'answers':
    case 'consents': {
      const answered = new Set(sheet.entries.flatMap((entry) => (entry[column] ?? []).map(({ field_id }) => field_id)))
      const questions = sheet.questions.filter(({ id }) => answered.has(id))
      return {
        heads: questions.map(({ title }) => title),
        cells: (entry) =>
          questions.map(({ id }) => entry[column]?.find(({ field_id }) => field_id === id)?.text ?? null),
      }
    }
    default:
      return { heads: [words.columns[column]], cells: (entry) => [cellOf(column, entry, { sheet, words })] }
  }
}

function cellOf(
  column: Exclude<SheetColumn, 'answers' | 'consents' | 'health'>,
  entry: SheetEntry,
  { sheet, words }: { sheet: Sheet; words: Words },
): Cell {
  const person = ({ name, phone }: { name: string | null; phone: string | null }) =>
    [name, phone].filter((part) => part !== null).join(' ')
  switch (column) {
    case 'check_in':
      return entry.check_in ? words.checkIn[entry.check_in.status] : null
    case 'group':
      return sheet.groups.find(({ key }) => key === entry.group)?.name ?? null
    case 'waiver': {
      const { status, signed } = entry.waiver ?? { status: null, signed: null }
      if (status === 'missing') return words.missing
      return signed
        ? words.signed(signed.version, signed.signed_by, dayInZone(Date.parse(signed.signed_at), sheet.timezone))
        : null
    }
    case 'missing':
      return (entry.missing ?? []).join('; ')
    case 'pick_up':
      return (entry.pick_up ?? []).map(person).join('; ')
    case 'phones':
      return (entry.phones ?? []).map(person).join('; ')
    case 'family':
      return entry.family
        ? person({ ...entry.family, name: `${entry.family.first_name} ${entry.family.last_name}` })
        : null
    case 'due':
      return entry.due?.amount.major_value ?? null
    default:
      return entry[column] ?? null
  }
}
