import { ApiError } from '../../contract/api-error.ts'
import type { Identity } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { type OpenedObject, openObject } from '../../platform/sealing/sealed-object.ts'
import { expireExports, exportById, exportsToSweep } from './privacy-rows.ts'

/** The archive for its owner. Another customer's archive gets the same error as a missing archive. */
export async function openExport(ctx: Ctx, input: { export_id: string; identity: Identity }): Promise<OpenedObject> {
  const [row] = await exportById(ctx, input.export_id)
  if (row?.export.customer_id !== input.identity.customer_id) throw new ApiError('not_found')
  const isOver = row.export.status === 'expired' || (row.export.expires_at ?? ctx.now) <= ctx.now
  if (isOver) throw new ApiError(row.export.status === 'requested' ? 'not_found' : 'link_expired')
  const { storage_key: name } = row.export
  const object = await ctx.env.FILES.get(name)
  if (!object) throw new ApiError('link_expired')
  return openObject(ctx.env, row.export, { name, object })
}

/** The headers of an archive as a download. */
export const archiveHeaders = ({ size }: OpenedObject, name: string) => ({
  'Content-Type': 'application/zip',
  'Content-Disposition': `attachment; filename="${name}.zip"`,
  'Content-Length': String(size),
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
})

/** Scheduled task: deletes expired archives, first the bytes and then the row's state. */
export async function sweepExports(ctx: Ctx): Promise<void> {
  const rows = await exportsToSweep(ctx)
  if (rows.length === 0) return
  await ctx.env.FILES.delete(rows.map(({ storage_key }) => storage_key))
  await ctx.db.batch([
    expireExports(
      ctx,
      rows.map(({ id }) => id),
    ),
  ])
}
