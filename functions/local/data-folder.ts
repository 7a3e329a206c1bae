import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** What starts note about the demo that the database has. A backup has these files, and a restore replaces them. */
export const noteFiles = ['demo-login.json', 'demo-program.txt', 'demo-week.txt']

/** The paths in a data folder: the database, and the notes of this start. */
export const dataPaths = (folder: string) => ({
  data: join(folder, 'v3'),
  build: join(folder, 'build'),
  config: join(folder, 'build/server/wrangler.json'),
  runningFile: join(folder, 'running.json'),
  loginFile: join(folder, 'demo-login.json'),
  appliedFile: join(folder, 'demo-program.txt'),
  cityFile: join(folder, 'city-program.txt'),
  weekFile: join(folder, 'demo-week.txt'),
  copyMark: join(folder, 'restored-copy.json'),
  copiesFolder: join(folder, 'before-migrating'),
})

/** Makes a folder accessible only to its user, and so every file that this process creates from now on. */
export function makePrivate(folder: string): void {
  process.umask(0o077)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
}
