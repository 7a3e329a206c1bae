import type { DomainEvents } from '../../platform/database/outbox.ts'
import { cardWords, displayAmount, loadOrderMail, type OrderMail, wordsOf } from '../../money/fulfilment/order-mail.ts'
import { calendarAttachment, orderButton, orderMailFrame, placeRows } from '../../money/fulfilment/order-mail-parts.ts'
import { creditNoteParts } from '../../money/fulfilment/sum-parts.ts'
import { sampleCancelledMail } from '../../money/fulfilment/sample-order-mail.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { lateFee, refundWords } from './mail-registration-cancelled.ts'

type Refund = DomainEvents['order.cancelled']

/**
 * Tells the customer that a whole order is cancelled, with the refund. Either the customer cancelled it, or the
 * payment was too late.
 */
export const orderCancelledMail = mailTemplate<{ mail: OrderMail; refund: Refund }>({
  load: async (ctx, { ref, body }) => {
    const mail = await loadOrderMail(ctx, ref)
    return mail?.order.status === 'cancelled' ? { mail, refund: body as Refund } : null
  },
  compose: ({ mail, refund }, site) => {
    const words = wordsOf(mail).orderCancelled
    const isLate = mail.order.cancel_reason === 'payment_after_expiry'
    // A place that was cancelled before had its own mail.
    const { registration_ids } = refund
    const places = mail.places.filter(({ id }) => registration_ids === null || registration_ids.includes(id))
    const { name } = mail.branding
    const lead = refund.is_by_staff ? words.byStaff(name, places.length) : words.lead(places.length)
    const late = displayAmount(mail, mail.order.amount_paid)
    const sentences = isLate
      ? [mail.isByCard ? words.lateMoney(late, cardWords(mail)) : words.lateMoneyByHand(late, name)]
      : refundSentences(
          mail,
          refund,
          places.map(({ id }) => id),
        )
    return {
      ...orderMailFrame(mail),
      subject: isLate ? words.lateSubject(mail.title) : words.subject(mail.title),
      heading: isLate ? words.lateHeading : words.heading,
      parts: [
        {
          type: 'paragraph',
          text: isLate ? (mail.isByCard ? words.lateLead : words.lateLeadByHand(name)) : lead,
        },
        placeRows(places),
        ...sentences.map((text) => ({ type: 'paragraph' as const, text })),
        ...lateFee(mail, refund),
        ...(isLate ? [] : creditNoteParts(mail)),
        orderButton(mail, site),
      ],
      attachments: calendarAttachment(
        mail,
        site,
        places.map(({ calendar }) => calendar).filter(({ is_cancelled }) => is_cancelled),
      ),
    }
  },
  sample: (language) => ({
    mail: sampleCancelledMail(language),
    refund: { returned: 34_500, requested: 20_000, registration_ids: null },
  }),
})

// The immediate refund, and the part that the organisation decides.
function refundSentences(
  mail: OrderMail,
  { returned, requested, ...where }: Refund,
  registrationIds: readonly string[],
): string[] {
  return [
    ...(returned > 0 || requested === 0
      ? [refundWords(mail, { result: 'automatic', amount: returned, ...where }, registrationIds)]
      : []),
    ...(requested > 0 ? [refundWords(mail, { result: 'request', amount: requested, ...where })] : []),
  ]
}
