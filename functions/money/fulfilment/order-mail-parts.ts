import { formatDate } from '../../contract/date-format.ts'
import { instalmentWords } from '../../contract/sentences/instalment-words.ts'
import type { Mail, MailInput } from '../../delivery/mail/compose-mail.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import type { MailSite } from '../../delivery/mail/mail-template.ts'
import { amountOfPart } from '../orders/instalments.ts'
import { type CalendarPlace, calendarFile, calendarMethod } from './calendar-file.ts'
import { displayAmount, type OrderMail, type OrderMailPlace, wordsOf } from './order-mail.ts'

/** The places as rows: who and what, below it when and where. `value` says what stands on the right. */
export function placeRows(
  places: readonly OrderMailPlace[],
  value: (place: OrderMailPlace) => string = () => '',
): MailPart {
  return {
    type: 'rows',
    rows: places.map((place) => ({
      label: [place.attendee, place.title].filter(Boolean).join(' · '),
      note: [place.when, place.where].filter(Boolean).join(' · '),
      value: value(place),
    })),
  }
}

/** The parts of an order that is paid in parts, each with its day, its sum and how it stands. */
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

/** The button that leads to the order. */
export const orderButton = (mail: OrderMail, { siteOrigin }: MailSite): Extract<MailPart, { type: 'button' }> => ({
  type: 'button',
  label: wordsOf(mail).showOrder,
  url: `${siteOrigin}/pg/${mail.order.program_id}/profile/orders/${mail.order.id}`,
})

/** A calendar file with these places, which takes them out again where all of them are cancelled; no file where there are none. */
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

/** What every mail about an order has: its recipient, its branding, its language and why it came. */
export const orderMailFrame = (mail: OrderMail): Pick<MailInput, 'to' | 'branding' | 'language' | 'because'> => ({
  to: mail.to,
  branding: mail.branding,
  language: mail.language,
  because: wordsOf(mail).because(mail.branding.name),
})
