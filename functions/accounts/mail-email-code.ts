import { accountWords } from '../contract/sentences/account-words.ts'
import type { Ctx } from '../context.ts'
import type { OutboxRow } from '../database/outbox-rows.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { findCode } from './code-rows.ts'
import { openCode } from './sealed-code.ts'
import { findProgramBrief } from './user-rows.ts'

/** The verification mail. Its subject begins with the code, and no other run of six digits stands in it: phones offer the code to type. */
export async function mailEmailCode(ctx: Ctx, row: OutboxRow): Promise<void> {
  const [input] = await findCode(ctx, row.ref)
  const code =
    input && input.used_at === null && input.expires_at >= ctx.now
      ? await openCode(ctx.env, input.id, input.code_sealed)
      : null
  if (!input || code === null) return
  const [program = null] = input.program_id ? await findProgramBrief(ctx, input.program_id) : []
  const language = input.language === 'fr' ? 'fr' : 'en'
  const words = accountWords[language].mail

  const open = program
    ? [{ is: 'button' as const, label: words.code.open, url: `${ctx.siteOrigin}/pg/${program.id}/verify` }]
    : []
  await ctx.mail.send(
    composeMail(ctx.siteOrigin, {
      dedupe: row.dedupe,
      to: input.email,
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
