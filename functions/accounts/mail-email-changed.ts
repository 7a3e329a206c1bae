import { accountWords } from '../contract/sentences/account-words.ts'
import type { Ctx } from '../context.ts'
import type { OutboxRow } from '../database/outbox-rows.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { signLink } from '../mail/signed-link.ts'
import { findEmailChange } from './code-rows.ts'
import { findProgramBrief, findUserById } from './user-rows.ts'

/** Page that shows what "this was not me" does and does it on a press; following the link changes nothing. */
const notMePath = '/not-me'

/** Tells the old address that the email is about to change, with the way to stop it. */
export async function mailEmailChanged(ctx: Ctx, row: OutboxRow): Promise<void> {
  const [change] = await findEmailChange(ctx, row.ref)
  const [found] =
    change && change.undone_at === null && change.expires_at >= ctx.now ? await findUserById(ctx, change.user_id) : []
  if (!change || !found) return
  const { program_id } = row.body as { program_id: string | null }
  const [program = null] = program_id ? await findProgramBrief(ctx, program_id) : []
  const { language } = found.user
  const words = accountWords[language].mail
  const token = await signLink(ctx.env, { purpose: 'email_change', subject: change.id, expiresAt: change.expires_at })

  await ctx.mail.send(
    composeMail(ctx.siteOrigin, {
      dedupe: row.dedupe,
      to: change.old_email,
      subject: words.changed.subject(program?.name ?? 'Muster'),
      look: program,
      language,
      heading: words.hello(found.user.first_name),
      parts: [
        { is: 'words', text: words.changed.lead(masked(change.new_email)) },
        { is: 'words', text: words.changed.notMe },
        {
          is: 'button',
          label: words.changed.open,
          url: `${ctx.siteOrigin}${notMePath}?token=${encodeURIComponent(token)}&lang=${language}`,
        },
      ],
      because: words.changed.ignore,
    }),
    ctx.now,
  )
}

/** `n…@example.com`: enough to know one's own, nothing to write to. */
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
