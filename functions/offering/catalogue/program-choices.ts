import type { Language } from '../../contract/field-rules.ts'
import type { Ctx } from '../../platform/context.ts'
import { programChoiceCounts } from './program-rows.ts'

type Counted = { value: string; count: number }
/** The types and tags that programs can be searched by. */
export type ProgramChoices = {
  types: Counted[]
  /** The language of the programs that have the tag, null when they differ; and its name in each language. */
  tags: (Counted & { language: string | null; names: Partial<Record<Language, string>> })[]
}

/** Types and tags of all public programs, each with its count. */
export async function programChoices(ctx: Ctx): Promise<ProgramChoices> {
  const [types, tags] = await ctx.db.batch(programChoiceCounts(ctx.db))
  return {
    types: types.map(({ value, count }) => ({ value, count })),
    tags: tags.map((tag) => ({ ...tag, names: namesOf(tag.names, tag.language) })),
  }
}

// A name without a language is in the language of the program.
function namesOf(stored: string | null, language: string | null): Partial<Record<Language, string>> {
  if (stored === null) return {}
  if (!stored.startsWith('{')) return language === null ? {} : { [language]: stored }
  return JSON.parse(stored) as Partial<Record<Language, string>>
}
