import { ApiError } from '../../contract/api-error.ts'
import { maxCouponsPerProgram } from '../../contract/limits.ts'
import type { ProgramChange } from '../../contract/organisation/organiser.ts'
import type { SeasonCopyRequest } from '../../contract/organisation/season.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { ProgramPart } from './find-event.ts'
import { putCoupons } from './program-file/program-file-rows.ts'
import { couponsOfProgram } from './program-file/stored-program-rows.ts'
import { type CopiedPair, type MovedOffer, movedOffers } from './season-offers.ts'

type CopiesInput = Pick<SeasonCopyRequest, 'sales'> & {
  pairs: readonly CopiedPair[]
  days: number
  program: ProgramPart['stored']['program']
  /** The field of the request that a refusal names. */
  param: string
}

/** The coupons that name the copied events. Throws when a program would have more than a program file may have. */
export async function offersOfCopies(
  ctx: Ctx,
  { sales, pairs, days, program, param }: CopiesInput,
): Promise<MovedOffer[]> {
  if (pairs.length === 0) return []
  const coupons = await couponsOfProgram(ctx.db, program.id)
  const moving = { pairs, days, sales, timezone: program.timezone, now: ctx.now, newId: () => ctx.newId('cou') }
  const offers = movedOffers(coupons, moving)
  if (coupons.length + offers.filter(({ action }) => action === 'create').length > maxCouponsPerProgram) {
    const message = `A program has at most ${maxCouponsPerProgram} coupons. Take coupons of past seasons out of the program file first.`
    throw new ApiError('invalid_option', { param, message })
  }
  return offers
}

/** Statements that write the new and the extended coupons. */
export const writeOffers = (ctx: Ctx, offers: readonly MovedOffer[]): Statement[] =>
  putCoupons(
    ctx.db,
    offers.flatMap(({ row }) => row ?? []),
  )

/** The new and the extended coupons as changes; `to` has the fields of an offer of season/copy. */
export const offerChanges = (offers: readonly MovedOffer[]): ProgramChange[] =>
  offers.flatMap(({ coupon: _, row, ...offer }) =>
    row === null
      ? []
      : [
          {
            action: offer.action === 'create' ? 'create' : 'update',
            path: `coupons.${offer.key}`,
            from: null,
            to: offer,
          },
        ],
  )
