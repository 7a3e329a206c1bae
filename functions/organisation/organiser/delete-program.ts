import { ApiError } from '../../contract/api-error.ts'
import {
  type DeleteProgramQuery,
  keptRecords,
  type ProgramDeletion,
} from '../../contract/organisation/program-deletion.ts'
import { deletionWords } from '../../contract/sentences/deletion-words.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { forgetCustomersOfProgram } from '../../money/payments/provider-customer.ts'
import { countForDeletion, deleteProgramRows } from './deletion-rows.ts'

/**
 * Deletes a program in which nothing was sold, with everything that belongs to it, or counts what would be deleted.
 * Refused while it has a record that customers or the tax office can ask for.
 */
export async function deleteProgram(
  ctx: Ctx,
  input: DeleteProgramQuery & { program_id: string },
): Promise<ProgramDeletion> {
  const { program_id, confirm, dry_run } = input
  const words = deletionWords[ctx.language]
  const counts = await countForDeletion(ctx.db, program_id)
  if (counts.removed['programs'] !== 1) throw new ApiError('not_found', { param: 'program_id' })
  const kept_by = keptRecords.flatMap((record) =>
    counts.kept[record] > 0 ? [{ record, rows: counts.kept[record] }] : [],
  )
  const plan = {
    object: 'program_deletion' as const,
    program_id,
    removed: Object.entries(counts.removed).flatMap(([table, rows]) => (rows > 0 ? [{ table, rows }] : [])),
    kept_by,
  }
  if (dry_run) return { ...plan, is_deleted: false, message: null }
  if (confirm !== program_id)
    throw new ApiError(confirm === undefined ? 'required' : 'invalid_parameter', {
      param: 'confirm',
      message: words.confirm(program_id),
    })
  if (kept_by.length > 0) {
    const named = kept_by.map(({ record, rows }) => ({ record, text: `${words.records[record]} (${rows})` }))
    throw new ApiError('state_conflict', {
      param: 'program_id',
      message: words.kept(named.map(({ text }) => text).join(', ')),
      errors: named.map(({ record, text }) => ({ type: 'state_conflict', param: record, message: text })),
    })
  }

  await forgetCustomersOfProgram(ctx, program_id)
  ctx.request.invalidateTags(`program:${program_id}`, `places:${program_id}`, 'programs')
  await commit(ctx, deleteProgramRows(ctx.db, program_id, ctx.now))
  return { ...plan, is_deleted: true, message: words.deleted(program_id) }
}
