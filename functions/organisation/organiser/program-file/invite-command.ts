import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { inviteReasons, type InvitesSent } from '../../../contract/organisation/invite.ts'
import type { CommandOutput } from './money-commands.ts'
import { callOrganiser, type Target } from './program-calls.ts'

const reasonWords: Record<(typeof inviteReasons)[number], string> = {
  repeated: 'stand in the file once more',
  already_invited: 'were invited before',
  already_joined: 'have an account already',
  unsubscribed: 'unsubscribed',
  suppressed: 'have an address that mail stopped at',
}
const usage =
  'invite FILE --to PROGRAM [--language en|fr] [--yes]\nFILE is CSV whose first line is email,first_name,last_name'

/** `invite FILE --to PROGRAM`: shows the recipients of the file; `--yes` invites them. */
export async function inviteCommand(target: Target, words: string[]): Promise<CommandOutput> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { to: { type: 'string' }, language: { type: 'string' }, yes: { type: 'boolean' } },
  })
  const [file = '', ...more] = positionals
  if (!values.to || file === '' || more.length > 0) return { code: 2, lines: [usage] }
  if (!existsSync(file)) return { code: 2, lines: [`There is no file ${file}.`] }
  const body = new FormData()
  body.set('file', new File([readFileSync(file)], basename(file), { type: 'text/csv' }))
  if (values.language) body.set('language', values.language)
  if (!values.yes) body.set('dry_run', 'true')
  const answer = await callOrganiser<InvitesSent>(target, `${encodeURIComponent(values.to)}/invites`, {
    method: 'POST',
    body,
  })
  if (!answer.ok)
    return { code: 1, lines: [answer.message, ...answer.refusals.map(({ path, message }) => `${path}: ${message}`)] }
  const { invited, left_out, message } = answer.body
  const counts = [
    `${String(invited).padStart(6)} get it`,
    ...inviteReasons.map((reason) => `${String(left_out[reason]).padStart(6)} ${reasonWords[reason]}`),
  ]
  return { code: 0, lines: [...counts, '', values.yes ? `${message}.` : 'Nothing was sent. --yes sends it.'] }
}
