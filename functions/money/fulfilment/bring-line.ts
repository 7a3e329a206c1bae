import type { Language } from '../../contract/field-rules.ts'
import { localize } from '../../contract/texts.ts'
import { whatToBring } from '../../contract/booking/what-to-bring.ts'
import type { Ctx } from '../../platform/context.ts'
import { eventText } from './reminder-rows.ts'

/** What to bring according to the event's text, in one line: `a hat; lunch`. Null if the text lists nothing. */
export async function bringLine(ctx: Ctx, eventId: string, language: Language): Promise<string | null> {
  const [event] = await eventText(ctx.db, eventId)
  const bring = event ? whatToBring(localize(event, language).description) : null
  return bring && inOneLine(bring)
}

const inOneLine = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim())
    .filter(Boolean)
    .join('; ')
