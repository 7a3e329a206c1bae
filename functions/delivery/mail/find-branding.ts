import type { Language } from '../../contract/field-rules.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { MailBranding } from './mail-frame.ts'
import { brandingOf } from './branding-rows.ts'

/** A program's mail branding, reply address and language; null when the program is gone. */
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
