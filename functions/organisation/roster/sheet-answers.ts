import type { Answer } from '../../contract/booking/registration.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { SheetAnswer } from '../../contract/organisation/sheet.ts'
import { sheetWords } from '../../contract/sentences/sheet-words.ts'
import { localize } from '../../contract/texts.ts'
import type { SheetQuestion } from './sheet-rows.ts'

type Reader = { language: Language; contentLanguage: Language | null }

/** An answer as a text for people: the labels of choices, yes or no, and the parts of an address or signature. */
export function showAnswer(
  { field_id, value }: Answer,
  question: SheetQuestion | undefined,
  reader: Reader,
): SheetAnswer {
  const words = sheetWords[reader.language]
  const labelOf = (choice: unknown): string => {
    const found = question?.choices.find((each) => each.value === choice)
    if (!found) return String(choice)
    const { translations = {}, ...texts } = found
    return localize({ ...texts, translations }, reader.contentLanguage ?? reader.language).label
  }
  return { field_id, value, text: textOf() }

  function textOf(): string {
    if (value === null) return ''
    if (question?.type === 'file') return words.file
    if (typeof value === 'boolean') return value ? words.yes : words.no
    if (Array.isArray(value)) return value.map(labelOf).join(', ')
    if (typeof value === 'object')
      return Object.values(value)
        .filter((part) => typeof part === 'string' && part !== '')
        .join(', ')
    return labelOf(value)
  }
}
