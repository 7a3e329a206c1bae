import { ApiError } from '../../contract/api-error.ts'
import type { Program, ProgramFeatures } from '../../contract/offering/program.ts'
import type { Ctx } from '../../platform/context.ts'
import { anyProgram, type ProgramRecord, publicProgram, sellingOf } from './program-rows.ts'
import { showFeatures, showProgram } from './show-program.ts'

/** One program as anyone may see it. */
export async function findProgram(ctx: Ctx, input: { program_id: string }): Promise<Program> {
  return showProgram(await readProgram(ctx, input.program_id), ctx)
}

/** What a program offers on its pages. */
export async function findFeatures(ctx: Ctx, input: { program_id: string }): Promise<ProgramFeatures> {
  return showFeatures(await readProgram(ctx, input.program_id))
}

/** A program with what it offers: what each of its pages starts from. */
export async function findProgramPage(
  ctx: Ctx,
  input: { program_id: string },
): Promise<{ program: Program; features: ProgramFeatures }> {
  const row = await readProgram(ctx, input.program_id)
  return { program: showProgram(row, ctx), features: showFeatures(row) }
}

/** The same of a program whose contract may have ended: `isClosed` where nothing of it is public any more. */
export async function findAnyProgramPage(
  ctx: Ctx,
  input: { program_id: string },
): Promise<{ program: Program; features: ProgramFeatures; isClosed: boolean }> {
  const [row] = await anyProgram(ctx.db).execute(input)
  if (!row) throw new ApiError('not_found')
  ctx.request.addCacheTags(`program:${row.id}`)
  return { program: showProgram(row, ctx), features: showFeatures(row), isClosed: row.is_open !== 1 }
}

async function readProgram(ctx: Ctx, program_id: string): Promise<ProgramRecord> {
  const [program] = await publicProgram(ctx.db).execute({ program_id })
  if (!program) throw new ApiError('not_found')
  ctx.request.addCacheTags(`program:${program.id}`)
  return program
}

/** Origins of the pages that may frame a program's list; none where there is no such program. Not part of the public program. */
export async function embedOrigins(ctx: Ctx, input: { program_id: string }): Promise<string[]> {
  const [program] = await sellingOf(ctx.db).execute(input)
  return program?.selling.embed_origins ?? []
}
