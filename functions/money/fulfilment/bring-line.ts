import type { Language } from '../../contract/field-rules.ts'
import { localize } from '../../contract/texts.ts'
import { whatToBring } from '../../contract/booking/what-to-bring.ts'
import type { Ctx } from '../../platform/context.ts'
import { bookableTexts } from './reminder-rows.ts'

/**
 * What the texts of events and appointment types tell attendees to bring, one line each by id: `a hat; lunch`. Events
 * and types without such a list are left out.
 */
export async function bringLines(
  ctx: Ctx,
  places: readonly { event: { id: string } }[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(places.map(({ event }) => event.id))]
  const texts = ids.length > 0 ? await bookableTexts(ctx.db, ids) : []
  return new Map(
    texts.flatMap(({ id, ...text }) => {
      const bring = whatToBring(localize(text, language).description)
      return bring ? [[id, inOneLine(bring)] as const] : []
    }),
  )
}

const inOneLine = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim())
    .filter(Boolean)
    .join('; ')
