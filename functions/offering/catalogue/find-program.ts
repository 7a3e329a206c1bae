import { ApiError } from '../../contract/api-error.ts'
import type { Program, ProgramFeatures } from '../../contract/offering/program.ts'
import type { AnswerReaders } from '../../contract/people/staff.ts'
import { answerReaders } from '../../contract/sentences/answer-reader-words.ts'
import type { Ctx } from '../../platform/context.ts'
import { anyProgram, type ProgramRecord, publicProgram, rolesInTeam, sellingOf } from './program-rows.ts'
import { showFeatures, showProgram } from './show-program.ts'

/** One public program. */
export async function findProgram(ctx: Ctx, input: { program_id: string }): Promise<Program> {
  return showProgram(await readProgram(ctx, input.program_id), ctx)
}

/** The features that a program offers on its pages. */
export async function findFeatures(ctx: Ctx, input: { program_id: string }): Promise<ProgramFeatures> {
  return showFeatures(await readProgram(ctx, input.program_id))
}

/** Who of a program reads the answers of its forms. */
export async function findAnswerReaders(ctx: Ctx, input: { program_id: string }): Promise<AnswerReaders> {
  const [program, roles] = await Promise.all([
    readProgram(ctx, input.program_id),
    rolesInTeam(ctx.db, input.program_id),
  ])
  const { name } = showProgram(program, ctx)
  const team = { program: name, roles: roles.map(({ role }) => role), language: ctx.contentLanguage ?? ctx.language }
  return {
    object: 'answer_readers',
    program_id: input.program_id,
    answers: answerReaders(team, 'answers'),
    health: answerReaders(team, 'health'),
  }
}

/** A program with its features, which each of its pages needs. */
export async function findProgramPage(
  ctx: Ctx,
  input: { program_id: string },
): Promise<{ program: Program; features: ProgramFeatures }> {
  const row = await readProgram(ctx, input.program_id)
  return { program: showProgram(row, ctx), features: showFeatures(row) }
}

/** A program whose contract may have ended: `isClosed` when none of its pages is public. */
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

/**
 * Origins of the pages that may embed a program's list; empty for an unknown program. Not part of the public program.
 */
export async function embedOrigins(ctx: Ctx, input: { program_id: string }): Promise<string[]> {
  const [program] = await sellingOf(ctx.db).execute(input)
  return program?.selling.embed_origins ?? []
}
