import { readdirSync } from 'node:fs'

/** Names of all migrations, the oldest first; a build carries them, so that a running site knows what its database lacks. */
export const migrationNames = (folder: string | URL = new URL('migrations/', import.meta.url)): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
