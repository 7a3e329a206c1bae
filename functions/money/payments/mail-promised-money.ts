import { formatDate, formatDeadline, localeOf } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { displayMoney } from '../../contract/display-money.ts'
import { orderNumber } from '../../contract/money/order.ts'
import { deskWords } from '../../contract/sentences/desk-words.ts'
import type { Ctx } from '../../platform/context.ts'
import { displayAmount, loadOrderMail, type OrderMail, wordsOf } from '../fulfilment/order-mail.ts'
import { orderButton, orderMailFrame, orderNumberRow, placeRows } from '../fulfilment/order-mail-parts.ts'
import { samplePromisedMail } from '../fulfilment/sample-order-mail.ts'
import { deskLink } from '../../delivery/mail/desk-link.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { orderOfPayment, paymentById } from './payment-rows.ts'

type Promised = { mail: OrderMail; dueAt: number }

// An order that still awaits an offline payment.
async function loadPromised(
  ctx: Ctx,
  orderId: string,
  options: { isToCustomer?: boolean } = {},
): Promise<Promised | null> {
  const mail = await loadOrderMail(ctx, orderId, options)
  if (mail?.order.status !== 'pending' || mail.order.due_at === null) return null
  return { mail, dueAt: mail.order.due_at }
}

const howToPay = ({ mail }: Promised): MailPart[] => {
  const { offline } = wordsOf(mail)
  return [
    { type: 'paragraph', text: mail.offlineInstructions ?? offline.how(mail.branding.name) },
    ...(mail.takesCards ? [{ type: 'paragraph' as const, text: offline.byCard }] : []),
  ]
}

/** Reminds a customer of an offline payment that is due in two days. */
export const paymentReminderMail = mailTemplate<Promised>({
  load: async (ctx, { ref }) => loadPromised(ctx, ref),
  compose: (promised, site) => {
    const { mail, dueAt } = promised
    const { reminder } = deskWords[mail.language]
    const amount = displayAmount(mail, mail.order.amount_due)
    const places = mail.places.length
    return {
      ...orderMailFrame(mail),
      subject: reminder.subject(amount, formatDate(dueAt, mail)),
      heading: reminder.heading(places),
      parts: [
        {
          type: 'paragraph',
          text: reminder.lead(amount, mail.branding.name, formatDeadline(dueAt, { ...mail, now: site.now }), places),
        },
        placeRows(mail.places),
        orderNumberRow(mail),
        ...howToPay(promised),
        orderButton(mail, site),
      ],
    }
  },
  sample: samplePromisedMail,
})

/** Tells a customer that part of an offline payment was received, and how much is left. */
export const paymentRecordedMail = mailTemplate<Promised & { received: number }>({
  load: async (ctx, { ref }) => {
    const [[ids], [payment]] = await ctx.db.batch([orderOfPayment(ctx.db, ref), paymentById(ctx.db, ref)])
    const promised = ids ? await loadPromised(ctx, ids.order_id) : null
    return promised && payment ? { ...promised, received: payment.amount_received } : null
  },
  compose: ({ received, ...promised }, site) => {
    const { mail, dueAt } = promised
    const { recorded } = deskWords[mail.language]
    const amount = displayAmount(mail, received)
    const rest = displayAmount(mail, mail.order.amount_due)
    return {
      ...orderMailFrame(mail),
      subject: recorded.subject(amount),
      heading: recorded.heading(amount),
      parts: [
        {
          type: 'paragraph',
          text: recorded.lead(mail.branding.name, amount, rest, formatDeadline(dueAt, { ...mail, now: site.now })),
        },
        placeRows(mail.places),
        orderNumberRow(mail),
        ...howToPay(promised),
        orderButton(mail, site),
      ],
    }
  },
  sample: (language) => ({ ...samplePromisedMail(language), received: 20_000 }),
})

type Expected = Promised & { to: string; language: Language; customer: string; country: string; url: string }

/** Tells an organisation to expect an offline payment, with the link to record it. */
export const offlineExpectedMail = mailTemplate<Expected>({
  load: async (ctx, { ref }) => {
    const promised = await loadPromised(ctx, ref, { isToCustomer: false })
    if (!promised) return null
    const { order, firstName, locale } = promised.mail
    const branding = await findBranding(ctx, order.program_id, null)
    if (!branding?.email) return null
    const language = branding.language === 'fr' ? 'fr' : 'en'
    return {
      ...promised,
      to: branding.email,
      language,
      customer: [firstName, promised.mail.lastName].filter(Boolean).join(' '),
      country: locale.slice(3),
      url: await deskLink(ctx, { program_id: order.program_id, kind: 'offline_payment', id: ref, language }),
    }
  },
  compose: ({ to, language, mail, dueAt, customer, country, url }, site) => {
    const words = deskWords[language]
    const about = { timezone: mail.timezone, locale: localeOf(language, country) }
    const inMoney = (amount: number) =>
      displayMoney(amount, { currency: mail.order.currency, program: mail.branding }, language)
    const due = inMoney(mail.order.amount_due)
    const until = formatDeadline(dueAt, { ...about, now: site.now })
    return {
      to,
      subject: words.expected.subject(customer, due, formatDate(dueAt, about)),
      branding: { ...mail.branding, email: null },
      language,
      heading: words.expected.heading,
      because: words.because,
      parts: [
        { type: 'paragraph', text: words.expected.lead(customer, due, until) },
        placeRows(mail.places),
        {
          type: 'rows',
          rows: [
            { label: words.order, value: orderNumber(mail.order) },
            { label: words.customer, value: `${customer}, ${mail.to}` },
            ...(mail.order.amount_paid > 0 ? [{ label: words.received, value: inMoney(mail.order.amount_paid) }] : []),
            { label: words.due, value: due, strong: true },
          ],
        },
        { type: 'paragraph', text: words.expected.next },
        { type: 'button', label: words.record, url },
        { type: 'paragraph', text: words.link },
      ],
    }
  },
  sample: (language) => ({
    ...samplePromisedMail(language),
    to: sampleBranding.email,
    language,
    customer: 'Nadia Roy',
    country: 'CA',
    url: 'https://muster.example/pg/lakeside/desk?token=sample',
  }),
})
