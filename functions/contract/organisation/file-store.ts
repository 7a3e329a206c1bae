import * as z from 'zod/mini'
import { code, Key, line, lines, PictureUrl } from '../field-rules.ts'
import { Amount, FileTime, flag, listOfAtMost, orNull, whole } from './file-fields.ts'
import { productTypes } from '../offering/product.ts'
import { text } from '../texts.ts'

/** A category of a store in a program file. */
export const FileCategory = z.strictObject({
  key: Key,
  name: text(line(60)),
  /** The key of the parent category. */ parent: orNull(Key),
})
/** A variation of a product, with its price in the program's currency. */
export const FileVariation = z.strictObject({
  key: Key,
  name: text(line(60)),
  /** The price of the variation; 0 means free. */ cost: Amount,
  confirm_text: orNull(text(line(250))),
  is_closed: flag(false),
  /** The total stock, including sold items; null means unlimited. */
  stock_total: orNull(whole(0, 100_000)),
})

/** A product of a store in a program file; it has at least one variation. */
export const FileProduct = z.strictObject({
  key: Key,
  type: z._default(z.enum(productTypes, { error: code('invalid_option') }), 'merchandise'),
  name: text(line(100)),
  description: orNull(text(lines(2000))),
  picture_url: orNull(PictureUrl),
  category: orNull(Key),
  sale_starts_at: orNull(FileTime),
  sale_ends_at: orNull(FileTime),
  is_closed: flag(false),
  /** The text about where and when the product is handed out. */
  pickup_text: orNull(text(line(250))),
  /** Number of days after payment in which the product may be returned; null means not at all. */
  return_days: orNull(whole(1, 365)),
  /** True if you decide about the refund of a return; false means that it is automatic. */
  return_on_request: flag(false),
  variations: listOfAtMost(FileVariation, 50),
})
export type FileProduct = z.infer<typeof FileProduct>
