import type { Language } from '../../contract/field-rules.ts'
import { displayMoney } from '../../contract/display-money.ts'
import { paymentAlertWords } from '../../contract/sentences/payment-alert-words.ts'
import { deskWords } from '../../contract/sentences/desk-words.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { deskLink } from '../../delivery/mail/desk-link.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { orderOfPayment, paymentById } from './payment-rows.ts'

type PaymentAlert = {
  to: string
  branding: MailBranding
  language: Language
  why: string
  order_id: string
  url: string
  /** The amount of the refund in the alert. */
  refunded: number | null
  payment: { id: string; amount_total: number; amount_received: number; currency: string }
}

/** Alerts the program that a payment needs attention: in the log, and by mail if the program has an address. */
export const paymentAlertMail = mailTemplate<PaymentAlert>({
  load: async (ctx, { ref, body }) => {
    const { why, refund_id, refunded = null } = body as DomainEvents['payment.needs_attention']
    ctx.log('operator_alert', { why, payment_id: ref })
    const [[ids], [payment]] = await ctx.db.batch([orderOfPayment(ctx.db, ref), paymentById(ctx.db, ref)])
    const branding = ids ? await findBranding(ctx, ids.program_id, null) : null
    if (!ids || !payment || !branding?.email) return null
    const language = branding.language === 'fr' ? 'fr' : 'en'
    const { program_id, order_id } = ids
    const url = await deskLink(ctx, { program_id, kind: 'payment_alert', id: ref, why, refund_id, language })
    return { to: branding.email, branding, language, why, order_id, payment, refunded, url }
  },
  compose: ({ to, branding, language, why, order_id, payment, refunded, url }) => {
    const words = paymentAlertWords[language]
    const amount = (value: number) => displayMoney(value, { currency: payment.currency, program: branding }, language)
    return {
      to,
      subject: words.subject(
        words.title[why] ?? words.heading,
        amount(refunded ?? (payment.amount_received || payment.amount_total)),
        order_id,
      ),
      branding: { ...branding, email: null },
      language,
      heading: words.heading,
      because: words.because,
      parts: [
        { type: 'paragraph', text: words.why[why] ?? why },
        {
          type: 'rows',
          rows: [
            ...(refunded === null ? [] : [{ label: words.refund, value: amount(refunded) }]),
            { label: words.order, value: order_id },
            { label: words.payment, value: payment.id },
            { label: words.amount, value: amount(payment.amount_total) },
            { label: words.received, value: amount(payment.amount_received) },
          ],
        },
        { type: 'button', label: deskWords[language].lookAt, url },
        { type: 'paragraph', text: deskWords[language].link },
      ],
    }
  },
  sample: (language) => ({
    to: sampleBranding.email,
    branding: sampleBranding,
    language,
    why: 'too_little',
    order_id: 'ord_sample',
    url: 'https://muster.example/pg/lakeside/desk?token=sample',
    refunded: null,
    payment: { id: 'pay_sample', amount_total: 68_818, amount_received: 60_000, currency: 'CAD' },
  }),
})
