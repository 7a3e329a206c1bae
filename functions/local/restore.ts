import { parseArgs } from 'node:util'
import { restoreBackup } from './restore-backup.ts'

/** `npm run restore -- BACKUP [--secrets]`: brings a backup back, and keeps what was there. */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { secrets: { type: 'boolean', default: false } },
  })
  const [backup] = positionals
  if (backup === undefined || positionals.length > 1)
    throw new Error('Say which backup: npm run restore -- backups/muster-…')
  const startedAt = performance.now()
  const { madeAt, keptAt, tookSecrets, lacksMigrations } = await restoreBackup({
    backup,
    folder: process.env.DATA ?? '.wrangler/state',
    takesSecrets: values.secrets,
  })
  console.log(`Brought back the data of ${madeAt} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  if (keptAt) console.log(`What was there is kept in ${keptAt}; remove it once all is well.`)
  if (tookSecrets) console.log('Took the secrets of the backup; those that were here stand beside .dev.vars.')
  if (lacksMigrations.length > 0)
    console.log(`The next start brings the database up to date: ${lacksMigrations.join(', ')}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
