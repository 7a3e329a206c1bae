import type { Language } from '../../contract/field-rules.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { MailBranding } from './mail-frame.ts'
import { brandingOf } from './branding-rows.ts'

/** How a program's mails look, where replies go and which language the program reads; null when it is gone. */
export async function findBranding(
  ctx: Pick<Ctx, 'db'>,
  programId: string,
  language: Language | null,
): Promise<(MailBranding & { language: string }) | null> {
  const [row] = await brandingOf(ctx, programId)
  if (!row) return null
  const { text_languages: _, ...branding } = localize(row, language)
  return { ...branding, colours: branding.colours ?? null }
}
