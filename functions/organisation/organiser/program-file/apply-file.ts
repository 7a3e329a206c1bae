import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { ProgramId } from '../../../contract/field-rules.ts'
import type { FileEvent } from '../../../contract/organisation/file-events.ts'
import type { ProgramPlan } from '../../../contract/organisation/organiser.ts'
import { mistakesWithoutProgram } from './other-mistakes.ts'
import { refusalWords } from './plan-words.ts'
import { type Client, putProgram } from './program-calls.ts'
import { readYaml } from './yaml-file.ts'

/**
 * With the `version` of a plan, a program that was changed since then is refused. `moreEvents` are applied with those of
 * the file.
 */
type ApplyFileInput = {
  file: string
  site: string
  client: Client
  version?: string | null
  moreEvents?: readonly FileEvent[]
}

const whichProgram = 'Say which program this is, like lakeside-camps.'

/**
 * Applies the program file at a path to a site, or only plans it. Throws ProgramFileRefused with every mistake by line
 * and field.
 */
export async function applyProgramFile(input: ApplyFileInput, isDryRun = false): Promise<ProgramPlan> {
  const file = readYaml(input.file, readFileSync(input.file, 'utf8'))
  if (file.mistakes.length > 0) throw new ProgramFileRefused(file.mistakes)
  const program = z.safeParse(ProgramId, (file.content as { program?: unknown } | null)?.program)
  if (!program.success)
    throw new ProgramFileRefused(
      refusalWords(
        (await mistakesWithoutProgram(file.content ?? {}, Date.now())).map(({ type, param, message }) => ({
          type,
          path: param,
          message: param === 'program' ? whichProgram : message,
        })),
        file,
      ),
    )

  const programId = encodeURIComponent(program.data)
  const content = withEvents(file.content as { events?: unknown[] }, input.moreEvents ?? [])
  const answer = await putProgram(input, { programId, file: content, isDryRun, version: input.version ?? null })

  if (!answer.ok)
    throw new ProgramFileRefused(answer.refusals.length > 0 ? refusalWords(answer.refusals, file) : [answer.message])
  if (answer.body.refusals.length > 0) throw new ProgramFileRefused(refusalWords(answer.body.refusals, file))
  return answer.body
}

const withEvents = (content: { events?: unknown[] }, more: readonly FileEvent[]) =>
  more.length === 0 ? content : { ...content, events: [...(content.events ?? []), ...more] }

/** A file that was not applied, with a line for each mistake. */
export class ProgramFileRefused extends Error {
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'ProgramFileRefused'
    this.lines = lines
  }
}
