import { ApiError } from '../../contract/api-error.ts'
import type { EventListQuery } from '../../contract/offering/event.ts'
import type { Ctx } from '../../platform/context.ts'
import { costWithin } from './price-limits.ts'
import type { PriceFilter } from './price-rows.ts'
import { sellingOf } from './program-rows.ts'

/**
 * The price limit of a list as a cost before the program's fee and taxes; empty without a limit. Throws `required` for a
 * list that is not of one program, because the limit is in its currency.
 */
export async function priceFilter(
  ctx: Ctx,
  { program_id = [], price_lte: limit }: Pick<EventListQuery, 'program_id' | 'price_lte'>,
): Promise<{ price?: PriceFilter }> {
  if (limit === undefined) return {}
  const [program, ...others] = program_id
  if (program === undefined || others.length > 0) throw new ApiError('required', { param: 'program_id' })
  const [seller] = await sellingOf(ctx.db).execute({ program_id: program })
  return { price: { program_id: program, cost: seller ? costWithin(limit, seller.selling) : -1, now: ctx.now } }
}
