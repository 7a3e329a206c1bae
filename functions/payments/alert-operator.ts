import { displayMoney } from '../contract/money.ts'
import { orderMailWords } from '../contract/sentences/order-mail-words.ts'
import type { Ctx } from '../context.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { findBranding } from '../mail/find-branding.ts'
import { orderOfPayment, paymentById } from './payment-rows.ts'

/** Tells the people who run the program that a payment needs a look: in the log, and by mail where the program has an address. */
export async function alertOperator(
  ctx: Ctx,
  row: { ref: string; dedupe: string; body: Record<string, unknown> },
): Promise<void> {
  const why = String(row.body.why ?? '')
  ctx.log('operator_alert', { why, payment_id: row.ref })
  const [[whose], [payment]] = await ctx.db.batch([orderOfPayment(ctx.db, row.ref), paymentById(ctx.db, row.ref)])
  const look = whose ? await findBranding(ctx, whose.program_id) : null
  if (!whose || !payment || !look?.email) return

  const language = look.language === 'fr' ? 'fr' : 'en'
  const words = orderMailWords[language].operator
  await ctx.mail.send(
    composeMail(ctx.siteOrigin, {
      dedupe: row.dedupe,
      to: look.email,
      subject: words.subject,
      look: { ...look, email: null },
      language,
      heading: words.heading,
      because: words.because,
      parts: [
        { is: 'words', text: words.why[why] ?? why },
        {
          is: 'rows',
          rows: [
            { label: words.order, value: whose.order_id },
            { label: words.payment, value: payment.id },
            { label: words.amount, value: displayMoney(payment.amount_total, payment.currency, language) },
            { label: words.received, value: displayMoney(payment.amount_received, payment.currency, language) },
          ],
        },
      ],
    }),
    ctx.now,
  )
}
