import type { Language } from '../../contract/field-rules.ts'
import { formatDeadline } from '../../contract/date-format.ts'
import { bookingLinkWords } from '../../contract/sentences/booking-link-words.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { displayAmount, loadOrderMail, type OrderMail, wordsOf } from '../../money/fulfilment/order-mail.ts'
import { orderMailFrame, orderNumberRow, placeRows } from '../../money/fulfilment/order-mail-parts.ts'
import { samplePromisedMail } from '../../money/fulfilment/sample-order-mail.ts'
import { sumRows } from '../../money/fulfilment/sum-parts.ts'
import { bookingLink, linkEndsAt } from './booking-link.ts'
import { firstStartOf } from './staff-booking-rows.ts'

type LinkMail = { mail: OrderMail; dueAt: number | null; url: string }

/** Tells a family what staff booked, with the link that completes and pays the order without a log-in. */
export const bookingLinkMail = mailTemplate<LinkMail>({
  load: async (ctx, { ref }) => {
    const mail = await loadOrderMail(ctx, ref)
    if (!mail || mail.places.length === 0) return null
    const { id, program_id, due_at } = mail.order
    const [first] = await firstStartOf(ctx.db, id)
    const expiresAt = linkEndsAt(ctx.now, first?.starts_at ?? null)
    const url = await bookingLink(ctx, { id, program_id, language: mail.language, expiresAt })
    return { mail, dueAt: mail.order.status === 'pending' ? due_at : null, url }
  },
  compose: ({ mail, dueAt, url }, site) => {
    const words = bookingLinkWords[mail.language].mail
    const { branding } = mail
    return {
      ...orderMailFrame(mail),
      subject: words.subject(branding.name, mail.places.length),
      heading: words.heading(mail.places.length),
      parts: [
        {
          type: 'paragraph',
          text:
            dueAt === null
              ? words.complete(branding.name)
              : words.pay({
                  program: branding.name,
                  amount: displayAmount(mail, mail.order.amount_due),
                  until: formatDeadline(dueAt, { ...mail, now: site.now }),
                }),
        },
        placeRows(mail.places),
        ...(dueAt === null ? [] : [sumRows(mail, { label: wordsOf(mail).lines.due, amount: mail.order.amount_due })]),
        orderNumberRow(mail),
        { type: 'button', label: words.open, url },
        { type: 'paragraph', text: words.once },
      ],
    }
  },
  sample: (language: Language) => {
    const { mail, dueAt } = samplePromisedMail(language)
    return { mail, dueAt, url: 'https://muster.example/pg/pro_lakeside/complete?token=sample' }
  },
})
