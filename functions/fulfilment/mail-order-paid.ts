import { formatDate } from '../contract/date-format.ts'
import { balanceWords } from '../contract/sentences/balance-words.ts'
import { instalmentWords } from '../contract/sentences/instalment-words.ts'
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
  partRows,
  placeRows,
  wordsOf,
} from './order-mail.ts'
import { sampleOrderMail } from './sample-order-mail.ts'
import { sumRows } from './sum-parts.ts'

/** The confirmation: places with when and where, the receipt, a calendar file. An order that is not paid any more gets none. */
export const orderPaidMail = mailTemplate<{ mail: OrderMail; calendarUrl: string }>({
  load: async (ctx, { ref }) => {
    const mail = await loadOrderMail(ctx, ref)
    if (mail?.order.status !== 'paid') return null
    return { mail, calendarUrl: await calendarAddress(ctx, mail.order) }
  },
  compose: ({ mail, calendarUrl }, site) => {
    const words = wordsOf(mail)
    const confirmed = mail.places.filter((place) => place.status === 'confirmed')
    const receipt = mail.order.receipt_number ?? ''
    const isDebtOnly = mail.balanceDue > 0 && mail.places.length + mail.products.length === 0
    const isFromStoreOnly = mail.places.length === 0 && mail.products.length > 0
    const bought = mail.products.map(({ label, note }) => ({ label, note, value: '' }))
    const debt = displayAmount(mail, mail.balanceDue)
    const day = formatDate(mail.order.paid_at ?? site.now, mail)
    return {
      ...orderMailFrame(mail),
      subject: isDebtOnly ? words.paid.debtSubject(debt, receipt) : words.paid.subject(mail.title, receipt),
      heading: isDebtOnly ? words.paid.debtHeading : isFromStoreOnly ? words.paid.storeHeading : words.paid.heading,
      parts: [
        {
          type: 'paragraph',
          text: isDebtOnly
            ? words.paid.debtLead(mail.branding.name, debt)
            : isFromStoreOnly
              ? words.paid.storeLead(mail.firstName, mail.branding.name)
              : words.paid.lead(mail.firstName, mail.branding.name, confirmed.length),
        },
        ...(isDebtOnly || isFromStoreOnly ? [] : [placeRows(confirmed)]),
        ...(bought.length > 0 ? [{ type: 'rows' as const, rows: bought }] : []),
        sumRows(mail, {
          label: mail.order.amount_total === 0 ? words.lines.total : words.lines.paid,
          amount: mail.order.amount_paid,
        }),
        { type: 'paragraph', text: `${words.paid.receipt(receipt, day)}\n${paymentWords(mail)}` },
        ...(mail.order.instalments.length > 0
          ? [{ type: 'paragraph' as const, text: instalmentWords[mail.language].rest }, partRows(mail)]
          : []),
        orderButton(mail, site),
        ...(isDebtOnly || isFromStoreOnly
          ? []
          : [{ type: 'link' as const, label: words.addToCalendar, url: calendarUrl }]),
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

function paymentWords(mail: OrderMail): string {
  const { paid } = wordsOf(mail)
  if (mail.order.amount_total === 0) return paid.free
  const { balance_used, amount_paid, checkout_method } = mail.order
  const others = checkout_method === 'card' ? paid.byCard(cardWords(mail)) : paid.byHand
  if (balance_used === 0) return others
  const balance = balanceWords[mail.language].order.paid(displayAmount(mail, balance_used))
  return balance_used >= amount_paid ? balance : `${balance} ${others}`
}
