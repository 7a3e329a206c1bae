import { parseArgs } from 'node:util'
import { largestPageSize, maxEventsPerSeasonCall } from '../../../contract/limits.ts'
import type { SeasonCopy, SeasonEvent } from '../../../contract/organisation/season.ts'
import type { List } from '../../../contract/paging.ts'
import type { CommandOutput } from './money-commands.ts'
import { callOrganiser, type CallResult, type Target } from './program-calls.ts'

const usage =
  'copy-season PROGRAM --shift +52w (EVENT … | --from DAY --to DAY) [--sales shift|keep|none] [--yes]\nshows the copies of these events, or of the events from DAY to DAY; --yes makes them'

/** `copy-season PROGRAM`: shows the drafts of the next season; `--yes` makes them. */
export async function copySeasonCommand(target: Target, words: string[]): Promise<CommandOutput> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      shift: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      sales: { type: 'string' },
      yes: { type: 'boolean' },
    },
  })
  const [program = '', ...named] = positionals
  const isRange = values.from !== undefined && values.to !== undefined
  if (program === '' || !values.shift || isRange === named.length > 0) return { code: 2, lines: [usage] }
  const at = encodeURIComponent(program)
  const found = isRange ? await keysBetween(target, at, { from: values.from ?? '', to: values.to ?? '' }) : null
  if (found && !found.ok) return refused(found)
  const events = found ? found.body : named
  if (events.length === 0) return { code: 1, lines: ['No event has a date on these days.'] }

  const body = { events, shift: values.shift, dry_run: !values.yes, ...(values.sales && { sales: values.sales }) }
  const answer = await callOrganiser<SeasonCopy>(target, `${at}/season/copy`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  if (!answer.ok) return refused(answer)
  const copies = answer.body.copies.map(
    ({ from, key, action, event }) => `${action === 'create' ? '+' : '='} ${from} → ${key}, ${event.starts_at ?? ''}`,
  )
  const signs = { create: '+', extend: '~', leave: '=' }
  const offers = answer.body.offers.map(
    ({ from, key, code, action }) => `${signs[action]} ${from} → ${key}, ${code ?? 'automatic'}`,
  )
  return {
    code: 0,
    lines: [...copies, ...offers, values.yes ? answer.body.message : 'Nothing was changed. --yes makes the copies.'],
  }
}

const refused = (answer: Extract<CallResult<unknown>, { ok: false }>): CommandOutput => ({
  code: 1,
  lines: [answer.message, ...answer.refusals.map(({ path, message }) => `${path}: ${message}`)],
})

/** The keys of the events with a date in a range of days, up to one more than a call takes. */
async function keysBetween(
  target: Target,
  at: string,
  range: { from: string; to: string },
): Promise<CallResult<string[]>> {
  const keys: string[] = []
  while (keys.length <= maxEventsPerSeasonCall) {
    const query = new URLSearchParams({ ...range, limit: String(largestPageSize), skip: String(keys.length) })
    const page = await callOrganiser<List<SeasonEvent>>(target, `${at}/season?${query}`, {})
    if (!page.ok) return page
    keys.push(...page.body.data.map(({ key }) => key))
    if (page.body.data.length === 0 || keys.length >= page.body.total) break
  }
  return { ok: true, body: keys }
}
