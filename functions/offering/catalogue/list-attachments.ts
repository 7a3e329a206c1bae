import { ApiError } from '../../contract/api-error.ts'
import type { Attachment, AttachmentListQuery } from '../../contract/attachment.ts'
import { type List, list } from '../../contract/paging.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { eventAttachmentPage, typeAttachmentPage } from './attachment-rows.ts'

/** A page of the files of a public event. */
export async function listEventAttachments(
  ctx: Ctx,
  input: AttachmentListQuery & { event_id: string },
): Promise<List<Attachment>> {
  const [[event], rows, [counted]] = await ctx.db.batch(eventAttachmentPage(ctx.db, input))
  if (!event) throw new ApiError('not_found')

  ctx.request.addCacheTags(`program:${event.program_id}`, `event:${input.event_id}`)
  return list(
    rows.map((row) => ({ object: 'file' as const, ...localize(row, ctx.contentLanguage) })),
    counted?.total ?? 0,
    input,
  )
}

/** A page of the files of a public appointment type. */
export async function listTypeAttachments(
  ctx: Ctx,
  input: AttachmentListQuery & { appointment_type_id: string },
): Promise<List<Attachment>> {
  const [[type], rows, [counted]] = await ctx.db.batch(typeAttachmentPage(ctx.db, input))
  if (!type) throw new ApiError('not_found')

  ctx.request.addCacheTags(`program:${type.program_id}`, `appointment_type:${input.appointment_type_id}`)
  return list(
    rows.map((row) => ({ object: 'file' as const, ...localize(row, ctx.contentLanguage) })),
    counted?.total ?? 0,
    input,
  )
}
