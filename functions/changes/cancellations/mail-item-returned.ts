import { localize } from '../../contract/texts.ts'
import { itemReturnWords } from '../../contract/sentences/item-return-words.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { loadOrderMail, type OrderMail } from '../../money/fulfilment/order-mail.ts'
import { orderButton, orderMailFrame } from '../../money/fulfilment/order-mail-parts.ts'
import { sampleCancelledMail } from '../../money/fulfilment/sample-order-mail.ts'
import { refundRows } from '../../money/fulfilment/sum-parts.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { refundWords } from './mail-registration-cancelled.ts'

type Returned = DomainEvents['order.item_returned']

/** Tells the customer the refund for a returned store product, and how to return it. */
export const itemReturnedMail = mailTemplate<{ mail: OrderMail; name: string; refund: Returned }>({
  load: async (ctx, { ref, body }) => {
    const refund = body as Returned
    const mail = await loadOrderMail(ctx, ref)
    if (!mail) return null
    const { product_name } = localize(refund, mail.language)
    return { mail, name: refund.quantity > 1 ? `${refund.quantity} × ${product_name}` : product_name, refund }
  },
  compose: ({ mail, name, refund }, site) => {
    const words = itemReturnWords[mail.language]
    return {
      ...orderMailFrame(mail),
      subject: words.subject(name),
      heading: words.heading,
      parts: [
        { type: 'paragraph', text: words.lead(name, mail.branding.name) },
        { type: 'paragraph', text: refundWords(mail, refund) },
        ...refundRows(mail),
        orderButton(mail, site),
      ],
    }
  },
  sample: (language) => ({
    mail: sampleCancelledMail(language, { status: 'paid' }),
    name: language === 'fr' ? 'T-shirt du camp, M' : 'Camp shirt, M',
    refund: {
      item_id: 'itm_1',
      quantity: 1,
      product_name: 'Camp shirt, M',
      translations: {},
      result: 'automatic',
      amount: 2712,
    },
  }),
})
