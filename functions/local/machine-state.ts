import { statfsSync, statSync } from 'node:fs'
import { backupsIn } from './backup-manifest.ts'

/** Room on the disk of a folder, in bytes. */
export function diskOf(folder: string): { free: number; total: number } {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** The newest of a folder of backups, null where it has none; `folder` is that of the data. */
export function newestBackup(backups: string, folder: string): { madeAt: number; isOnSameDisk: boolean } | null {
  const [newest] = backupsIn(backups)
  return newest
    ? { madeAt: statSync(newest).mtimeMs, isOnSameDisk: statSync(newest).dev === statSync(folder).dev }
    : null
}
