import { dayMonth, formatDate } from '../contract/date-format.ts'
import { balanceWords } from '../contract/sentences/balance-words.ts'
import { instalmentWords } from '../contract/sentences/instalment-words.ts'
import { wallClock } from '../contract/wall-clock.ts'
import { mailTemplate } from '../mail/mail-template.ts'
import { bringLine } from './bring-line.ts'
import { calendarAddress } from './calendar-link.ts'
import {
  calendarAttachment,
  cardWords,
  displayAmount,
  loadOrderMail,
  type OrderMail,
  type OrderMailPlace,
  orderButton,
  orderMailFrame,
  partRows,
  placeRows,
  wordsOf,
} from './order-mail.ts'
import { sampleOrderMail } from './sample-order-mail.ts'
import { sumRows } from './sum-parts.ts'

/** The confirmation: places with when and where, the receipt, a calendar file. An order that is not paid any more gets none. */
export const orderPaidMail = mailTemplate<{ mail: OrderMail; calendarUrl: string; bring: string | null }>({
  load: async (ctx, { ref }) => {
    const mail = await loadOrderMail(ctx, ref)
    if (mail?.order.status !== 'paid') return null
    const event = onlyEvent(mail)
    const bring = event ? await bringLine(ctx, event.id, mail.language) : null
    return { mail, calendarUrl: await calendarAddress(ctx, mail.order), bring }
  },
  compose: ({ mail, calendarUrl, bring }, site) => {
    const words = wordsOf(mail)
    const confirmed = mail.places.filter((place) => place.status === 'confirmed')
    const receipt = mail.order.receipt_number ?? ''
    const isDebtOnly = mail.balanceDue > 0 && mail.places.length + mail.products.length === 0
    const isFromStoreOnly = mail.places.length === 0 && mail.products.length > 0
    const bought = mail.products.map(({ label, note }) => ({ label, note, value: '' }))
    const { taxNumber } = mail
    const debt = displayAmount(mail, mail.balanceDue)
    const day = formatDate(mail.order.paid_at ?? site.now, mail)
    return {
      ...orderMailFrame(mail),
      subject: isDebtOnly ? words.paid.debtSubject(debt, receipt) : words.paid.subject(mail.title, receipt),
      heading: isDebtOnly
        ? words.paid.debtHeading
        : isFromStoreOnly
          ? words.paid.storeHeading
          : (seeYou(mail, site.now) ?? words.paid.heading),
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
        ...(bring ? [{ type: 'paragraph' as const, text: words.reminder.bring(bring) }] : []),
        ...(bought.length > 0 ? [{ type: 'rows' as const, rows: bought }] : []),
        sumRows(mail, {
          label: mail.order.amount_total === 0 ? words.lines.total : words.lines.paid,
          amount: mail.order.amount_paid,
        }),
        {
          type: 'paragraph',
          text: [words.paid.receipt(receipt, day), paymentWords(mail), taxNumber && words.paid.taxNumber(taxNumber)]
            .filter(Boolean)
            .join('\n'),
        },
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
    bring: language === 'fr' ? 'un maillot; une serviette; un lunch' : 'a swimsuit; a towel; lunch',
  }),
})

/** What all confirmed places are of, where that is one event or appointment type. */
function onlyEvent({ places }: OrderMail): OrderMailPlace['event'] | null {
  const [first, ...others] = places.filter(({ status }) => status === 'confirmed').map(({ event }) => event)
  return first && others.every(({ id }) => id === first.id) ? first : null
}

/** `See you on July 5, Maya and Samuel`, of one event that is still to come, where the mail may name people. */
function seeYou(mail: OrderMail, now: number): string | null {
  const places = mail.places.filter(({ status }) => status === 'confirmed')
  const names = [...new Set(places.flatMap(({ firstName }) => firstName ?? []))]
  const [start] = places.flatMap(({ calendar }) => calendar.dates.map((date) => date.starts_at)).sort((a, b) => a - b)
  const [place] = places
  if (!place || names.length === 0 || start === undefined || start <= now || !onlyEvent(mail)) return null
  const words = wordsOf(mail)
  const list =
    names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${words.cancelled.and} ${names.at(-1)}`
  return words.paid.seeYou(dayMonth(wallClock(start, place.timezone), mail.locale), list)
}

function paymentWords(mail: OrderMail): string {
  const { paid } = wordsOf(mail)
  if (mail.order.amount_total === 0) return paid.free
  const { balance_used, amount_paid, checkout_method } = mail.order
  const others = checkout_method === 'card' ? paid.byCard(cardWords(mail)) : paid.byHand
  if (balance_used === 0) return others
  const balance = balanceWords[mail.language].order.paid(displayAmount(mail, balance_used))
  return balance_used >= amount_paid ? balance : `${balance} ${others}`
}
