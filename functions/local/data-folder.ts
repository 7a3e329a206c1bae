import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where a data folder keeps the database, and what was noted about this start. */
export const dataPaths = (folder: string) => ({
  data: join(folder, 'v3'),
  build: join(folder, 'build'),
  config: join(folder, 'build/server/wrangler.json'),
  runningFile: join(folder, 'running.json'),
  loginFile: join(folder, 'demo-login.json'),
  appliedFile: join(folder, 'demo-program.txt'),
  cityFile: join(folder, 'city-program.txt'),
  copiesFolder: join(folder, 'before-migrating'),
})

/** A folder that its user alone may open, also where it was made before; and so is every file this process writes from here on. */
export function makePrivate(folder: string): void {
  process.umask(0o077)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
}
