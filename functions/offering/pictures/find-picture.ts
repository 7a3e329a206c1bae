import { findAppointmentType } from '../appointments/find-type.ts'
import { findEvent } from '../catalogue/find-event.ts'
import { findProduct } from '../catalogue/find-product.ts'
import { findAnyProgramPage } from '../catalogue/find-program.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { PictureOf } from '../../contract/offering/picture-address.ts'
import type { Ctx } from '../../platform/context.ts'

/**
 * The picture URL that an organisation entered, for public objects only, which the use cases that show them check. A
 * program’s own picture stays on its customers' pages after its contract has ended.
 */
export async function findPicture(ctx: Ctx, input: PictureOf): Promise<string> {
  const address = await readAddress(ctx, input)
  if (address === null) throw new ApiError('not_found')
  return address
}

async function readAddress(ctx: Ctx, { program_id, kind, id }: PictureOf): Promise<string | null> {
  if (kind === 'event') {
    const event = await findEvent(ctx, { event_id: id })
    return event.program.id === program_id ? event.picture_url : null
  }
  if (kind === 'appointment') {
    const type = await findAppointmentType(ctx, { appointment_type_id: id })
    return type.program.id === program_id ? type.picture_url : null
  }
  if (kind === 'product') return (await findProduct(ctx, { program_id, product_id: id })).picture_url
  if (id !== program_id) return null
  const { picture_url, preferences } = (await findAnyProgramPage(ctx, { program_id })).program
  return { program: picture_url, logo: preferences.logo, checkout: preferences.checkout_background_url }[kind]
}
