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
