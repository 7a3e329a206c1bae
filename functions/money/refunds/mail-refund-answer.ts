import { balanceWords } from '../../contract/sentences/balance-words.ts'
import { deskWords } from '../../contract/sentences/desk-words.ts'
import { cardWords, displayAmount, loadOrderMail, type OrderMail } from '../fulfilment/order-mail.ts'
import { orderButton, orderMailFrame } from '../fulfilment/order-mail-parts.ts'
import { creditNoteParts } from '../fulfilment/sum-parts.ts'
import { sampleCancelledMail } from '../fulfilment/sample-order-mail.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import type { Ctx } from '../../platform/context.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { findRefundRequest, type RefundRequestRow, refundsOfRequest } from './refund-rows.ts'
import * as refundRequestStates from '../../contract/states/refund-request-states.ts'

type Answer = {
  mail: OrderMail
  request: Pick<RefundRequestRow, 'status' | 'amount' | 'amount_approved' | 'decision_text'>
  /** The part that went to the balance. */
  to_balance: number
}

async function loadAnswer(
  ctx: Ctx,
  id: string,
  statuses: readonly RefundRequestRow['status'][],
): Promise<Answer | null> {
  const row = await findRefundRequest(ctx.db, id)
  if (!row || !statuses.includes(row.request.status)) return null
  const mail = await loadOrderMail(ctx, row.request.order_id)
  if (!mail) return null
  const sent = await refundsOfRequest(ctx.db, id)
  const toBalance = sent.filter(({ destination }) => destination === 'account_balance')
  return { mail, request: row.request, to_balance: sum(toBalance.map(({ amount }) => amount)) }
}

const paragraph = (text: string): MailPart => ({ type: 'paragraph', text })

/** Tells the customer the decision about a refund, with the organisation's text if there is one. */
export const refundDecidedMail = mailTemplate<Answer>({
  load: async (ctx, { ref }) => loadAnswer(ctx, ref, refundRequestStates.answered.statuses),
  compose: ({ mail, request, to_balance }, site) => {
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
          ...moneyWords(mail, { sent, to_balance }).map(paragraph),
          ...creditNoteParts(mail),
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
    to_balance: 0,
  }),
})

function moneyWords(mail: OrderMail, { sent, to_balance }: { sent: number; to_balance: number }): string[] {
  const words = deskWords[mail.language].decided
  const { name } = mail.branding
  if (sent === 0) return [words.nothingBack]
  const rest = displayAmount(mail, sent - to_balance)
  const asPaid = mail.order.checkout_method === 'card' ? words.toCard(rest, cardWords(mail)) : words.byHand(rest, name)
  return [
    ...(sent > to_balance ? [asPaid] : []),
    ...(to_balance > 0 ? [balanceWords[mail.language].refund.back(displayAmount(mail, to_balance), name)] : []),
  ]
}

/** Tells a customer whose request had no answer for 14 days that the organisation was reminded. */
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
    to_balance: 0,
  }),
})
