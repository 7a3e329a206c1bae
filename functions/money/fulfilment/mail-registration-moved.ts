import type { Language } from '../../contract/field-rules.ts'
import { balanceWords } from '../../contract/sentences/balance-words.ts'
import { localize } from '../../contract/texts.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import type { Ctx } from '../../platform/context.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import { type Delivery, type MailSite, mailTemplate } from '../../delivery/mail/mail-template.ts'
import { displayAmount, loadOrderMail, type OrderMail, type OrderMailPlace, wordsOf } from './order-mail.ts'
import { calendarAttachment, orderButton, orderMailFrame, placeRows } from './order-mail-parts.ts'
import { orderLookup } from '../../booking/registrations/load-registration.ts'
import { datesText } from './order-places.ts'
import { sampleOrderMail } from './sample-order-mail.ts'

type Before = DomainEvents['registration.moved']['before']
type Settled = Pick<DomainEvents['registration.moved'], 'is_by_staff' | 'destination' | 'to_balance'>
type Moved = { mail: OrderMail; place: OrderMailPlace; before: Before; returned: number; paid: number; staff: Settled }

const wasOf = ({ mail, before }: Moved) => before.place && localize(before.place, mail.language)
const movedWords = (moved: Moved) => (wasOf(moved) ? wordsOf(moved.mail).moved.place : wordsOf(moved.mail).moved)

/** The parts of the mail about a moved place, also for a mail with several changes. */
export const registrationMoved = {
  load: async (ctx: Ctx, { ref, body }: Delivery): Promise<Moved | null> => {
    const { before, sequence, returned = 0, paid = 0, ...staff } = body as DomainEvents['registration.moved']
    const mail = await loadOrderMail(ctx, orderLookup(ref))
    const place = mail?.places.find(({ id }) => id === ref)
    if (!mail || place?.status !== 'confirmed' || place.calendar.sequence !== sequence) return null
    return { mail, place, before, returned, paid, staff }
  },
  leadOf: (moved: Moved): string =>
    moved.staff.is_by_staff
      ? wordsOf(moved.mail).moved.place.byStaff(moved.mail.branding.name)
      : movedWords(moved).lead,
  partsOf: (change: Moved): MailPart[] => {
    const { mail, place, before, paid } = change
    const { moved, eventChanged } = wordsOf(mail)
    const dates = datesText({ overnight: null, ...before, timezone: place.timezone }, mail.locale)
    const was = wasOf(change)
    return [
      placeRows([place]),
      {
        type: 'paragraph',
        text: eventChanged.before(was ? `${was.title}, ${was.option_title}, ${dates}` : dates),
      },
      ...returnedWords(change).map((text) => ({ type: 'paragraph' as const, text })),
      ...(paid > 0 ? [{ type: 'paragraph' as const, text: moved.place.paid(displayAmount(mail, paid)) }] : []),
    ]
  },
  compose: (change: Moved, site: MailSite) => {
    const { mail, place } = change
    const words = movedWords(change)
    return {
      ...orderMailFrame(mail),
      subject: words.subject(place.event.name, place.when),
      heading: words.heading,
      parts: [
        { type: 'paragraph' as const, text: registrationMoved.leadOf(change) },
        ...registrationMoved.partsOf(change),
        { type: 'paragraph' as const, text: wordsOf(mail).eventChanged.calendar },
        orderButton(mail, site),
      ],
      attachments: calendarAttachment(mail, site, [place.calendar]),
    }
  },
  sample: (language: Language): Moved => {
    const mail = sampleOrderMail(language)
    const dates = [{ starts_at: Date.UTC(2027, 5, 28, 13), ends_at: Date.UTC(2027, 6, 2, 20) }]
    return { mail, place: mail.places[0] as OrderMailPlace, before: { dates }, returned: 0, paid: 0, staff: {} }
  },
}

// The refund to the balance, and the one to the card or in cash.
function returnedWords({ mail, returned, staff }: Moved): string[] {
  const { moved, cancelled } = wordsOf(mail)
  const { name } = mail.branding
  const { destination, to_balance = 0 } = staff
  const rest = returned - to_balance
  const amount = displayAmount(mail, rest)
  return [
    ...(rest > 0 ? [destination === 'cash' ? cancelled.inCash(amount, name) : moved.place.returned(amount)] : []),
    ...(to_balance > 0 ? [balanceWords[mail.language].refund.back(displayAmount(mail, to_balance), name)] : []),
  ]
}

/**
 * Tells a customer the new time of a booking that they moved, with a calendar file. Not sent if the booking was moved
 * again or cancelled.
 */
export const registrationMovedMail = mailTemplate<Moved>(registrationMoved)
