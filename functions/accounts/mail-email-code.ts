import { accountWords } from '../contract/sentences/account-words.ts'
import type { Ctx } from '../context.ts'
import type { OutboxRow } from '../database/outbox-rows.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { findCode } from './code-rows.ts'
import { openCode } from './sealed-code.ts'
import { findProgramBrief } from './user-rows.ts'

/** The verification mail. Its subject begins with the code, and no other run of six digits stands in it: phones offer the code to type (decisions.md §26). */
export async function mailEmailCode(ctx: Ctx, row: OutboxRow): Promise<void> {
  const [asked] = await findCode(ctx, row.ref)
  const code =
    asked && asked.used_at === null && asked.expires_at >= ctx.now
      ? await openCode(ctx.env, asked.id, asked.code_sealed)
      : null
  if (!asked || code === null) return
  const [program = null] = asked.program_id ? await findProgramBrief(ctx, asked.program_id) : []
  const language = asked.language === 'fr' ? 'fr' : 'en'
  const words = accountWords[language].mail

  const open = program
    ? [{ is: 'button' as const, label: words.code.open, url: `${ctx.siteOrigin}/pg/${program.id}/verify` }]
    : []
  await ctx.mail.send(
    composeMail(ctx.siteOrigin, {
      dedupe: row.dedupe,
      to: asked.email,
      subject: words.code.subject(code, program?.name ?? 'Muster'),
      look: program,
      language,
      heading: words.code.heading,
      parts: [
        { is: 'words', text: words.code.lead },
        { is: 'code', text: code },
        { is: 'words', text: words.code.until },
        ...open,
      ],
      because: words.ignore,
    }),
    ctx.now,
  )
}
