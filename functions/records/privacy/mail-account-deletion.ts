import { formatDate, localeOf } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { privacyWords } from '../../contract/sentences/privacy-words.ts'
import type { Ctx } from '../../platform/context.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding, usualMail } from '../../delivery/mail/mail-template.ts'
import { deletionById } from './privacy-rows.ts'

type DeletionMail = {
  to: string
  language: Language
  branding: MailBranding | null
  programId: string
  timezone: string
  eraseAt: number
}

const sample = (language: Language): DeletionMail => ({
  to: 'nadia@example.com',
  language,
  branding: sampleBranding,
  programId: 'lakeside',
  timezone: 'America/Toronto',
  eraseAt: Date.parse('2027-07-12T16:00:00Z'),
})

async function load(ctx: Ctx, id: string, isWithdrawn: boolean): Promise<DeletionMail | null> {
  const [row] = await deletionById(ctx, id)
  if (!row || row.deletion.completed_at !== null || (row.deletion.withdrawn_at !== null) !== isWithdrawn) return null
  const { email: to, language, timezone } = row.user
  const { program_id: programId, erase_at: eraseAt } = row.deletion
  return { to, language, branding: await findBranding(ctx, programId, language), programId, timezone, eraseAt }
}

/** The mail about a scheduled deletion: its date, what remains, and how to withdraw it. */
export const deletionScheduledMail = mailTemplate<DeletionMail>({
  load: (ctx, { ref }) => load(ctx, ref, false),
  compose: ({ to, language, branding, programId, timezone, eraseAt }, { siteOrigin }) => {
    const words = privacyWords[language].deletionScheduled
    const url = `${siteOrigin}/pg/${programId}/profile/privacy?lang=${language}`
    return {
      ...usualMail({ to, language, branding }, words),
      parts: [
        { type: 'paragraph', text: words.lead(formatDate(eraseAt, { timezone, locale: localeOf(language, 'CA') })) },
        { type: 'paragraph', text: words.kept },
        { type: 'button', label: words.open, url },
        { type: 'paragraph', text: words.notMe },
      ],
    }
  },
  sample,
})

/** The mail about a withdrawn deletion. */
export const deletionWithdrawnMail = mailTemplate<DeletionMail>({
  load: (ctx, { ref }) => load(ctx, ref, true),
  compose: ({ to, language, branding }) => {
    const words = privacyWords[language].deletionWithdrawn
    return {
      ...usualMail({ to, language, branding }, words),
      parts: [{ type: 'paragraph', text: words.lead }],
    }
  },
  sample,
})
