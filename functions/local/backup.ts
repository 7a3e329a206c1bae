import { parseArgs } from 'node:util'
import { readBackupKeys } from './backup-seal.ts'
import { startSettings } from './secrets.ts'
import { writeBackup } from './write-backup.ts'

/**
 * `npm run backup [-- folder] [--keep 14] [--without-secrets]`: a verified copy of the data, even while the site runs.
 */
process.umask(0o077)
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' }, 'without-secrets': { type: 'boolean', default: false } },
  })
  if (positionals.length > 1 || (values.keep !== undefined && !/^[1-9]\d*$/.test(values.keep)))
    throw new Error('Use it so: npm run backup -- [folder] [--keep 14] [--without-secrets]')
  const startedAt = performance.now()
  const [key = null] = readBackupKeys(startSettings(process.env).BACKUP_KEY)
  const backup = writeBackup({
    folder: process.env.DATA ?? '.wrangler/state',
    into: positionals[0] ?? 'backups',
    keep: values.keep === undefined ? null : Number(values.keep),
    key,
    ...(values['without-secrets'] ? { secrets: null } : {}),
  })
  console.log(
    `Backed up ${(backup.bytes / 1e6).toFixed(1)} MB in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${backup.path}`,
  )
  console.log(
    backup.manifest.holds_secrets
      ? 'It holds personal data and the secrets (.dev.vars).'
      : 'It holds personal data and no secrets: without PASSWORD_PEPPER and HEALTH_KEY of this site no one can log in or read its health data.',
  )
  console.log(
    key
      ? `It is encrypted with the key ${key.name} (${key.fingerprint}). Nothing opens it without BACKUP_KEY: keep that somewhere else than on this machine.`
      : 'It is not encrypted, because BACKUP_KEY is not set: readable by you alone here, and by anyone who gets the copy. See "Backups" in functions/local/running.md.',
  )
  console.log(`Bring it back with: npm run restore -- ${backup.path}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
