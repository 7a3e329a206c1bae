import type { Attendee } from '#contract/people/attendee'
import type { FormField, MergedFieldName } from '#contract/people/attendee-fields'
import type { MergedField, MergePreview } from '#contract/people/attendee-merge'
import type { Text } from '../../../locales/choose-language.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import { zoneWords } from '../account/zone-choices.ts'
import { labelOf, valueWords } from './member-fields.ts'

type Named = Pick<Attendee, 'first_name' | 'last_name' | 'date_of_birth'>

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{Letter}]/gu, '')
    .toLowerCase()
const minAlike = 3

/**
 * True when two records may be of one person: the first names are alike (`Sam` and `Samuel`), and the dates of birth
 * do not differ. Twins have different names, and cousins with one name have different dates of birth.
 */
export function isLikelyDuplicate(a: Named, b: Named): boolean {
  if (a.date_of_birth !== null && b.date_of_birth !== null && a.date_of_birth !== b.date_of_birth) return false
  const [short = '', long = ''] = [plain(a.first_name), plain(b.first_name)].sort((x, y) => x.length - y.length)
  return short === long || (short.length >= minAlike && long.startsWith(short))
}

/** One line of the table that previews a merge. */
export type MergeLine = { label: string; into: string; from: string; after: string }

/** The label of a field in a merge, which is that of the forms unless the merge has its own. */
export const mergeLabel = (text: Text, field: MergedFieldName): string =>
  (text.merge.fields as Partial<Record<MergedFieldName, string>>)[field] ?? labelOf(text, field as FormField)

/** The lines of a preview: every field that at least one record has, then what is transferred. */
export function mergeLines(preview: MergePreview, { text, locale }: ProgramContext): MergeLine[] {
  const { merge } = text
  const value = (field: MergedField['field'], raw: string | null, isThere: boolean): string => {
    if (!isThere) return merge.none
    if (raw === null || field === 'picture_url') return merge.onFile
    if (field === 'timezone') return zoneWords(raw)
    return field === 'health_card_last4' ? merge.endsIn(raw) : valueWords(field, raw, { text, locale })
  }
  const fields = preview.fields
    .filter(({ kept }) => kept !== 'none')
    .map(({ field, from, into, result, is_in_from, is_in_into, kept }) => ({
      label:
        field in merge.fields ? merge.fields[field as keyof typeof merge.fields] : labelOf(text, field as FormField),
      into: value(field, into, is_in_into),
      from: value(field, from, is_in_from),
      after: kept === 'both' && result === null ? merge.bothNotes : value(field, result, true),
    }))
  const counted = (label: string, name: 'registrations' | 'programs' | 'relations') => ({
    label,
    into: String(preview.into[name]),
    from: String(preview.from[name]),
    after: String(preview.result[name]),
  })
  return [
    ...fields,
    counted(merge.bookings, 'registrations'),
    counted(merge.programs, 'programs'),
    counted(merge.adults, 'relations'),
  ]
}
