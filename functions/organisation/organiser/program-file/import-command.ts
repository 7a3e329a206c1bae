import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { EventsImported } from '../../../contract/organisation/event-import.ts'
import type { CommandOutput } from './money-commands.ts'
import { callOrganiser, type Target } from './program-calls.ts'

const usage =
  'import FILE --to PROGRAM [--mapping FILE.json] [--date-order month_first|day_first] [--yes]\nFILE is CSV; FILE.json is like {"Fee": "price", "Notes": null}'

/** `import FILE --to PROGRAM`: shows what the CSV changes, or its mistakes by row and column; `--yes` imports it. */
export async function importCommand(target: Target, words: string[]): Promise<CommandOutput> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      mapping: { type: 'string' },
      'date-order': { type: 'string' },
      yes: { type: 'boolean' },
    },
  })
  const [file = '', ...more] = positionals
  if (!values.to || file === '' || more.length > 0) return { code: 2, lines: [usage] }
  const missing = [file, values.mapping].find((name) => name !== undefined && !existsSync(name))
  if (missing !== undefined) return { code: 2, lines: [`There is no file ${missing}.`] }
  const body = new FormData()
  body.set('file', new File([readFileSync(file)], basename(file), { type: 'text/csv' }))
  if (values.mapping) body.set('mapping', readFileSync(values.mapping, 'utf8'))
  if (values['date-order']) body.set('date_order', values['date-order'])
  if (!values.yes) body.set('dry_run', 'true')

  const path = `${encodeURIComponent(values.to)}/events/import`
  const answer = await callOrganiser<EventsImported>(target, path, { method: 'POST', body })
  if (!answer.ok)
    return { code: 1, lines: [answer.message, ...answer.refusals.map((each) => `${each.path}: ${each.message}`)] }
  const { events, message, created, updated, kept } = answer.body
  const changed = events.flatMap(({ key, action, changes }) => {
    const fields = action === 'update' ? `: ${changes.map(({ path: field }) => field).join(', ')}` : ''
    return action === 'keep' ? [] : [`${action === 'create' ? '+' : '~'} ${key}${fields}`]
  })
  const counts = `${created} new, ${updated} changed, ${kept} unchanged.`
  return { code: 0, lines: [...changed, counts, values.yes ? message : 'Nothing was changed. --yes imports it.'] }
}
