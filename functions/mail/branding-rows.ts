import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { programs } from '../database/tables.ts'
import type { MailBranding } from './mail-frame.ts'

/** What a program's mails need of it. */
export const brandingOf = (ctx: Pick<Ctx, 'db'>, programId: string) =>
  ctx.db
    .select({
      name: programs.name,
      email: programs.email,
      website: programs.website,
      colours: programs.colours,
      language: programs.language,
    })
    .from(programs)
    .where(eq(programs.id, programId))

/** How a program's mails look, where replies go and which language the program reads; null when it is gone. */
export async function findBranding(
  ctx: Pick<Ctx, 'db'>,
  programId: string,
): Promise<(MailBranding & { language: string }) | null> {
  const [branding] = await brandingOf(ctx, programId)
  return branding ? { ...branding, colours: branding.colours ?? null } : null
}
