import type { Language } from '../../contract/field-rules.ts'
import { healthWords } from '../../contract/sentences/health-words.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { firstOwner, staffName } from './health-rows.ts'
import { mailTemplate, sampleBranding, usualMail } from '../../delivery/mail/mail-template.ts'

type HealthReadsMail = { to: string; language: Language; branding: MailBranding; who: string; reads: number }

/** Tells the owner of an organisation that one reader opened health information often within a day, each time with a reason. */
export const healthReadsMail = mailTemplate<HealthReadsMail>({
  load: async (ctx, { ref, body }) => {
    const branding = await findBranding(ctx, ref, null)
    if (!branding?.email) return null
    const language = branding.language === 'fr' ? 'fr' : 'en'
    const [reader] = await staffName(ctx.db, String(body['staff_id'] ?? ''))
    const who = reader
      ? `${reader.first_name} ${reader.last_name}`
      : healthWords[language].often.client(String(body['reader_id']))
    const [owner] = await firstOwner(ctx.db, ref)
    return { to: owner?.email ?? branding.email, language, branding, who, reads: Number(body['reads']) }
  },
  compose: ({ to, language, branding, who, reads }) => {
    const { often } = healthWords[language]
    return {
      ...usualMail({ to, language, branding }, often),
      parts: [
        { type: 'paragraph', text: often.lead(who, reads) },
        { type: 'paragraph', text: often.family },
        { type: 'paragraph', text: often.remedy },
      ],
    }
  },
  sample: (language) => ({
    to: sampleBranding.email,
    language,
    branding: sampleBranding,
    who: 'Sam Tremblay',
    reads: 21,
  }),
})
