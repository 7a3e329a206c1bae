import { eq } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import { programs } from '../../platform/database/tables.ts'

/** A program's columns for its mails. */
export const brandingOf = (ctx: Pick<Ctx, 'db'>, programId: string) =>
  ctx.db
    .select({
      name: programs.name,
      country: programs.country,
      email: programs.email,
      website: programs.website,
      phone: programs.phone,
      address: programs.address,
      colours: programs.colours,
      language: programs.language,
      translations: programs.translations,
    })
    .from(programs)
    .where(eq(programs.id, programId))
