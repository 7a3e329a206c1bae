import type { ProgramDeletion } from '../../../contract/organisation/program-deletion.ts'
import { done, refused, type CommandOutput, wrong } from './money-commands.ts'
import { callOrganiser, type Target } from './program-calls.ts'

const usage = 'delete PROGRAM [--confirm PROGRAM]'

/** `delete PROGRAM [--confirm PROGRAM]`: counts what a deletion removes; with the key repeated, deletes the program. */
export async function deleteCommand(
  target: Target,
  [program = '', flag, confirm, ...more]: string[],
): Promise<CommandOutput> {
  const isSure = flag === '--confirm'
  if (program === '' || more.length > 0 || (flag !== undefined && (!isSure || confirm === undefined)))
    return wrong(usage)
  const query = isSure ? `confirm=${encodeURIComponent(confirm ?? '')}` : 'dry_run=true'
  const answer = await callOrganiser<ProgramDeletion>(target, `${encodeURIComponent(program)}?${query}`, {
    method: 'DELETE',
  })
  if (!answer.ok) return refused(answer)
  const { message, removed, kept_by } = answer.body
  if (isSure) return done(message ?? '')
  const lines = removed.map(({ table, rows }) => `  - ${table}: ${rows}`)
  const verdict =
    kept_by.length > 0
      ? `It stays, because it has ${kept_by.map(({ record, rows }) => `${record} (${rows})`).join(', ')}.`
      : `Nothing was deleted yet. To delete it, add --confirm ${program}.`
  return { code: 0, lines: [`Site: ${target.site}`, ...lines, verdict] }
}
