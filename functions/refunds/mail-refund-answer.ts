import { deskWords } from '../contract/sentences/desk-words.ts'
import {
  cardWords,
  displayAmount,
  loadOrderMail,
  type OrderMail,
  orderButton,
  orderMailFrame,
} from '../fulfilment/order-mail.ts'
import { sampleCancelledMail } from '../fulfilment/sample-order-mail.ts'
import type { MailPart } from '../mail/mail-frame.ts'
import { mailTemplate } from '../mail/mail-template.ts'
import type { Ctx } from '../context.ts'
import { findRefundRequest, type RefundRequestRow } from './refund-rows.ts'

type Answer = {
  mail: OrderMail
  request: Pick<RefundRequestRow, 'status' | 'amount' | 'amount_approved' | 'decision_text'>
}

async function loadAnswer(ctx: Ctx, id: string, statuses: RefundRequestRow['status'][]): Promise<Answer | null> {
  const row = await findRefundRequest(ctx.db, id)
  if (!row || !statuses.includes(row.request.status)) return null
  const mail = await loadOrderMail(ctx, row.request.order_id)
  return mail ? { mail, request: row.request } : null
}

const paragraph = (text: string): MailPart => ({ type: 'paragraph', text })

/** Tells the customer what the organisation decided about a refund, in its own words where it wrote some. */
export const refundDecidedMail = mailTemplate<Answer>({
  load: async (ctx, { ref }) => loadAnswer(ctx, ref, ['approved', 'declined', 'completed']),
  compose: ({ mail, request }, site) => {
    const words = deskWords[mail.language].decided
    const program = mail.branding.name
    const inMoney = (amount: number) => displayAmount(mail, amount)
    const isDeclined = request.status === 'declined'
    const sent = request.amount_approved ?? 0
    const parts = isDeclined
      ? [paragraph(words.declinedLead(program, inMoney(request.amount)))]
      : [
          paragraph(words.approvedLead(program, inMoney(sent))),
          ...(sent === request.amount ? [] : [paragraph(words.otherAmount(inMoney(request.amount)))]),
          paragraph(moneyWords(mail, sent)),
        ]
    const text = request.decision_text
    return {
      ...orderMailFrame(mail),
      subject: isDeclined ? words.declinedSubject : words.approvedSubject(inMoney(sent)),
      heading: isDeclined ? words.declinedHeading : words.approvedHeading(inMoney(sent)),
      parts: [
        ...parts,
        ...(text ? [paragraph(words.answer(program)), paragraph(text)] : []),
        ...(isDeclined ? [paragraph(words.reply(program))] : []),
        orderButton(mail, site),
      ],
    }
  },
  sample: (language) => ({
    mail: sampleCancelledMail(language, { status: 'paid' }),
    request: {
      status: 'approved',
      amount: 34_500,
      amount_approved: 17_250,
      decision_text: language === 'fr' ? 'Bon rétablissement!' : 'Get well soon!',
    },
  }),
})

function moneyWords(mail: OrderMail, sent: number): string {
  const words = deskWords[mail.language].decided
  const amount = displayAmount(mail, sent)
  if (sent === 0) return words.nothingBack
  return mail.order.checkout_method === 'card'
    ? words.toCard(amount, cardWords(mail))
    : words.byHand(amount, mail.branding.name)
}

/** Tells a customer whose request no one answered for 14 days that the organisation was reminded. */
export const refundWaitingMail = mailTemplate<Answer>({
  load: async (ctx, { ref }) => loadAnswer(ctx, ref, ['requested']),
  compose: ({ mail, request }, site) => {
    const words = deskWords[mail.language].waiting
    const amount = displayAmount(mail, request.amount)
    return {
      ...orderMailFrame(mail),
      subject: words.subject(amount),
      heading: words.heading,
      parts: [paragraph(words.lead(mail.branding.name, amount)), orderButton(mail, site)],
    }
  },
  sample: (language) => ({
    mail: sampleCancelledMail(language, { status: 'paid' }),
    request: { status: 'requested', amount: 34_500, amount_approved: null, decision_text: null },
  }),
})
