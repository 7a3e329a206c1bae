import { formatDate } from '../../contract/date-format.ts'
import { instalmentWords } from '../../contract/sentences/instalment-words.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import type { Ctx } from '../../platform/context.ts'
import { cardWords, displayAmount, loadOrderMail, type OrderMail, wordsOf } from '../fulfilment/order-mail.ts'
import { orderButton, orderMailFrame, partRows } from '../fulfilment/order-mail-parts.ts'
import { sampleOrderMail, sampleParts } from '../fulfilment/sample-order-mail.ts'
import type { MailInput } from '../../delivery/mail/compose-mail.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import { type MailSite, mailTemplate } from '../../delivery/mail/mail-template.ts'
import type { InstalmentRow } from '../orders/instalment-rows.ts'
import { instalmentById } from './due-instalment-rows.ts'
import { amountOfPart, isOpenPart } from '../orders/instalments.ts'
import { receiptNumberOf } from '../orders/issue-receipt.ts'
import { orderOfPayment, paymentById } from './payment-rows.ts'

type PartMail = { mail: OrderMail; part: InstalmentRow }

// An unpaid instalment of a paid order.
async function loadOpenPart(ctx: Ctx, id: string): Promise<PartMail | null> {
  const [part] = await instalmentById(ctx.db, id)
  if (!part || !isOpenPart(part)) return null
  const mail = await loadOrderMail(ctx, part.order_id)
  return mail?.order.status === 'paid' ? { mail, part } : null
}

const samplePart = (language: Language, index: number): PartMail => {
  const mail = sampleOrderMail(language, { instalments: sampleParts, amount_paid: 27_528, amount_due: 41_290 })
  return { mail, part: sampleParts[index] as InstalmentRow }
}

const words = ({ language }: OrderMail) => instalmentWords[language]
const frame = (mail: OrderMail): Pick<MailInput, 'to' | 'branding' | 'language' | 'because'> => ({
  ...orderMailFrame(mail),
  because: words(mail).because(mail.branding.name),
})

const payButton = (mail: OrderMail, { siteOrigin }: MailSite): MailPart => ({
  type: 'button',
  label: words(mail).pay,
  url: `${siteOrigin}/pg/${mail.order.program_id}/profile/orders/${mail.order.id}`,
})
const cardsLink = (mail: OrderMail, { siteOrigin }: MailSite): MailPart => ({
  type: 'link',
  label: words(mail).cards,
  url: `${siteOrigin}/pg/${mail.order.program_id}/profile/payment-methods`,
})

/** Announces an instalment three days before it is charged. Not sent if it was paid or cancelled. */
export const instalmentUpcomingMail = mailTemplate<PartMail>({
  load: async (ctx, { ref }) => loadOpenPart(ctx, ref),
  compose: ({ mail, part }, site) => {
    const { upcoming } = words(mail)
    const amount = displayAmount(mail, amountOfPart(part))
    const day = formatDate(part.due_at, mail)
    return {
      ...frame(mail),
      subject: upcoming.subject(amount, day),
      heading: upcoming.heading,
      parts: [
        { type: 'paragraph', text: upcoming.lead(mail.branding.name, amount, day, mail.title) },
        partRows(mail),
        { type: 'paragraph', text: upcoming.early },
        payButton(mail, site),
        cardsLink(mail, site),
      ],
    }
  },
  sample: (language) => samplePart(language, 2),
})

type Why = 'lead' | 'otherSum' | 'noCard' | 'refusedCard'

function whyFailed(body: DomainEvents['instalment.failed']): Why {
  if (body.is_other_sum) return 'otherSum'
  if (body.is_card_refused) return 'refusedCard'
  return body.is_without_card ? 'noCard' : 'lead'
}

/**
 * Tells the customer that an instalment could not be charged, when it is retried, and where to pay. Not sent if it was
 * paid or cancelled.
 */
export const instalmentFailedMail = mailTemplate<PartMail & { attempt: number; why: Why }>({
  load: async (ctx, { ref, body }) => {
    const event = body as DomainEvents['instalment.failed']
    const loaded = await loadOpenPart(ctx, ref)
    if (loaded?.part.attempts !== event.attempt) return null
    return { ...loaded, attempt: event.attempt, why: whyFailed(event) }
  },
  compose: ({ mail, part, attempt, why }, site) => {
    const { failed } = words(mail)
    const amount = displayAmount(mail, amountOfPart(part))
    const next = part.next_try_at === null ? null : formatDate(part.next_try_at, mail)
    const phrases = why === 'refusedCard' ? failed.otherCard : failed
    const retry = attempt === 4 ? phrases.last : phrases.next
    return {
      ...frame(mail),
      subject: failed.subject(amount),
      heading: failed.heading,
      parts: [
        {
          type: 'paragraph',
          text: `${failed[why](mail.branding.name, amount, mail.title)} ${keptWords({ mail, part })}`,
        },
        {
          type: 'paragraph',
          text: next === null ? failed.over(mail.branding.name) : retry(next),
        },
        payButton(mail, site),
        cardsLink(mail, site),
        partRows(mail),
      ],
    }
  },
  sample: (language) => ({ ...samplePart(language, 1), attempt: 1, why: 'lead' as const }),
})

// An unpaid place stays booked; the sessions of a package are paused.
function keptWords({ mail, part }: PartMail): string {
  const { kept, onHold } = words(mail).failed
  return part.lines.some(({ item_id }) => mail.packageItemIds.includes(item_id)) ? onHold : kept
}

/** The receipt of one or more instalments, with the amount still due. */
export const instalmentPaidMail = mailTemplate<{ mail: OrderMail; amount: number; receipt: string | null }>({
  load: async (ctx, { ref }) => {
    const [[ids], [payment]] = await ctx.db.batch([orderOfPayment(ctx.db, ref), paymentById(ctx.db, ref)])
    const mail = ids ? await loadOrderMail(ctx, ids.order_id) : null
    if (!mail || !payment) return null
    return {
      mail: { ...mail, card: payment.card },
      amount: payment.amount_received,
      receipt: await receiptNumberOf(ctx, ref),
    }
  },
  compose: ({ mail, amount, receipt }, site) => {
    const { paid } = words(mail)
    const { url } = orderButton(mail, site)
    const sum = displayAmount(mail, amount)
    return {
      ...frame(mail),
      subject: paid.subject(sum),
      heading: paid.heading,
      parts: [
        { type: 'paragraph', text: paid.lead(mail.branding.name, sum, cardWords(mail)) },
        ...(mail.order.instalments.some(isOpenPart) ? [] : [{ type: 'paragraph' as const, text: paid.all }]),
        partRows(mail),
        {
          type: 'link',
          label: receipt === null ? wordsOf(mail).showOrder : words(mail).receipt(receipt),
          url: receipt === null ? url : `${url}/receipts/${receipt}`,
        },
      ],
    }
  },
  sample: (language) => ({ mail: samplePart(language, 1).mail, amount: 20_645, receipt: '2027-000057' }),
})
