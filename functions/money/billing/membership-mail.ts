import { formatDate, type Locale, localeOf } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { displayMoney } from '../../contract/display-money.ts'
import { membershipWords } from '../../contract/sentences/membership-words.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { MailInput } from '../../delivery/mail/compose-mail.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding, MailPart } from '../../delivery/mail/mail-frame.ts'
import { type MailSite, sampleBranding } from '../../delivery/mail/mail-template.ts'
import type { ProgramSelling } from '../../contract/offering/program.ts'
import { dayStart } from '../../offering/pricing/billing-period.ts'
import { chargedTotal, nextCharge, renewalOf } from '../../booking/memberships/membership-rules.ts'
import type { MembershipRow } from '../../booking/memberships/membership-rows.ts'
import { memberOf } from './billing-rows.ts'

type Facts = Pick<
  MembershipRow,
  | 'id'
  | 'customer_id'
  | 'program_id'
  | 'status'
  | 'is_usable'
  | 'cost'
  | 'next_cost'
  | 'next_cost_on'
  | 'trial_end_on'
  | 'period_end_on'
  | 'cancel_at_period_end'
  | 'attempts'
  | 'next_step_at'
  | 'ended_at'
  | 'renewal_told_for'
  | 'renewal_told_amount'
>
/** The data of a mail about a membership, read when the mail is sent. */
export type MembershipMail = {
  to: string
  language: Language
  locale: Locale
  timezone: string
  branding: MailBranding
  row: Facts
  name: string
  person: string | null
  /** Names of people go only to a confirmed address. */
  isConfirmed: boolean
  currency: string
  /** Amounts with fee and tax, in minor units: a period at its price, at the announced price, and the next charge. */
  charged: { price: number; announced: number | null; next: number }
  /** True if a stored card is charged later. */
  hasCard: boolean
  /** True if the customer's banks refused every stored card for good. */
  isCardRefused: boolean
  renews: boolean
  /** The day of the next renewal; null if there is none. */
  renewsOn: string | null
  open: { order_id: string; amount: number } | null
}

/** Reads the data of a mail about a membership, in its customer's language; null if the mail has no recipient. */
export async function loadMembershipMail(ctx: Ctx, id: string): Promise<MembershipMail | null> {
  const [result] = await memberOf(ctx.db, id)
  if (!result?.user.is_active) return null
  const { membership: row, user, program } = result
  const branding = await findBranding(ctx, row.program_id, user.language)
  if (!branding) return null
  const { name } = localize(result.package, user.language)
  return {
    to: user.email,
    language: user.language,
    locale: localeOf(user.language, program.country),
    timezone: row.timezone,
    branding,
    row,
    name,
    isConfirmed: user.is_email_verified,
    person: user.is_email_verified && result.person ? `${result.person.first_name} ${result.person.last_name}` : null,
    currency: program.currency,
    charged: chargedFor(row, { selling: result.selling, currency: program.currency, now: ctx.now }),
    hasCard: result.has_usable_card === 1,
    isCardRefused: result.has_card === 1 && result.has_usable_card === 0,
    renewsOn: renewalOf(row, program.currency, ctx.now)?.day ?? null,
    renews: row.terms.billing_period !== 'once' && row.terms.num_periods !== 1,
    open: result.open_order_id === null ? null : { order_id: result.open_order_id, amount: result.amount_due },
  }
}

type Sold = { selling: ProgramSelling; currency: string; now: number }
function chargedFor(row: MembershipRow, { selling, currency, now }: Sold): MembershipMail['charged'] {
  const total = (cost: number) => chargedTotal(row, cost, selling)
  return {
    price: total(row.cost),
    announced: row.next_cost === null ? null : total(row.next_cost),
    next: total(nextCharge(row, currency, now)),
  }
}

export const words = ({ language }: MembershipMail) => membershipWords[language]
export const inMoney = (mail: MembershipMail, amount: number) =>
  displayMoney(amount, { currency: mail.currency, program: mail.branding }, mail.language)
export const dayOf = (mail: MembershipMail, day: string | null) =>
  day === null ? '' : formatDate(dayStart(day, mail.timezone), mail)

export const frame = (mail: MembershipMail): Pick<MailInput, 'to' | 'branding' | 'language' | 'because'> => ({
  to: mail.to,
  branding: mail.branding,
  language: mail.language,
  because: words(mail).because(mail.branding.name),
})

/** The membership and its person, with its price or `more` rows instead. */
export const facts = (
  mail: MembershipMail,
  more = [{ label: words(mail).price, value: inMoney(mail, mail.charged.price) }],
): MailPart => ({
  type: 'rows',
  rows: [
    { label: words(mail).membership, value: mail.name },
    ...(mail.person === null ? [] : [{ label: words(mail).person, value: mail.person }]),
    ...more,
  ],
})
export const paragraph = (text: string): MailPart => ({ type: 'paragraph', text })
const pageOf = (mail: MembershipMail, { siteOrigin }: MailSite, path: string) =>
  `${siteOrigin}/pg/${mail.row.program_id}/profile/${path}`
export const accountButton = (mail: MembershipMail, site: MailSite): MailPart => ({
  type: 'button',
  label: words(mail).account,
  url: ownPage(mail, site),
})
/** The link that opens the form for cancelling. Only the form cancels, so that a scanner of links ends nothing. */
export const endButton = (mail: MembershipMail, site: MailSite): MailPart => ({
  type: 'button',
  label: words(mail).end,
  url: `${ownPage(mail, site)}?act=cancel#cancel`,
})
export const cardsLink = (mail: MembershipMail, site: MailSite): MailPart => ({ type: 'link', ...cards(mail, site) })
const ownPage = (mail: MembershipMail, site: MailSite) => pageOf(mail, site, `memberships/${mail.row.id}`)
const cards = (mail: MembershipMail, site: MailSite) => ({
  label: words(mail).cards,
  url: pageOf(mail, site, 'payment-methods'),
})
/** The link to the membership's page, where its order is paid and its card chosen. */
export const payParts = (mail: MembershipMail, site: MailSite): MailPart[] => [
  { type: 'button', label: mail.open === null ? words(mail).choose : words(mail).open, url: ownPage(mail, site) },
  cardsLink(mail, site),
]

/** Sample data, for the preview. */
export const sampleMembershipMail = (language: Language, more: Partial<Facts> = {}): MembershipMail => ({
  to: 'nadia@example.com',
  language,
  locale: localeOf(language, 'CA'),
  timezone: 'America/Toronto',
  branding: sampleBranding,
  row: {
    id: 'mem_sample',
    customer_id: 'cus_sample',
    program_id: 'lakeside',
    status: 'active',
    is_usable: true,
    cost: 4500,
    next_cost: null,
    next_cost_on: null,
    trial_end_on: '2027-07-15',
    period_end_on: '2027-08-15',
    cancel_at_period_end: true,
    attempts: 1,
    next_step_at: Date.parse('2027-08-16T13:00:00Z'),
    ended_at: null,
    renewal_told_for: '2027-08-15',
    renewal_told_amount: 5085,
    ...more,
  },
  name: language === 'en' ? 'Summer Swim Pass' : 'Laissez-passer d’été, natation',
  person: 'Mia Roy',
  isConfirmed: true,
  currency: 'CAD',
  charged: { price: 5085, announced: 5537, next: 5085 },
  hasCard: true,
  isCardRefused: false,
  renews: true,
  renewsOn: '2027-08-15',
  open: { order_id: 'ord_sample', amount: 5085 },
})
