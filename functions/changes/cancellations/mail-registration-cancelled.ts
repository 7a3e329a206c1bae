import { nameList } from '../../contract/name-list.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { Ctx } from '../../platform/context.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import {
  cardWords,
  displayAmount,
  loadOrderMail,
  type OrderMail,
  type OrderMailPlace,
  wordsOf,
} from '../../money/fulfilment/order-mail.ts'
import { calendarAttachment, orderButton, orderMailFrame, placeRows } from '../../money/fulfilment/order-mail-parts.ts'
import { sampleCancelledMail } from '../../money/fulfilment/sample-order-mail.ts'
import { refundRows } from '../../money/fulfilment/sum-parts.ts'
import { balanceWords } from '../../contract/sentences/balance-words.ts'
import { lateFeeSentence, lostDiscountSentence } from '../../contract/sentences/sentence.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import { type Delivery, type MailSite, mailTemplate } from '../../delivery/mail/mail-template.ts'
import { orderLookup } from '../../booking/registrations/load-registration.ts'

type Refund = DomainEvents['registration.cancelled']

type Cancelled = { mail: OrderMail; place: OrderMailPlace; refund: Refund }

/** Names the person whose place is cancelled, in one sentence. */
export const cancelledHeading = ({ mail, place }: Cancelled): string => wordsOf(mail).cancelled.heading(place.firstName)

/** The parts of the mail about a cancelled place, also for a mail with several changes. */
export const registrationCancelled = {
  load: async (ctx: Ctx, { ref, body }: Delivery): Promise<Cancelled | null> => {
    const mail = await loadOrderMail(ctx, orderLookup(ref))
    const place = mail?.places.find(({ id }) => id === ref)
    return mail && place?.calendar.is_cancelled ? { mail, place, refund: body as Refund } : null
  },
  partsOf: ({ mail, place, refund }: Cancelled): MailPart[] => [
    placeRows([place]),
    { type: 'paragraph', text: refundWords(mail, refund, [place.id]) },
    ...lateFee(mail, refund),
    ...lostDiscount(mail, refund),
  ],
  compose: (change: Cancelled, site: MailSite) => {
    const { mail, place } = change
    return {
      ...orderMailFrame(mail),
      subject: subjectOf(change),
      heading: cancelledHeading(change),
      parts: [
        {
          type: 'paragraph' as const,
          text: leadOf(change),
        },
        ...registrationCancelled.partsOf(change),
        ...refundRows(mail),
        ...stayingPlaces(mail, place),
        orderButton(mail, site),
      ],
      attachments: calendarAttachment(mail, site, [place.calendar]),
    }
  },
  sample: (language: Language): Cancelled => {
    const mail = sampleCancelledMail(language, { status: 'paid' })
    return { mail, place: mail.places[0] as OrderMailPlace, refund: { result: 'automatic', amount: 34_500 } }
  },
}

/** The mail about a place as it leaves if the place is cancelled now; null when the order gets none. */
export async function previewCancelledMail(
  ctx: Ctx,
  { registration_id, refund }: { registration_id: string; refund: Refund },
): Promise<{ subject: string; texts: string[] } | null> {
  const mail = await loadOrderMail(ctx, orderLookup(registration_id))
  const place = mail?.places.find(({ id }) => id === registration_id)
  if (!mail || !place) return null
  const isReturned = refund.result === 'automatic'
  const visits = mail.visits.map((visit) =>
    visit.registration_id === registration_id
      ? { ...visit, is_returned: isReturned, available: visit.available + (isReturned ? 1 : 0) }
      : visit,
  )
  const change = { mail: { ...mail, visits }, place, refund }
  return {
    subject: subjectOf(change),
    texts: [
      leadOf(change),
      ...registrationCancelled.partsOf(change).flatMap((part) => (part.type === 'paragraph' ? [part.text] : [])),
    ],
  }
}

const subjectOf = ({ mail, place }: Cancelled): string =>
  wordsOf(mail).cancelled.subject(place.firstName, place.event.name)

function leadOf({ mail, refund }: Cancelled): string {
  const { cancelled } = wordsOf(mail)
  if (refund.is_by_staff) return cancelled.byStaff(mail.branding.name)
  return refund.is_after_membership ? cancelled.afterMembership : cancelled.lead
}

/** Tells the customer the refund for a cancelled place, with a calendar file that removes its dates. */
export const registrationCancelledMail = mailTemplate<Cancelled>(registrationCancelled)

/** The people whose places stay booked. */
export function stayingPlaces(mail: OrderMail, { firstName }: OrderMailPlace): MailPart[] {
  const { cancelled } = wordsOf(mail)
  const staying = mail.places.filter(({ status }) => status === 'confirmed')
  const names = [...new Set(staying.map((place) => place.firstName))]
  if (names.length === 0) return []
  // The same person has a place on other dates.
  if (names.length === 1 && firstName !== null && names[0] === firstName)
    return [{ type: 'paragraph', text: cancelled.staysOf(firstName) }]
  const written = names.flatMap((name) => name ?? [])
  if (written.length < names.length) return [{ type: 'paragraph', text: cancelled.stays(null, staying.length) }]
  return [{ type: 'paragraph', text: cancelled.stays(nameList(written, mail.language), written.length) }]
}

/** The part that is kept as a late fee. */
export function lateFee(mail: OrderMail, { late_fee = 0 }: Pick<Refund, 'late_fee'>): MailPart[] {
  return late_fee > 0
    ? [{ type: 'paragraph', text: lateFeeSentence(displayAmount(mail, late_fee), mail.language) }]
    : []
}

// The lost discount that was taken out of the refund.
function lostDiscount(mail: OrderMail, { lost }: Refund): MailPart[] {
  if (!lost) return []
  const sum = displayAmount(mail, lost.amount)
  return [{ type: 'paragraph', text: lostDiscountSentence({ coupons: lost.coupons, sum }, mail.language) }]
}

/** What happens to the visits of cancelled places; null when no place was paid with a visit. */
export function visitWords(mail: OrderMail, registrationIds: readonly string[]): string | null {
  const { visit } = wordsOf(mail).cancelled
  const visits = mail.visits.filter(({ registration_id }) => registrationIds.includes(registration_id))
  const passes = new Map(visits.map((each) => [each.session_credit_id, each]))
  const sentences = [...passes.values()].flatMap((pass) => {
    const own = visits.filter(({ session_credit_id }) => session_credit_id === pass.session_credit_id)
    const back = own.filter(({ is_returned }) => is_returned).length
    if (pass.is_unlimited) return [visit.unlimited]
    return [
      ...(back > 0 ? [pass.is_good ? visit.back(back, pass.available, pass.total) : visit.expired(back)] : []),
      ...(own.length > back ? [visit.used(own.length - back, pass.available, pass.total)] : []),
    ]
  })
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** The refund in one sentence. For places paid with visits, the sentence says what happens to the visits. */
export function refundWords(
  mail: OrderMail,
  { result, amount, destination, to_balance = 0 }: Refund,
  registrationIds: readonly string[] = [],
): string {
  const { cancelled } = wordsOf(mail)
  const sum = displayAmount(mail, amount)
  const visits = visitWords(mail, registrationIds)
  if (visits !== null && amount === 0) return visits
  if (mail.order.amount_total === 0) return cancelled.free
  if (mail.order.amount_paid === 0) return cancelled.unpaid
  if (amount === 0 && result !== 'request') return cancelled.nothing
  const { name } = mail.branding
  const balance = balanceWords[mail.language].refund
  if (result === 'request')
    return [cancelled.request(sum, name), ...(destination === 'account_balance' ? [balance.wanted(name)] : [])].join(
      ' ',
    )
  const rest = amount - to_balance
  return [
    ...(rest > 0 ? [restWords(mail, displayAmount(mail, rest), destination === 'cash')] : []),
    ...(to_balance > 0 ? [balance.back(displayAmount(mail, to_balance), name)] : []),
    ...(visits === null ? [] : [visits]),
  ].join(' ')
}

// The part that is refunded the way it was paid, or was handed over in cash.
function restWords(mail: OrderMail, sum: string, isCash: boolean): string {
  const { cancelled } = wordsOf(mail)
  if (isCash) return cancelled.inCash(sum, mail.branding.name)
  return mail.order.checkout_method === 'card'
    ? cancelled.automatic(sum, cardWords(mail))
    : cancelled.byHand(sum, mail.branding.name)
}
