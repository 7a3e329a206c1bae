import { displayAmount, loadOrderMail, type OrderMail, wordsOf } from '../fulfilment/order-mail.ts'
import { orderButton, orderMailFrame, orderNumberRow, placeRows } from '../fulfilment/order-mail-parts.ts'
import { sumRows } from '../fulfilment/sum-parts.ts'
import { samplePromisedMail } from '../fulfilment/sample-order-mail.ts'
import { formatDate, formatDeadline } from '../../contract/date-format.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'

/** Tells the customer how to pay offline, and until when the places are held. */
export const offlineInstructionsMail = mailTemplate<{ mail: OrderMail; dueAt: number }>({
  load: async (ctx, { ref }) => {
    const mail = await loadOrderMail(ctx, ref)
    if (mail?.order.status !== 'pending' || mail.order.due_at === null) return null
    return { mail, dueAt: mail.order.due_at }
  },
  compose: ({ mail, dueAt }, site) => {
    const { branding } = mail
    const { offline, lines } = wordsOf(mail)
    const places = mail.places.length
    return {
      ...orderMailFrame(mail),
      subject: offline.subject(formatDate(dueAt, mail), places),
      heading: offline.heading(places),
      parts: [
        {
          type: 'paragraph',
          text: offline.lead({
            amount: displayAmount(mail, mail.order.amount_due),
            program: branding.name,
            until: formatDeadline(dueAt, { ...mail, now: site.now }),
            places,
          }),
        },
        placeRows(mail.places),
        sumRows(mail, { label: lines.due, amount: mail.order.amount_due }),
        orderNumberRow(mail),
        { type: 'paragraph', text: mail.offlineInstructions ?? offline.how(branding.name) },
        ...(mail.takesCards ? [{ type: 'paragraph' as const, text: offline.byCard }] : []),
        orderButton(mail, site),
      ],
    }
  },
  sample: samplePromisedMail,
})
