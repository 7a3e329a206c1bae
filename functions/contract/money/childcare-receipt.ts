import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { Id, ProgramId } from '../field-rules.ts'
import { paging, wholeInQuery } from '../paging.ts'
import { Receipt, ReceiptWhen } from './receipt.ts'

/**
 * The year in which a payment for care counts: the year of the care, the later of the years of care and payment, or
 * the year of the payment.
 */
export const careYears = ['care', 'later', 'payment'] as const
export type CareYear = (typeof careYears)[number]

/** A place of the child; `days` are its days of care in the year, `amount` is paid less returned, with fee and tax. */
const CareLine = z.strictObject({
  name: z.string(),
  language: z.string(),
  receipt_numbers: z.array(z.string()),
  when: ReceiptWhen,
  is_overnight: z.boolean(),
  days: z.int(),
  amount: Money,
})

/**
 * What a customer paid for the care of one child in one calendar year (our addition), composed from the receipts and
 * credit notes of their orders. `first_day` and `last_day` are of the care in that year; null where it was all in
 * other years. `is_final` once the year is over.
 */
export const ChildcareReceipt = z.strictObject({
  object: z.literal('childcare_receipt'),
  year: z.int(),
  counts_in: z.enum(careYears),
  country: z.string(),
  currency: z.string(),
  issued_at: z.string(),
  is_final: z.boolean(),
  seller: Receipt.shape.seller,
  buyer: Receipt.shape.buyer,
  child: z.strictObject({
    attendee_id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    date_of_birth: z.nullable(z.string()),
  }),
  first_day: z.nullable(z.string()),
  last_day: z.nullable(z.string()),
  lines: z.array(CareLine),
  days: z.int(),
  amount_total: Money,
})
export type ChildcareReceipt = z.infer<typeof ChildcareReceipt>

/** Query of GET childcare_receipts: of one program, and optionally one year and one child. */
export const ChildcareReceiptQuery = z.strictObject({
  limit: paging.limit,
  skip: paging.skip,
  program_id: ProgramId,
  year: z.optional(wholeInQuery(2000, 2200)),
  attendee_id: z.optional(Id),
})
export type ChildcareReceiptQuery = z.infer<typeof ChildcareReceiptQuery>
