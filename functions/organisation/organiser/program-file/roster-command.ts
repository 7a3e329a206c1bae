import type { RosterLink } from '../../../contract/organisation/roster.ts'
import type { CommandOutput } from './money-commands.ts'
import { callOrganiser, type Target } from './program-calls.ts'
import { isRealDay } from '../../../contract/instant.ts'

const usage = 'roster PROGRAM [DAY] [--event KEY] [--roll]'

/** `roster PROGRAM [DAY] [--event KEY] [--roll]`: makes the link to a day's roster; `--roll` revokes earlier links. */
export async function rosterCommand(target: Target, [program = '', ...words]: string[]): Promise<CommandOutput> {
  const at = words.indexOf('--event')
  const event = at < 0 ? undefined : words[at + 1]
  const [day, ...more] = words.filter(
    (word, index) => word !== '--roll' && (at < 0 || (index !== at && index !== at + 1)),
  )
  const isWrong = more.length > 0 || (day !== undefined && !isRealDay(day)) || (at >= 0 && event === undefined)
  if (isWrong) return { code: 2, lines: [usage] }
  const body = { ...(day ? { day } : {}), ...(event ? { event } : {}), roll: words.includes('--roll') }
  const answer = await callOrganiser<RosterLink>(target, `${encodeURIComponent(program)}/roster_links`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  if (!answer.ok) return { code: 1, lines: [answer.message] }
  const { url, expires_at } = answer.body
  return {
    code: 0,
    lines: [
      url,
      `For ${answer.body.day}, until ${expires_at}. Whoever has this address sees the list: pass it on with care.`,
    ],
  }
}
