import { capitalise, formatDate, formatMoment } from '../../contract/date-format.ts'
import { balanceWords } from '../../contract/sentences/balance-words.ts'
import { instalmentWords } from '../../contract/sentences/instalment-words.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import { type MailSite, mailTemplate } from '../../delivery/mail/mail-template.ts'
import { bringLines } from './bring-line.ts'
import { calendarAddress } from './calendar-link.ts'
import { isOpenPart } from '../orders/instalments.ts'
import { bookedParts, namesOf } from './booked-parts.ts'
import { cardWords, displayAmount, loadOrderMail, type OrderMail, wordsOf } from './order-mail.ts'
import { calendarAttachment, orderButton, orderMailFrame, partRows } from './order-mail-parts.ts'
import { byStart, confirmedOf, openingOf, startOf } from './order-paid-opening.ts'
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
    const { subject, heading, lead } = openingOf(mail, site.now)
    const bought = mail.products.map(({ label, note }) => ({ label, note, value: '' }))
    const { taxNumber } = mail
    const day = formatDate(mail.order.paid_at ?? site.now, mail)
    const preview = previewWords(mail, site.now)
    return {
      ...orderMailFrame(mail),
      ...(preview === null ? {} : { preview }),
      subject,
      heading,
      parts: [
        ...lead.map((text) => ({ type: 'paragraph' as const, text })),
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

// The next step for the customer: an open task, otherwise the link to the order.
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

function paymentWords(mail: OrderMail): string {
  const { paid } = wordsOf(mail)
  if (mail.order.amount_total === 0) return paid.free
  const { balance_used, amount_paid, checkout_method } = mail.order
  const others = checkout_method === 'card' ? paid.byCard(cardWords(mail)) : paid.byHand
  if (balance_used === 0) return others
  const balance = balanceWords[mail.language].order.paid(displayAmount(mail, balance_used))
  return balance_used >= amount_paid ? balance : `${balance} ${others}`
}
