import { statfsSync, statSync } from 'node:fs'
import { backupsIn } from './backup-manifest.ts'

/** Free and total bytes of a folder's disk. */
export function diskOf(folder: string): { free: number; total: number } {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** The latest backup in a folder, or null; `folder` is that of the data. */
export function newestBackup(backups: string, folder: string): { madeAt: number; isOnSameDisk: boolean } | null {
  const [newest] = backupsIn(backups)
  return newest
    ? { madeAt: statSync(newest).mtimeMs, isOnSameDisk: statSync(newest).dev === statSync(folder).dev }
    : null
}
