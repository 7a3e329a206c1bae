import * as z from 'zod/mini'
import type { Address } from '../people/address.ts'
import { Money } from '../amount.ts'

const methods = ['card', 'offline', 'free', 'account_balance'] as const
type Method = (typeof methods)[number]
type Tax = { name: string; percent: number; is_included: boolean; amount: number }
type Period = { starts_at: number; ends_at: number }

/** What a stored receipt prints, in minor units; composed by the view `receipt_documents`. */
export type ReceiptDocument = {
  seller: { name: string; email: string | null; address: Address | null; tax_number: string | null }
  lines: {
    item_id: string
    type: string
    name: string
    quantity: number
    amount: number
    discount: number
    /** The booking fee, unless the price includes it. */
    fee: number
    taxes: (Tax & { fee_amount: number })[]
    when: (Period & { dates: Period[]; timezone: string; overnight: 0 | 1 | null; venue: string | null }) | null
  }[]
  /** The name is null for a coupon without name and code. */
  discounts: { name: string | null; amount: number }[]
  taxes: Tax[]
  total: number
  /** `carried`: the payment came with a place from another order. */
  payments: { method: Method; amount: number; carried: boolean }[]
}

/** What the stored receipt of later instalments prints; composed by the view `instalment_receipts`. */
export type InstalmentDocument = Pick<ReceiptDocument, 'seller' | 'total' | 'payments'> & {
  instalments: { due_on: string; amount: number }[]
}

/**
 * What a stored credit note prints in addition to its receipt. Its lines are those of the receipt, by item; none for a
 * refund without an item.
 */
export type CreditDocument = {
  lines: CreditLine[]
  taxes: Tax[]
  method: Method
  /** The receipt to which the money went with a moved place. */
  moved_to: string | null
  /** The credit note that this one takes back. */
  reverses: string | null
}
export type CreditLine = { item_id: string | null; amount: number; taxes: Tax[] }

/** The person on a receipt, with the card of each payment. A credit note has only the card. */
export type ReceiptBuyer = {
  first_name?: string
  last_name?: string
  email?: string
  address?: Address | null
  cards: { brand: string | null; last4: string | null }[]
}

/** The times of a booking on a receipt. */
export const ReceiptWhen = z.strictObject({
  starts_at: z.string(),
  ends_at: z.string(),
  timezone: z.string(),
  overnight: z.nullable(z.boolean()),
  is_series: z.boolean(),
  series_dates: z.array(z.strictObject({ starts_at: z.string(), ends_at: z.string() })),
})

/**
 * A line of a receipt. `name` is null for the booking fee, for an instalment and for a refund without an item; `due_on`
 * is the day of an instalment. `amount_total` is the price less discount, plus the tax that is not included.
 */
const ReceiptLine = z.strictObject({
  type: z.enum(['item', 'fee', 'instalment', 'refund']),
  name: z.nullable(z.string()),
  attendee_name: z.nullable(z.string()),
  quantity: z.int(),
  when: z.nullable(ReceiptWhen),
  venue: z.nullable(z.string()),
  due_on: z.nullable(z.string()),
  amount: Money,
  amount_discount: Money,
  amount_tax: Money,
  amount_total: Money,
})

/**
 * A receipt or a credit note as it was issued (our addition). The receipt of an order has what was paid when it was
 * issued; instalments paid after that have a receipt of their own, without the lines of the order. Amounts of a credit
 * note are negative. `receipt_number` is the order's receipt, for a credit note and for a receipt of instalments; `reverses` the credit note that another takes back because the bank rejected its refund, `moved_to`
 * the receipt to which the money went with a moved place. `buyer` is null once the account is erased.
 */
export const Receipt = z.strictObject({
  id: z.string(),
  object: z.literal('receipt'),
  kind: z.enum(['receipt', 'credit_note']),
  number: z.string(),
  receipt_number: z.nullable(z.string()),
  reverses: z.nullable(z.string()),
  moved_to: z.nullable(z.string()),
  issued_at: z.string(),
  currency: z.string(),
  language: z.string(),
  seller: z.strictObject({
    name: z.string(),
    email: z.nullable(z.string()),
    address: z.nullable(z.string()),
    tax_number: z.nullable(z.string()),
  }),
  buyer: z.nullable(
    z.strictObject({
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      address: z.nullable(z.string()),
    }),
  ),
  lines: z.array(ReceiptLine),
  discounts: z.array(z.strictObject({ name: z.nullable(z.string()), amount: Money })),
  taxes: z.array(z.strictObject({ name: z.string(), percent: z.number(), is_included: z.boolean(), amount: Money })),
  amount_total: Money,
  amount_paid: Money,
  payments: z.array(
    z.strictObject({
      method: z.enum(methods),
      brand: z.nullable(z.string()),
      last4: z.nullable(z.string()),
      is_carried: z.boolean(),
      amount: Money,
    }),
  ),
})
export type Receipt = z.infer<typeof Receipt>
