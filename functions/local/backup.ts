import { parseArgs } from 'node:util'
import { writeBackup } from './write-backup.ts'

/** `npm run backup [-- folder] [--keep 14] [--without-secrets]`: a checked copy of the data, also while the site runs. */
process.umask(0o077)
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' }, 'without-secrets': { type: 'boolean', default: false } },
  })
  if (positionals.length > 1 || (values.keep !== undefined && !/^[1-9]\d*$/.test(values.keep)))
    throw new Error('Use it so: npm run backup -- [folder] [--keep 14] [--without-secrets]')
  const startedAt = performance.now()
  const backup = writeBackup({
    folder: process.env.DATA ?? '.wrangler/state',
    into: positionals[0] ?? 'backups',
    keep: values.keep === undefined ? null : Number(values.keep),
    ...(values['without-secrets'] ? { secrets: null } : {}),
  })
  console.log(
    `Backed up ${(backup.bytes / 1e6).toFixed(1)} MB in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${backup.path}`,
  )
  console.log(
    backup.manifest.holds_secrets
      ? 'It holds personal data and the secrets (.dev.vars), readable by you alone. Keep it as safe as the site.'
      : 'It holds personal data and no secrets: without PASSWORD_PEPPER and HEALTH_KEY of this site no one can log in or read its health data.',
  )
  console.log(`Bring it back with: npm run restore -- ${backup.path}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
