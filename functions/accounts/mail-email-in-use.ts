import { accountWords } from '../contract/sentences/account-words.ts'
import type { Ctx } from '../context.ts'
import type { OutboxRow } from '../database/outbox-rows.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { findProgramBrief, findUserById } from './user-rows.ts'

/** Tells the owner of an account that somebody tried to sign up with his email. */
export async function mailEmailInUse(ctx: Ctx, row: OutboxRow): Promise<void> {
  const [found] = await findUserById(ctx, row.ref)
  if (!found?.user.is_active) return
  const { program_id } = row.body as { program_id: string | null }
  const [program = null] = program_id ? await findProgramBrief(ctx, program_id) : []
  const { language } = found.user
  const words = accountWords[language].mail

  const open = program
    ? [{ is: 'button' as const, label: words.inUse.open, url: `${ctx.siteOrigin}/pg/${program.id}/login` }]
    : []
  await ctx.mail.send(
    composeMail(ctx.siteOrigin, {
      dedupe: row.dedupe,
      to: found.user.email,
      subject: words.inUse.subject(program?.name ?? 'Muster'),
      look: program,
      language,
      heading: words.hello(found.user.first_name),
      parts: [{ is: 'words', text: words.inUse.lead }, { is: 'words', text: words.inUse.hint }, ...open],
      because: words.ignore,
    }),
    ctx.now,
  )
}
