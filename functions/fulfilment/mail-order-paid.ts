import type { Ctx } from '../context.ts'
import { dayIn } from '../mail/event-time.ts'
import type { MailPart } from '../mail/mail-frame.ts'
import { calendarFile } from './calendar-file.ts'
import { calendarAddress } from './calendar-link.ts'
import { cardWords, clockNote, findOrderMail, type OrderMail, placeRows, sendOrderMail } from './order-mail.ts'

/** The confirmation: places with when and where, the receipt, a calendar file. An order that is not paid any more gets none. */
export async function mailOrderPaid(ctx: Ctx, row: { ref: string; dedupe: string }): Promise<void> {
  const mail = await findOrderMail(ctx, row.ref)
  if (mail?.order.status !== 'paid') return
  const { order, words, look } = mail
  const confirmed = mail.places.filter((place) => place.registration.status === 'confirmed')
  const receipt = order.receipt_number ?? ''

  const parts: MailPart[] = [
    { is: 'words', text: words.paid.lead(order.profile.first_name, look.name) },
    placeRows(confirmed, (place) =>
      mail.amount(order.items.find((item) => item.registration_id === place.registration.id)?.amount ?? 0),
    ),
    ...clockNote(mail),
    { is: 'rows', rows: receiptRows(mail) },
    {
      is: 'words',
      text: `${words.paid.receipt(receipt, dayIn(order.paid_at ?? ctx.now, order.program.timezone, mail.language))}\n${paidHow(mail)}`,
    },
    { is: 'button', label: words.showOrder, url: mail.orderUrl },
    { is: 'link', label: words.addToCalendar, url: await calendarAddress(ctx, order.id) },
  ]
  const file = calendarFile(
    { host: new URL(ctx.siteOrigin).hostname, name: look.name, now: ctx.now },
    confirmed.map((place) => place.calendar),
  )
  await sendOrderMail(ctx, mail, {
    dedupe: row.dedupe,
    subject: words.paid.subject(mail.what, receipt),
    heading: words.paid.heading,
    parts,
    attachments:
      confirmed.length > 0
        ? [{ filename: 'calendar.ics', content_type: 'text/calendar; charset=utf-8; method=PUBLISH', content: file }]
        : [],
  })
}

// Discount, fee, each tax, total: the sums of the order, none of them worked out here.
function receiptRows({ order, words, amount }: OrderMail) {
  const { lines } = words
  return [
    ...(order.amount_discount > 0 ? [{ label: lines.discount, value: `−${amount(order.amount_discount)}` }] : []),
    ...(order.amount_fee > 0 ? [{ label: lines.fee, value: amount(order.amount_fee) }] : []),
    ...order.tax_items.map((tax) => ({
      label: (tax.is_included ? lines.included : lines.tax)(tax.name, String(tax.percent / 100)),
      value: amount(tax.amount),
    })),
    { label: lines.total, value: amount(order.amount_total), strong: true },
    ...(order.amount_paid > 0 ? [{ label: lines.paid, value: amount(order.amount_paid), strong: true }] : []),
  ]
}

function paidHow(mail: OrderMail): string {
  const { checkout_method, amount_total } = mail.order
  if (amount_total === 0) return mail.words.paid.free
  return checkout_method === 'card' ? mail.words.paid.byCard(cardWords(mail)) : mail.words.paid.byHand
}
