import type { Language } from '../../contract/field-rules.ts'
import { displayMoney } from '../../contract/display-money.ts'
import { orderNumber } from '../../contract/money/order.ts'
import type { RefundDestination, RefundReason } from '../../contract/booking/registration.ts'
import { balanceWords } from '../../contract/sentences/balance-words.ts'
import { refundRequestWords } from '../../contract/sentences/refund-request-words.ts'
import { loadOrderMail, type OrderMail } from '../fulfilment/order-mail.ts'
import { placeRows } from '../fulfilment/order-mail-parts.ts'
import { sampleCancelledMail } from '../fulfilment/sample-order-mail.ts'
import { deskWords } from '../../contract/sentences/desk-words.ts'
import { deskLink } from '../../delivery/mail/desk-link.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { findRefundRequest } from './refund-rows.ts'

type RequestMail = {
  to: string
  language: Language
  mail: OrderMail
  customer: string
  request: {
    amount: number
    reason: RefundReason
    reason_other: string | null
    comment: string | null
    destination: RefundDestination
  }
  url: string
}

/** Tells the organisation who requests a refund of what, with the link to the page where it decides. */
export const refundRequestedMail = mailTemplate<RequestMail>({
  load: async (ctx, { ref }) => {
    const row = await findRefundRequest(ctx.db, ref)
    if (row?.request.status !== 'requested') return null
    const { request, customer } = row
    const mail = await loadOrderMail(ctx, request.order_id, { isToCustomer: false })
    if (!mail) return null
    const branding = await findBranding(ctx, mail.order.program_id, null)
    if (!branding?.email) {
      ctx.log('refund_request_not_mailed', { order_id: request.order_id })
      return null
    }
    const places = mail.places.filter(({ id }) => request.registration_ids.includes(id))
    const language = branding.language === 'fr' ? 'fr' : 'en'
    const url = await deskLink(ctx, {
      program_id: mail.order.program_id,
      kind: 'refund_request',
      id: request.id,
      language,
    })
    return { to: branding.email, language, mail: { ...mail, places }, customer, request, url }
  },
  compose: ({ to, language, mail, customer, request, url }) => {
    const words = refundRequestWords[language]
    const inMoney = (amount: number) =>
      displayMoney(amount, { currency: mail.order.currency, program: mail.branding }, language)
    const amount = inMoney(request.amount)
    const reason = [words.reasons[request.reason], request.reason_other, request.comment].filter(Boolean).join(': ')
    return {
      to,
      subject: words.subject(amount, orderNumber(mail.order)),
      branding: { ...mail.branding, email: null },
      language,
      heading: words.heading,
      because: words.because,
      parts: [
        { type: 'paragraph', text: words.lead(customer, amount) },
        placeRows(mail.places),
        {
          type: 'rows',
          rows: [
            { label: words.order, value: orderNumber(mail.order) },
            { label: words.customer, value: `${customer}, ${mail.to}` },
            { label: words.reason, value: reason },
            { label: words.paid, value: inMoney(mail.order.amount_paid) },
            { label: words.amount, value: amount, strong: true },
            ...(request.destination === 'account_balance'
              ? [{ label: balanceWords[language].refund.where, value: balanceWords[language].refund.balance }]
              : []),
          ],
        },
        { type: 'button', label: deskWords[language].decide, url },
        { type: 'paragraph', text: deskWords[language].link },
      ],
    }
  },
  sample: (language) => ({
    to: sampleBranding.email,
    language,
    mail: sampleCancelledMail(language, { status: 'paid' }),
    customer: 'Nadia Roy',
    request: {
      amount: 17_250,
      reason: 'illness_or_injury',
      reason_other: null,
      comment: null,
      destination: 'original_method',
    },
    url: 'https://muster.example/pg/lakeside/desk?token=sample',
  }),
})

type WithdrawnMail = Pick<RequestMail, 'to' | 'language' | 'mail' | 'customer'> & { amount: number }

/** Tells the organisation that the customer withdrew the request. */
export const refundWithdrawnMail = mailTemplate<WithdrawnMail>({
  load: async (ctx, { ref }) => {
    const row = await findRefundRequest(ctx.db, ref)
    if (row?.request.status !== 'withdrawn') return null
    const mail = await loadOrderMail(ctx, row.request.order_id, { isToCustomer: false })
    const branding = mail ? await findBranding(ctx, mail.order.program_id, null) : null
    if (!mail || !branding?.email) return null
    const language = branding.language === 'fr' ? 'fr' : 'en'
    return { to: branding.email, language, mail, customer: row.customer, amount: row.request.amount }
  },
  compose: ({ to, language, mail, customer, amount }) => {
    const words = deskWords[language]
    const inMoney = displayMoney(amount, { currency: mail.order.currency, program: mail.branding }, language)
    return {
      to,
      subject: words.withdrawn.subject(customer, inMoney),
      branding: { ...mail.branding, email: null },
      language,
      heading: words.withdrawn.heading,
      because: words.because,
      parts: [
        { type: 'paragraph', text: words.withdrawn.lead(customer, inMoney) },
        { type: 'rows', rows: [{ label: words.order, value: orderNumber(mail.order) }] },
      ],
    }
  },
  sample: (language) => ({
    to: sampleBranding.email,
    language,
    mail: sampleCancelledMail(language, { status: 'paid' }),
    customer: 'Nadia Roy',
    amount: 17_250,
  }),
})
