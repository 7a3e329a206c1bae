import {
  displayAmount,
  loadOrderMail,
  type OrderMail,
  orderButton,
  orderMailFrame,
  placeRows,
  wordsOf,
} from '../fulfilment/order-mail.ts'
import { sampleOrderMail } from '../fulfilment/sample-order-mail.ts'
import { formatDate, formatDeadline } from '../contract/date-format.ts'
import { mailTemplate } from '../mail/mail-template.ts'

/** Tells how long the places wait for a payment that is brought later, and how the program wants it brought. */
export const offlineInstructionsMail = mailTemplate<{ mail: OrderMail; dueAt: number }>({
  load: async (ctx, { ref }) => {
    const mail = await loadOrderMail(ctx, ref)
    if (mail?.order.status !== 'pending' || mail.order.due_at === null) return null
    return { mail, dueAt: mail.order.due_at }
  },
  compose: ({ mail, dueAt }, site) => {
    const { branding } = mail
    const { offline, lines } = wordsOf(mail)
    const due = displayAmount(mail, mail.order.amount_due)
    return {
      ...orderMailFrame(mail),
      subject: offline.subject(formatDate(dueAt, mail)),
      heading: offline.heading,
      parts: [
        {
          type: 'paragraph',
          text: offline.lead(due, branding.name, formatDeadline(dueAt, { ...mail, now: site.now })),
        },
        placeRows(mail.places, (place) => displayAmount(mail, place.amount)),
        { type: 'rows', rows: [{ label: lines.total, value: due, strong: true }] },
        { type: 'paragraph', text: mail.offlineInstructions ?? offline.how(branding.name) },
        ...(mail.takesCards ? [{ type: 'paragraph' as const, text: offline.byCard }] : []),
        orderButton(mail, site),
      ],
    }
  },
  sample: (language) => ({
    mail: sampleOrderMail(language, {
      status: 'pending',
      checkout_method: 'offline',
      amount_paid: 0,
      amount_due: 68_818,
    }),
    dueAt: Date.UTC(2027, 0, 11, 22),
  }),
})
