import { type SiteAdmin, type StaffMember, staffRoles } from '../../../contract/people/staff.ts'
import type { List } from '../../../contract/paging.ts'
import { type CommandOutput, refused, wrong } from './money-commands.ts'
import { callOrganiser, callSite, type Target } from './program-calls.ts'

const usage = [
  'team PROGRAM                      the team of a program',
  'team PROGRAM invite EMAIL ROLE    invites a person by mail',
  `ROLE is one of ${staffRoles.join(', ')}.`,
]

/** `team PROGRAM [invite EMAIL ROLE]`: lists the team of a program, or invites a person to it. */
export async function teamCommand(target: Target, words: string[]): Promise<CommandOutput> {
  const [program = '', verb, email, role, ...more] = words
  const path = `${encodeURIComponent(program)}/team`
  if (verb === undefined) {
    const answer = await callOrganiser<List<StaffMember>>(target, `${path}?limit=100`, {})
    return answer.ok ? { code: 0, lines: linesOf(answer.body) } : refused(answer)
  }
  if (verb !== 'invite' || !email || !role || more.length > 0) return wrong(...usage)
  const body = JSON.stringify({ email, role })
  const answer = await callOrganiser<StaffMember>(target, path, { method: 'POST', body })
  return answer.ok
    ? { code: 0, lines: [`${answer.body.email} is invited as ${answer.body.role}, until ${answer.body.expires_at}.`] }
    : refused(answer)
}

const linesOf = ({ data }: List<StaffMember>): string[] =>
  data.length === 0
    ? ['No one is in the team yet.']
    : data.map(({ email, first_name, last_name, role, status }) =>
        [role.padEnd(10), status.padEnd(7), email, `${first_name} ${last_name}`.trim()].join('  ').trimEnd(),
      )

/** `admin EMAIL [--end]`: makes an account a person who runs the site, or ends it. */
export async function adminCommand(target: Target, words: string[]): Promise<CommandOutput> {
  const [email = '', end, ...more] = words
  if (email === '' || more.length > 0 || (end !== undefined && end !== '--end'))
    return wrong('admin EMAIL [--end]    makes an account a person who runs the site, or ends it')
  const body = JSON.stringify({ email, is_admin: end === undefined })
  const answer = await callSite<SiteAdmin>(target, 'admins', { method: 'POST', body })
  if (!answer.ok) return refused(answer)
  return { code: 0, lines: [answer.body.is_admin ? `${email} runs the site.` : `${email} no longer runs the site.`] }
}
