import type { FieldError } from '../../../contract/api-error.ts'
import type { Language } from '../../../contract/field-rules.ts'
import { type ColumnMapping, type ImportField, importFields } from '../../../contract/organisation/event-import.ts'
import { plainWord } from '../../../contract/organisation/written-words.ts'
import type { ImportWords } from '../../../contract/sentences/import-words.ts'

/** Other names of columns in exports of other systems and spreadsheets, in English and French. */
const aliases: Partial<Record<ImportField, readonly string[]>> = {
  key: [
    'id',
    'code',
    'course id',
    'course code',
    'activity number',
    'activity id',
    'program id',
    'session id',
    'numero',
  ],
  type: ['kind', 'category type', 'genre'],
  name: [
    'event',
    'event name',
    'course',
    'course name',
    'class',
    'camp',
    'camp name',
    'activity',
    'activity name',
    'nom',
    'activite',
  ],
  summary: ['short description', 'resume'],
  venue: ['venues', 'location', 'facility', 'site', 'lieu', 'emplacement'],
  online: ['virtual', 'en ligne'],
  tags: ['tag', 'category', 'categories', 'categorie'],
  questions: ['form questions'],
  products: ['add ons'],
  picture_url: ['image', 'picture', 'photo'],
  registration_url: ['registration link'],
  starts_on: [
    'start date',
    'starts',
    'start',
    'date',
    'first day',
    'begin date',
    'starts at',
    'date de debut',
    'debut',
  ],
  starts_time: ['start time', 'begin time', 'from', 'heure de debut'],
  ends_on: ['end date', 'ends', 'end', 'last day', 'ends at', 'date de fin', 'fin'],
  ends_time: ['end time', 'until', 'to', 'heure de fin'],
  times: ['time', 'hours', 'heures', 'horaire'],
  option: ['option name', 'ticket', 'rate', 'fee name'],
  price: ['cost', 'fee', 'fees', 'amount', 'prix', 'tarif', 'cout'],
  places: [
    'spots',
    'spaces',
    'capacity',
    'max participants',
    'maximum participants',
    'spots total',
    'nombre de places',
  ],
  minimum_age: ['min age', 'age from', 'minimum age', 'age minimum'],
  maximum_age: ['max age', 'age to', 'maximum age', 'age maximum'],
  ages: ['age', 'age range', 'age group', 'groupe d age'],
  pool: ['shared places'],
  pool_places: ['places together', 'shared places total'],
  sale_starts: [
    'sale start',
    'registration opens',
    'registration start',
    'registration start date',
    'inscriptions des',
  ],
  sale_ends: ['sale end', 'registration closes', 'registration end', 'registration end date'],
  balance_days: ['balance due days before'],
  balance_on: ['balance due', 'balance due on'],
  instalments: ['installments', 'payment dates', 'instalments due', 'versements'],
  refund: ['refunds', 'refund policy', 'cancellation policy', 'remboursement', 'politique de remboursement'],
  refund_kept: ['kept on refund', 'refund fee', 'frais d annulation'],
  session_packages: ['passes', 'pass required', 'packages'],
  membership_packages: ['memberships', 'members only', 'membership required', 'adhesions'],
  name_en: ['english name', 'nom en anglais'],
  name_fr: ['french name', 'nom en francais'],
  summary_en: ['english summary', 'resume en anglais'],
  summary_fr: ['french summary', 'resume en francais'],
  description_en: ['english description', 'description en anglais'],
  description_fr: ['french description', 'description en francais'],
  option_en: ['english option name', 'option en anglais'],
  option_fr: ['french option name', 'option en francais'],
}

const plain = (header: string): string =>
  plainWord(header)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
const byName = new Map<string, ImportField>(
  importFields.flatMap((field) => [field, ...(aliases[field] ?? [])].map((name) => [plain(name), field] as const)),
)

const isField = (name: string): name is ImportField => (importFields as readonly string[]).includes(name)
/** A text in the language of the program is the text itself. */
function inOwnLanguage(field: ImportField, language: Language): ImportField {
  const own = field.endsWith(`_${language}`) ? field.slice(0, -language.length - 1) : field
  return isField(own) ? own : field
}

type Columns = { columns: (ImportField | null)[]; mapping: ColumnMapping; mistakes: FieldError[] }

/**
 * The field of each column of a file: as the mapping says, otherwise by its name. An unknown column is a
 * mistake, so that no part of a file is ignored unnoticed.
 */
export function mapColumns(
  headers: readonly string[],
  chosen: ColumnMapping,
  { isSaved, language, words }: { isSaved: boolean; language: Language; words: ImportWords },
): Columns {
  const mistakes: FieldError[] = []
  const seen = new Map<ImportField, string>()
  const columns = headers.map((header): ImportField | null => {
    const named = Object.hasOwn(chosen, header) ? chosen[header] : byName.get(plain(header))
    const field = named ? inOwnLanguage(named, language) : named
    if (field === undefined && header === '') return null
    if (field === undefined) {
      const message = words.unknownColumn(header, importFields.join(', '))
      mistakes.push({ type: 'unknown_parameter', param: `rows[1].${header}`, message, line: 1 })
      return null
    }
    const other = field === null ? undefined : seen.get(field)
    if (field !== null && other !== undefined) {
      const message = words.sameField(other, header, field)
      mistakes.push({ type: 'invalid_option', param: `rows[1].${header}`, message, line: 1 })
      return null
    }
    if (field !== null) seen.set(field, header)
    return field
  })
  const missing = isSaved ? [] : Object.keys(chosen).filter((header) => !headers.includes(header))
  mistakes.push(
    ...missing.map((header) => ({
      type: 'invalid_option',
      param: `mapping.${header}`,
      message: words.noColumn(header, headers.join(', ')),
    })),
  )
  if (mistakes.length === 0 && !seen.has('key') && !seen.has('name'))
    mistakes.push({
      type: 'required',
      param: 'rows[1]',
      message: words.noKeyColumn,
      line: 1,
    })
  const mapping = Object.fromEntries(
    headers.flatMap((header, at) => (header === '' ? [] : [[header, columns[at] ?? null]])),
  )
  return { columns, mapping, mistakes }
}
