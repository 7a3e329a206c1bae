import { ApiError } from '../contract/api-error.ts'
import type { ProgramSelling } from '../contract/program.ts'
import type { Ctx } from '../context.ts'
import type { Shelf } from './show-product.ts'

type StoreProgram = { id: string; features: { products?: boolean }; selling: ProgramSelling; currency: string }

/** The store of a program, or that there is none: a program nobody may look at, and one without products, have no such calls. */
export function openStore(ctx: Ctx, program: StoreProgram | undefined): Shelf {
  if (!program?.features.products) throw new ApiError('not_found')
  ctx.request.addCacheTags(`program:${program.id}`)
  const { language, contentLanguage, now } = ctx
  return { currency: program.currency, selling: program.selling, language, contentLanguage, now }
}
