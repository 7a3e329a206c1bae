import { capitalise, dayMonth, formatDate, formatMoment } from '../../contract/date-format.ts'
import { balanceWords } from '../../contract/sentences/balance-words.ts'
import { instalmentWords } from '../../contract/sentences/instalment-words.ts'
import { wallClock } from '../../contract/wall-clock.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import { type MailSite, mailTemplate } from '../../delivery/mail/mail-template.ts'
import { bringLines } from './bring-line.ts'
import { calendarAddress } from './calendar-link.ts'
import { isOpenPart } from '../orders/instalments.ts'
import { bookedParts, namesOf } from './booked-parts.ts'
import { cardWords, displayAmount, loadOrderMail, type OrderMail, type OrderMailPlace, wordsOf } from './order-mail.ts'
import { calendarAttachment, orderButton, orderMailFrame, partRows } from './order-mail-parts.ts'
import { hasSignedWaiver, placesWithoutWaiver } from './reminder-rows.ts'
import { sampleOrderMail } from './sample-order-mail.ts'
import { sumRows } from './sum-parts.ts'

type Confirmation = {
  mail: OrderMail
  calendarUrl: string
  /** What to bring, by the id of the event or appointment type. */
  bring: ReadonlyMap<string, string>
  /** Names of people whose waiver is not accepted yet. */
  unsigned: string[]
  /** True if a waiver was accepted for a place: the order page has its text. */
  isSigned: boolean
}

/**
 * The confirmation mail: what is booked, when and where, the refund deadlines, the receipt and a calendar file. Not
 * sent unless the order is still paid.
 */
export const orderPaidMail = mailTemplate<Confirmation>({
  load: async (ctx, { ref }) => {
    const mail = await loadOrderMail(ctx, ref)
    if (mail?.order.status !== 'paid') return null
    const bring = await bringLines(ctx, confirmedOf(mail), mail.language)
    const unsigned = mail.places.length > 0 ? await placesWithoutWaiver(ctx.db, mail.order.id) : []
    const isSigned = mail.places.length > 0 && (await hasSignedWaiver(ctx.db, mail.order.id))
    return { mail, calendarUrl: await calendarAddress(ctx, mail.order), bring, unsigned, isSigned }
  },
  compose: (confirmation, site) => {
    const { mail, calendarUrl, bring } = confirmation
    const words = wordsOf(mail)
    const confirmed = confirmedOf(mail)
    const receipt = mail.order.receipt_number ?? ''
    const isDebtOnly = mail.balanceDue > 0 && mail.places.length + mail.products.length === 0
    const isFromStoreOnly = mail.places.length === 0 && mail.products.length > 0
    const bought = mail.products.map(({ label, note }) => ({ label, note, value: '' }))
    const { taxNumber } = mail
    const debt = displayAmount(mail, mail.balanceDue)
    const day = formatDate(mail.order.paid_at ?? site.now, mail)
    const preview = previewWords(mail, site.now)
    return {
      ...orderMailFrame(mail),
      ...(preview === null ? {} : { preview }),
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
        ...nextStep(confirmation, site),
        ...bookedParts(mail, { bring, now: site.now }),
        ...(bought.length > 0 ? [{ type: 'rows' as const, rows: bought }] : []),
        ...(confirmed.length > 0 ? [{ type: 'link' as const, label: words.addToCalendar, url: calendarUrl }] : []),
        ...(confirmation.isSigned
          ? [{ type: 'link' as const, label: words.paid.readWaiver, url: `${orderButton(mail, site).url}#places` }]
          : []),
        ...(mail.takesMessages ? [messageLink(mail, site)] : []),
        { type: 'section', title: words.paid.receipt(receipt) },
        sumRows(mail, {
          label:
            mail.order.amount_total === 0
              ? words.lines.total
              : mail.order.instalments.some(isOpenPart)
                ? words.lines.paidSoFar(displayAmount(mail, mail.order.amount_total))
                : words.lines.paid,
          amount: mail.order.amount_paid,
        }),
        {
          type: 'paragraph',
          text: [capitalise(day), paymentWords(mail), taxNumber && words.paid.taxNumber(taxNumber)]
            .filter(Boolean)
            .join('\n'),
        },
        ...(mail.order.instalments.length > 0
          ? [{ type: 'paragraph' as const, text: instalmentWords[mail.language].rest }, partRows(mail)]
          : []),
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
    bring: new Map([
      ['evt_canoe', language === 'fr' ? 'un maillot; une serviette; un lunch' : 'a swimsuit; a towel; lunch'],
    ]),
    unsigned: ['reg_samuel'],
    isSigned: true,
  }),
})

const confirmedOf = ({ places }: OrderMail): OrderMailPlace[] => places.filter(({ status }) => status === 'confirmed')

// An open task comes first, otherwise the link to the order.
function nextStep({ mail, unsigned }: Confirmation, site: MailSite): MailPart[] {
  const { paid, showOrder } = wordsOf(mail)
  const places = confirmedOf(mail).filter(({ id }) => unsigned.includes(id))
  const order = orderButton(mail, site)
  if (places.length === 0) return [order]
  return [
    { type: 'paragraph', text: paid.waiver(namesOf(mail, places)) },
    { type: 'button', label: paid.sign, url: `${site.siteOrigin}/pg/${mail.order.program_id}/profile/overview` },
    { type: 'link', label: showOrder, url: order.url },
  ]
}

const messageLink = (mail: OrderMail, { siteOrigin }: MailSite): MailPart => ({
  type: 'link',
  label: wordsOf(mail).paid.message,
  url: `${siteOrigin}/pg/${mail.order.program_id}/profile/messages?about=order:${mail.order.id}#new`,
})

/** `Mon, July 12, 9 am at Pine Point. Receipt 2027-000184, $648.48.`; null if every booking is over. */
function previewWords(mail: OrderMail, now: number): string | null {
  const [place] = confirmedOf(mail).sort(byStart)
  const start = place ? startOf(place) : null
  if (!place || start === null || start <= now) return null
  const moment = formatMoment(start, { timezone: place.timezone, locale: mail.locale, now })
  const paid = displayAmount(mail, mail.order.amount_paid)
  const where = place.onlineUrl ? null : (place.where?.split(', ')[0] ?? null)
  return wordsOf(mail).paid.preview(capitalise(moment), where, mail.order.receipt_number ?? '', paid)
}

const startOf = ({ calendar }: OrderMailPlace): number | null => calendar.dates[0]?.starts_at ?? null
const byStart = (a: OrderMailPlace, b: OrderMailPlace) => (startOf(a) ?? 0) - (startOf(b) ?? 0)

/** The event or appointment type of all confirmed places, if they share one. */
function onlyEvent({ places }: OrderMail): OrderMailPlace['event'] | null {
  const [first, ...others] = places.filter(({ status }) => status === 'confirmed').map(({ event }) => event)
  return first && others.every(({ id }) => id === first.id) ? first : null
}

/** `See you on July 5, Maya and Samuel`, for a single future event, if the mail may name people. */
function seeYou(mail: OrderMail, now: number): string | null {
  const [place, ...others] = confirmedOf(mail).sort(byStart)
  const start = place ? startOf(place) : null
  const names = place ? namesOf(mail, [place, ...others]) : null
  if (!place || names === null || start === null || start <= now || !onlyEvent(mail)) return null
  return wordsOf(mail).paid.seeYou(dayMonth(wallClock(start, place.timezone), mail.locale), names)
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
