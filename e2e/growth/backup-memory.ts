import { writeBackup } from '../../functions/local/write-backup.ts'
import { restoreBackup } from '../../functions/local/restore-backup.ts'

/**
 * Backs up a data folder and restores it into another folder, in its own process for measuring memory: `node
 * backup-memory.ts FROM BACKUPS TO`.
 */
const [, , from = '', backups = '', to = ''] = process.argv
const seconds = (since: number) => (performance.now() - since) / 1000
const before = process.resourceUsage().maxRSS
const began = performance.now()
const { path, bytes } = writeBackup({ folder: from, into: backups, secrets: null })
const backupSeconds = seconds(began)
const restoring = performance.now()
await restoreBackup({ backup: path, folder: to })
console.log(
  JSON.stringify({
    bytes,
    backupSeconds,
    restoreSeconds: seconds(restoring),
    memoryMb: (process.resourceUsage().maxRSS - before) / 1024,
  }),
)
