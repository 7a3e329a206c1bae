import { dayWords, formatDate } from '../../contract/date-format.ts'
import type { Receipt } from '../../contract/money/receipt.ts'
import { receiptMailWords } from '../../contract/sentences/receipt-mail-words.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { papersOfOrder } from '../orders/issue-receipt.ts'
import { showReceipts } from '../orders/show-receipt.ts'
import { loadOrderMail, type OrderMail } from './order-mail.ts'
import { orderMailFrame } from './order-mail-parts.ts'
import { sampleOrderMail } from './sample-order-mail.ts'

type Copy = { mail: OrderMail; paper: Receipt }

/** A copy of a receipt or of a credit note as it was issued, with a link to the page that prints it. */
export const receiptCopyMail = mailTemplate<Copy>({
  load: async (ctx, { ref, body }) => {
    const { number } = body as DomainEvents['receipt.requested']
    const mail = await loadOrderMail(ctx, ref)
    const papers = mail ? await papersOfOrder(ctx, ref, mail.language) : []
    const paper = papers.find((each) => each.number === number)
    return mail && paper ? { mail, paper } : null
  },
  compose: ({ mail, paper }, { siteOrigin }) => {
    const { copy: words } = receiptMailWords[mail.language]
    const title = words.title[paper.kind](paper.number)
    const { seller } = paper
    return {
      ...orderMailFrame(mail),
      subject: words.subject(title, seller.name),
      heading: title,
      parts: [
        { type: 'paragraph', text: words.lead(formatDate(Date.parse(paper.issued_at), mail)) },
        {
          type: 'rows',
          rows: [
            ...paper.lines.map((line) => ({ label: labelOf(line, mail), value: withMinus(line.amount_total.display) })),
            { label: words.total, value: withMinus(paper.amount_total.display), strong: true },
            ...paper.taxes.map(({ name, percent, amount }) => ({
              label: words.tax(name, String(percent)),
              value: withMinus(amount.display),
            })),
          ],
        },
        {
          type: 'paragraph',
          text: [seller.name, seller.address, seller.tax_number && words.taxNumber(seller.tax_number)]
            .filter(Boolean)
            .join('\n'),
        },
        {
          type: 'button',
          label: words.open,
          url: `${siteOrigin}/pg/${mail.order.program_id}/profile/orders/${mail.order.id}/receipts/${encodeURIComponent(paper.number)}`,
        },
      ],
    }
  },
  sample: (language) => ({ mail: sampleOrderMail(language), paper: samplePaper(language) }),
})

function labelOf({ name, type, due_on, quantity, attendee_name }: Receipt['lines'][number], mail: OrderMail): string {
  const { copy: words } = receiptMailWords[mail.language]
  const what =
    name ?? (due_on ? words.instalment(dayWords(due_on, mail.locale)) : type === 'fee' ? words.fee : words.refund)
  return [quantity > 1 ? `${quantity} × ${what}` : what, attendee_name].filter(Boolean).join(' · ')
}

const withMinus = (amount: string) => amount.replace('-', '−')

const line = {
  item_id: 'itm_sample',
  type: 'event_option',
  name: 'Canoe Week, Full day',
  quantity: 1,
  amount: 34_500,
  discount: 0,
  fee: 0,
  taxes: [{ name: 'HST', percent: 13, is_included: false, amount: 4485, fee_amount: 0 }],
  when: null,
}
function samplePaper(language: OrderMail['language']): Receipt {
  const [paper] = showReceipts(
    [
      {
        id: 'rcp_sample',
        kind: 'receipt',
        number: '2027-000184',
        receipt_number: null,
        amount: 38_985,
        currency: 'CAD',
        language,
        issued_at: Date.UTC(2027, 3, 12, 18, 36),
        document: {
          seller: { name: 'Lakeside Camps', email: null, address: null, tax_number: 'HST 81234 5678 RT0001' },
          lines: [line],
          discounts: [],
          taxes: [{ name: 'HST', percent: 13, is_included: false, amount: 4485 }],
          total: 38_985,
          payments: [{ method: 'card', amount: 38_985, carried: false }],
        },
        buyer: null,
        people: {},
        payment_id: null,
      },
    ],
    language,
    { country: 'CA' },
  )
  if (!paper) throw new Error('the sample receipt is not shown')
  return paper
}
