import { parseArgs } from 'node:util'
import { makePrivate } from './data-folder.ts'
import { readBackupKeys } from './backup-seal.ts'
import { restoreBackup } from './restore-backup.ts'
import { startSettings } from './secrets.ts'

/** `npm run restore -- BACKUP [--secrets]`: restores a backup, and keeps the previous data. */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { secrets: { type: 'boolean', default: false } },
  })
  const [backup] = positionals
  if (backup === undefined || positionals.length > 1)
    throw new Error('Say which backup: npm run restore -- backups/muster-…')
  const startedAt = performance.now()
  const folder = process.env.DATA ?? '.wrangler/state'
  makePrivate(folder)
  const { madeAt, keptAt, tookSecrets, missingMigrations } = await restoreBackup({
    backup,
    folder,
    takesSecrets: values.secrets,
    keys: readBackupKeys(startSettings(process.env).BACKUP_KEY),
  })
  console.log(`Brought back the data of ${madeAt} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  if (keptAt) console.log(`What was there is kept in ${keptAt}; remove it once all is well.`)
  if (tookSecrets) console.log('Took the secrets of the backup; those that were here stand next to .dev.vars.')
  if (missingMigrations.length > 0)
    console.log(`The next start brings the database up to date: ${missingMigrations.join(', ')}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
