import { parseArgs } from 'node:util'
import { makePrivate } from './data-folder.ts'
import { readBackupKeys } from './backup-seal.ts'
import { restoreBackup } from './restore-backup.ts'
import { makeLive } from './restored-copy.ts'
import { startSettings } from './secrets.ts'

/**
 * `npm run restore -- BACKUP [--secrets] [--live]` restores a backup, and keeps the previous data. The restored data
 * is a copy that charges and mails no customer. With `--live`, now or later alone, the copy becomes the site.
 */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { secrets: { type: 'boolean', default: false }, live: { type: 'boolean', default: false } },
  })
  const [backup] = positionals
  const folder = process.env.DATA ?? '.wrangler/state'
  if (positionals.length > 1 || (backup === undefined && !values.live))
    throw new Error('Say which backup: npm run restore -- backups/muster-…')
  if (backup === undefined) {
    makeLive(folder)
    console.log(`The data in ${folder} are the site’s own: from the next start on cards are charged and mail is sent.`)
  } else await restore(backup, folder, { takesSecrets: values.secrets, isLive: values.live })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function restore(
  backup: string,
  folder: string,
  { takesSecrets, isLive }: { takesSecrets: boolean; isLive: boolean },
): Promise<void> {
  const startedAt = performance.now()
  makePrivate(folder)
  const { madeAt, keptAt, tookSecrets, missingMigrations } = await restoreBackup({
    backup,
    folder,
    takesSecrets,
    isLive,
    keys: readBackupKeys(startSettings(process.env).BACKUP_KEY),
  })
  console.log(`Brought back the data of ${madeAt} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  if (keptAt) console.log(`What was there is kept in ${keptAt}; remove it once all is well.`)
  if (tookSecrets) console.log('Took the secrets of the backup; those that were here stand next to .dev.vars.')
  if (missingMigrations.length > 0)
    console.log(`The next start brings the database up to date: ${missingMigrations.join(', ')}.`)
  if (!isLive)
    console.log(
      'It is a copy: npm start -- --without-demo shows it without cards and mail. To make it the site: npm run restore -- --live',
    )
}
