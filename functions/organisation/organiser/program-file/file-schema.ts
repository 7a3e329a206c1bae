import * as z from 'zod/mini'
import { ProgramFile } from '../../../contract/organisation/organiser.ts'
import { fileWords } from './file-words.ts'

type Described = {
  description?: string
  properties?: Record<string, Described>
  items?: Described
  anyOf?: Described[]
}
export type ProgramFileSchema = Described & Record<string, unknown>

let made: ProgramFileSchema | undefined

/**
 * The JSON Schema of a program file, generated from the schema that checks it, with descriptions for editors. Only the
 * `plan` command checks references between keys, dates and sold items.
 */
export function programFileSchema(): ProgramFileSchema {
  made ??= withWords(
    {
      ...withoutUnbuilt(z.toJSONSchema(ProgramFile, { io: 'input', target: 'draft-7' }) as ProgramFileSchema),
      title: 'Program file',
      description: 'A program as its organisation writes it: apply it with `npm run program -- apply FILE`.',
    } as ProgramFileSchema,
    '',
  )
  return made
}

// A list whose items may be anything is a section that does not exist yet.
function withoutUnbuilt(schema: ProgramFileSchema): ProgramFileSchema {
  const built = Object.entries(schema.properties ?? {}).filter(
    ([, { items }]) => items === undefined || Object.keys(items).length > 0,
  )
  return { ...schema, properties: Object.fromEntries(built) }
}

// A nullable field is a choice of two: the whole has the description, the part that is not null has the nested fields.
function withWords<Part extends Described>(part: Part, path: string): Part {
  for (const inner of part.anyOf ?? []) withWords(inner, path)
  if (part.items) withWords(part.items, `${path}[]`)
  for (const [name, field] of Object.entries(part.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`
    const words = fileWords[at] ?? everywhere[name]
    if (words) field.description = words
    withWords(field, at)
  }
  return part
}

/** Fields with the same meaning everywhere. */
const everywhere: Record<string, string> = {
  en: 'The text in English.',
  fr: 'The text in French.',
  key: 'Identifies the item within its list. Never changes, never shown.',
}
