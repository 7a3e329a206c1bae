import type { Ctx } from '../context.ts'
import type { MailLook } from './mail-frame.ts'
import { lookOf } from './branding-rows.ts'

/** How a program's mails look, whom they answer to and in which language it reads; null when it is gone. */
export async function findBranding(
  ctx: Pick<Ctx, 'db'>,
  programId: string,
): Promise<(MailLook & { language: string }) | null> {
  const [look] = await lookOf(ctx, programId)
  return look ? { ...look, colours: look.colours ?? null } : null
}
