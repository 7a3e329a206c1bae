import { formatDate } from '../../contract/date-format.ts'
import { orderNumber } from '../../contract/money/order.ts'
import { deskWords } from '../../contract/sentences/desk-words.ts'
import { instalmentWords } from '../../contract/sentences/instalment-words.ts'
import type { Mail, MailInput } from '../../delivery/mail/compose-mail.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import type { MailSite } from '../../delivery/mail/mail-template.ts'
import { amountOfPart } from '../orders/instalments.ts'
import { type CalendarPlace, calendarFile, calendarMethod } from './calendar-file.ts'
import { displayAmount, type OrderMail, type OrderMailPlace, wordsOf } from './order-mail.ts'

/** The places as rows: attendee and option, and below them when and where. `value` returns the text on the right. */
export function placeRows(
  places: readonly OrderMailPlace[],
  value: (place: OrderMailPlace) => string = () => '',
): MailPart {
  return {
    type: 'rows',
    rows: places.map((place) => ({
      label: [place.attendee, place.title].filter(Boolean).join(' · '),
      note: [place.when, place.where, place.group].filter(Boolean).join(' · '),
      value: value(place),
    })),
  }
}

/** The page to join an online event, for each attendee; empty for an event at a place. */
export function joinParts(mail: OrderMail, places: readonly OrderMailPlace[], type: 'button' | 'link'): MailPart[] {
  const { reminder: words } = wordsOf(mail)
  const links = places.flatMap(({ onlineUrl: url, firstName }) =>
    url === null ? [] : [{ type, label: places.length > 1 && firstName ? words.joinAs(firstName) : words.join, url }],
  )
  return links.length > 0 ? [{ type: 'paragraph', text: words.joinFrom }, ...links] : []
}

/** The instalments of an order, each with its day, amount and status. */
export function partRows(mail: OrderMail): MailPart {
  const words = instalmentWords[mail.language]
  return {
    type: 'rows',
    rows: mail.order.instalments.map((part) => ({
      label: words.part(formatDate(part.due_at, mail)),
      note: words.states[part.status],
      value: displayAmount(mail, part.status === 'cancelled' ? part.amount : amountOfPart(part)),
    })),
  }
}

/** The number of the order, by which the organisation knows it too. */
export const orderNumberRow = ({ order, language }: OrderMail): MailPart => ({
  type: 'rows',
  rows: [{ label: deskWords[language].order, value: orderNumber(order) }],
})

/** The button that opens the order. */
export const orderButton = (mail: OrderMail, { siteOrigin }: MailSite): Extract<MailPart, { type: 'button' }> => ({
  type: 'button',
  label: wordsOf(mail).showOrder,
  url: `${siteOrigin}/pg/${mail.order.program_id}/profile/orders/${mail.order.id}`,
})

/** A calendar file of these places, or one that removes them if all are cancelled; empty without places. */
export function calendarAttachment(
  mail: OrderMail,
  { siteOrigin, now }: MailSite,
  places: readonly CalendarPlace[],
): Mail['attachments'] {
  if (places.length === 0) return []
  const method = calendarMethod(places)
  const about = { host: new URL(siteOrigin).hostname, name: mail.branding.name, email: mail.branding.email, now }
  const content = calendarFile(about, places, method)
  return [{ filename: 'calendar.ics', content_type: `text/calendar; charset=utf-8; method=${method}`, content }]
}

/** The parts that every mail about an order has: recipient, branding, language and reason. */
export const orderMailFrame = (mail: OrderMail): Pick<MailInput, 'to' | 'branding' | 'language' | 'because'> => ({
  to: mail.to,
  branding: mail.branding,
  language: mail.language,
  because: wordsOf(mail).because(mail.branding.name),
})
