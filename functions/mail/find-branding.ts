import type { Ctx } from '../context.ts'
import type { MailBranding } from './mail-frame.ts'
import { brandingOf } from './branding-rows.ts'

/** How a program's mails look, where replies go and which language the program reads; null when it is gone. */
export async function findBranding(
  ctx: Pick<Ctx, 'db'>,
  programId: string,
): Promise<(MailBranding & { language: string }) | null> {
  const [branding] = await brandingOf(ctx, programId)
  return branding ? { ...branding, colours: branding.colours ?? null } : null
}
