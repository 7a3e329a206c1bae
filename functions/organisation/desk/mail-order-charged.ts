import { formatDeadline } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { canChargeCard } from '../../contract/money/stripe-amount.ts'
import { chargeWords } from '../../contract/sentences/charge-words.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { displayAmount, loadOrderMail, type OrderMail, wordsOf } from '../../money/fulfilment/order-mail.ts'
import { orderButton, orderMailFrame, orderNumberRow } from '../../money/fulfilment/order-mail-parts.ts'
import { samplePromisedMail } from '../../money/fulfilment/sample-order-mail.ts'
import { sumRows } from '../../money/fulfilment/sum-parts.ts'
import { bookingLink, linkEndsAt } from './booking-link.ts'
import { chargeOfOrder } from './staff-booking-rows.ts'

/** `url` pays by card without a log-in; null where no card can be charged. */
type ChargeMail = { mail: OrderMail; dueAt: number; product: string; note: string | null; url: string | null }

/** Tells a family what the organisation charges them for, and how to pay it. */
export const orderChargedMail = mailTemplate<ChargeMail>({
  load: async (ctx, { ref }) => {
    const mail = await loadOrderMail(ctx, ref)
    const [charge] = await chargeOfOrder(ctx.db, ref)
    if (!charge || mail?.order.status !== 'pending' || mail.order.due_at === null) return null
    const { id, program_id, due_at, amount_due, currency } = mail.order
    const link = { id, program_id, language: mail.language, expiresAt: linkEndsAt(ctx.now, null) }
    const isByCard = mail.takesCards && canChargeCard(amount_due, currency)
    return { mail, dueAt: due_at, ...charge, url: isByCard ? await bookingLink(ctx, link) : null }
  },
  compose: ({ mail, dueAt, product, note, url }, site) => {
    const words = chargeWords[mail.language]
    const { branding } = mail
    const { offline, lines } = wordsOf(mail)
    const amount = displayAmount(mail, mail.order.amount_due)
    const until = formatDeadline(dueAt, { ...mail, now: site.now })
    return {
      ...orderMailFrame(mail),
      subject: words.subject(branding.name, product),
      heading: words.heading(amount),
      parts: [
        { type: 'paragraph', text: words.lead({ program: branding.name, product, amount, until }) },
        ...(note === null ? [] : [{ type: 'paragraph' as const, text: words.note(branding.name, note) }]),
        sumRows(mail, { label: lines.due, amount: mail.order.amount_due }),
        orderNumberRow(mail),
        ...(url === null
          ? [
              { type: 'paragraph' as const, text: mail.offlineInstructions ?? offline.how(branding.name) },
              orderButton(mail, site),
            ]
          : [{ type: 'button' as const, label: words.pay, url }]),
      ],
    }
  },
  sample: (language: Language) => {
    const { mail, dueAt } = samplePromisedMail(language)
    const isFrench = language === 'fr'
    const product = isFrench ? 'Départ tardif' : 'Late pick-up'
    const sum = { tax_items: [], amount_discount: 0, amount_fee: 0, amount_total: 2000, amount_due: 2000 }
    return {
      mail: {
        ...mail,
        ...{ order: { ...mail.order, ...sum }, places: [], discounts: [], returns: [], title: product },
        lines: [{ label: product, amount: 2000 }],
      },
      ...{ dueAt, product, note: isFrench ? 'Lundi à 18 h 40' : 'Monday at 6:40 pm' },
      url: 'https://muster.example/pg/pro_lakeside/complete?token=sample',
    }
  },
})
