import { formatDate } from '../contract/date-format.ts'
import { mailTemplate } from '../mail/mail-template.ts'
import { calendarAddress } from './calendar-link.ts'
import {
  calendarAttachment,
  cardWords,
  displayAmount,
  loadOrderMail,
  type OrderMail,
  orderButton,
  orderMailFrame,
  placeRows,
  wordsOf,
} from './order-mail.ts'
import { sampleOrderMail } from './sample-order-mail.ts'

/** The confirmation: places with when and where, the receipt, a calendar file. An order that is not paid any more gets none. */
export const orderPaidMail = mailTemplate<{ mail: OrderMail; calendarUrl: string }>({
  load: async (ctx, { ref }) => {
    const mail = await loadOrderMail(ctx, ref)
    if (mail?.order.status !== 'paid') return null
    return { mail, calendarUrl: await calendarAddress(ctx, mail.order.id) }
  },
  compose: ({ mail, calendarUrl }, site) => {
    const words = wordsOf(mail)
    const confirmed = mail.places.filter((place) => place.status === 'confirmed')
    const receipt = mail.order.receipt_number ?? ''
    const day = formatDate(mail.order.paid_at ?? site.now, mail)
    return {
      ...orderMailFrame(mail),
      subject: words.paid.subject(mail.title, receipt),
      heading: words.paid.heading,
      parts: [
        { type: 'paragraph', text: words.paid.lead(mail.firstName, mail.branding.name) },
        placeRows(confirmed, (place) => displayAmount(mail, place.amount)),
        { type: 'rows', rows: receiptRows(mail) },
        { type: 'paragraph', text: `${words.paid.receipt(receipt, day)}\n${paymentWords(mail)}` },
        orderButton(mail, site),
        { type: 'link', label: words.addToCalendar, url: calendarUrl },
      ],
      attachments: calendarAttachment(
        mail,
        site,
        confirmed.map((place) => place.calendar),
      ),
    }
  },
  sample: (language) => ({
    mail: sampleOrderMail(language),
    calendarUrl: 'https://book.example/calendar/sample.ics',
  }),
})

// Discount, fee, each tax, total: the sums of the order, none of them calculated here.
function receiptRows(mail: OrderMail) {
  const { order } = mail
  const { lines } = wordsOf(mail)
  const amount = (value: number) => displayAmount(mail, value)
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

function paymentWords(mail: OrderMail): string {
  const { paid } = wordsOf(mail)
  if (mail.order.amount_total === 0) return paid.free
  return mail.order.checkout_method === 'card' ? paid.byCard(cardWords(mail)) : paid.byHand
}
