import type { Language } from '../../contract/field-rules.ts'
import { customerMergeWords } from '../../contract/sentences/customer-merge-words.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { claimLink } from './claim-customer.ts'
import { accountOfCustomer, accountOfUser, customerMergeById, customerToMerge } from './customer-merge-rows.ts'

type ToAccount = { to: string; language: Language; branding: MailBranding }

/** Invites the owner of an account to take over what an organisation booked for them under another record. */
export const customerClaimMail = mailTemplate<ToAccount & { url: string }>({
  load: async (ctx, { ref, body }) => {
    const { program_id, user_id } = body as DomainEvents['customer.claim_offered']
    const [[customer], [user]] = await ctx.db.batch([
      customerToMerge(ctx.db, { program_id, customer_id: ref }),
      accountOfUser(ctx.db, user_id),
    ])
    if (!user?.is_active || !customer?.is_active || customer.email !== '') return null
    const branding = await findBranding(ctx, program_id, user.language)
    if (!branding) return null
    const { email: to, language } = user
    return { to, language, branding, url: await claimLink(ctx, { customer_id: ref, user_id, program_id, language }) }
  },
  compose: ({ to, language, branding, url }) => {
    const { offered: words } = customerMergeWords[language].mail
    return {
      ...{ to, branding, language, subject: words.subject(branding.name), heading: words.heading },
      parts: [
        { type: 'paragraph', text: words.lead(branding.name) },
        { type: 'button', label: words.open, url },
        { type: 'paragraph', text: words.proof },
      ],
      because: words.because(branding.name),
    }
  },
  sample: (language) => ({
    ...sampleAccount(language),
    url: 'https://muster.example/pg/lakeside/join?token=sample',
  }),
})

/** Tells the owner of an account what joined it. */
export const customerMergedMail = mailTemplate<
  ToAccount & { programId: string; people: number; orders: number; places: number }
>({
  load: async (ctx, { ref }) => {
    const [merge] = await customerMergeById(ctx.db, ref)
    if (!merge || merge.undone_at !== null) return null
    const [user] = await accountOfCustomer(ctx.db, merge.merge_into)
    if (!user?.is_active || user.email === '') return null
    const branding = await findBranding(ctx, merge.program_id, user.language)
    const { relations = [], self = [], orders = [], registrations = [] } = merge.moved
    return (
      branding && {
        ...{ to: user.email, language: user.language, branding, programId: merge.program_id },
        ...{ people: relations.length + self.length, orders: orders.length, places: registrations.length },
      }
    )
  },
  compose: ({ to, language, branding, programId, people, orders, places }, { siteOrigin }) => {
    const { merged: words } = customerMergeWords[language].mail
    const rows = [
      { label: words.people, value: String(people) },
      { label: words.places, value: String(places) },
      { label: words.orders, value: String(orders) },
    ]
    return {
      ...{ to, branding, language, subject: words.subject(branding.name), heading: words.heading },
      parts: [
        { type: 'paragraph', text: words.lead(branding.name) },
        { type: 'rows', rows },
        { type: 'paragraph', text: words.mistake },
        { type: 'button', label: words.open, url: `${siteOrigin}/pg/${programId}/profile?lang=${language}` },
      ],
      because: words.because(branding.name),
    }
  },
  sample: (language) => ({ ...sampleAccount(language), programId: 'lakeside', people: 2, orders: 1, places: 3 }),
})

const sampleAccount = (language: Language): ToAccount => ({
  to: 'nadia@example.com',
  language,
  branding: sampleBranding,
})
