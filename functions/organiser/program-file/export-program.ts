import { ApiError } from '../../contract/api-error.ts'
import type { ProgramFile } from '../../contract/organiser.ts'
import type { Ctx } from '../../context.ts'
import { storedFile } from './stored-file.ts'
import { readStoredProgram } from './stored-program.ts'

/** The file of a program, made from what is there, with every value written out. Applying it changes nothing. */
export async function exportProgram(ctx: Ctx, input: { program_id: string }): Promise<ProgramFile> {
  const stored = await readStoredProgram(ctx, input.program_id)
  if (!stored) throw new ApiError('not_found')
  return storedFile(stored)
}
