import { parseArgs } from 'node:util'
import type { OrganiserSessionCredit, Redemption } from '../../../contract/booking/redemption.ts'
import type { List } from '../../../contract/paging.ts'
import { done, listed, refused, type CommandOutput, wrong } from './money-commands.ts'
import { callOrganiser, type Target } from './program-calls.ts'

const usage = [
  'visits PROGRAM EMAIL                            the passes of a family, with the visits that are left',
  'visits PROGRAM use CREDITS [--person PROFILE] [--event KEY] [--appointment KEY] [--note TEXT] [--again] [--quiet]',
  'visits PROGRAM return REDEMPTION [--quiet]',
  '--again: a second visit where the same one was used within a minute.',
  '--quiet: the customer is not mailed.',
]

/** `visits PROGRAM EMAIL`, `… use CREDITS`, `… return REDEMPTION`: shows passes, uses a visit, or returns one. */
export async function visitsCommand(target: Target, words: string[]): Promise<CommandOutput> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      person: { type: 'string' },
      event: { type: 'string' },
      appointment: { type: 'string' },
      note: { type: 'string' },
      again: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
    },
  })
  const [program = '', act = '', id, ...more] = positionals
  const path = encodeURIComponent(program)
  if (more.length > 0) return wrong(...usage)
  if (act.includes('@') && id === undefined) {
    const query = `limit=100&email=${encodeURIComponent(act)}`
    const found = await callOrganiser<List<OrganiserSessionCredit>>(target, `${path}/session_balances?${query}`, {})
    return found.ok ? listed(found.body, creditLine, `${act} has no passes.`) : refused(found)
  }
  if (!id || (act !== 'use' && act !== 'return')) return wrong(...usage)
  const body = {
    ...(values.person && { attendee_profile_id: values.person }),
    ...(values.event && { event_key: values.event }),
    ...(values.appointment && { appointment_type_key: values.appointment }),
    ...(values.note && { note: values.note }),
    ...(values.again && { again: true }),
    notify: !values.quiet,
  }
  const call =
    act === 'use'
      ? `${path}/session_balances/${encodeURIComponent(id)}/redeem`
      : `${path}/redemptions/${encodeURIComponent(id)}/return`
  const answer = await callOrganiser<Redemption>(target, call, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) return refused(answer)
  const { id: redemption, package_name, available } = answer.body
  const left = available === null ? 'without limit' : `${available} left`
  return done(`${redemption}  ${act === 'use' ? 'Used' : 'Returned'}: ${package_name}, ${left}.`)
}

function creditLine(credit: OrganiserSessionCredit): string {
  const { id, package_name, attendee, available, total, is_unlimited, is_usable, expires_at } = credit
  return [
    id,
    package_name,
    attendee ? `${attendee.first_name} ${attendee.last_name}` : 'the family',
    is_unlimited ? 'without limit' : `${available} of ${total} left`,
    ...(expires_at ? [`until ${expires_at}`] : []),
    ...(is_usable ? [] : ['cannot be used now']),
  ].join('  ')
}
