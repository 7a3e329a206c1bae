import type { Language } from '../../contract/field-rules.ts'
import { displayMoney } from '../../contract/display-money.ts'
import { balanceWords } from '../../contract/sentences/balance-words.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { type BalanceEntryRow, entryWithOwner } from './balance-rows.ts'

type BalanceChanged = {
  to: string
  language: Language
  branding: MailBranding
  entry: Pick<BalanceEntryRow, 'program_id' | 'kind' | 'amount' | 'currency' | 'note'>
  balance: number
}

/** Tells the customer what was added to or taken from their balance, and the new balance. */
export const balanceChangedMail = mailTemplate<BalanceChanged>({
  load: async (ctx, { ref }) => {
    const [row] = await entryWithOwner(ctx, ref)
    if (!row?.user.is_active) return null
    const { email: to, language } = row.user
    const branding = await findBranding(ctx, row.entry.program_id, language)
    return branding ? { to, language, branding, entry: row.entry, balance: row.balance } : null
  },
  compose: ({ to, language, branding, entry, balance }, { siteOrigin }) => {
    const { kinds, mail: words } = balanceWords[language]
    const inMoney = (amount: number) => displayMoney(amount, { currency: entry.currency, program: branding }, language)
    const isAdded = entry.amount > 0
    const amount = inMoney(Math.abs(entry.amount))
    const next = balance < 0 ? words.owe : words.spend
    return {
      to,
      subject: (isAdded ? words.added : words.taken)(amount, branding.name),
      branding,
      language,
      heading: isAdded ? words.addedHeading : words.takenHeading,
      parts: [
        ...(entry.note === null ? [] : [{ type: 'paragraph' as const, text: entry.note }]),
        {
          type: 'rows',
          rows: [
            { label: words.entry, value: kinds[entry.kind] },
            { label: words.amount, value: inMoney(entry.amount) },
            { label: balance < 0 ? words.owed : words.balance, value: inMoney(Math.abs(balance)), strong: true },
          ],
        },
        ...(balance === 0 ? [] : [{ type: 'paragraph' as const, text: next }]),
        {
          type: 'button',
          label: words.open,
          url: `${siteOrigin}/pg/${entry.program_id}/profile/balance?lang=${language}`,
        },
      ],
      because: words.because,
    }
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    language,
    branding: sampleBranding,
    entry: { program_id: 'lakeside', kind: 'gift', amount: 4_000, currency: 'CAD', note: null },
    balance: 6_500,
  }),
})
