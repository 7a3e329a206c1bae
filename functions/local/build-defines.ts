import { readdirSync, readFileSync } from 'node:fs'

const migrationFolder = new URL('../database/migrations/', import.meta.url)
const styleFolder = new URL('../../src/styles/', import.meta.url)

/** Names of all migrations, the oldest first; a build carries them, so that a running site knows what its database lacks. */
export const migrationNames = (folder: string | URL = migrationFolder): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** The site's styles without comments and line breaks, as the build puts them into the worker. */
const pageStyles = (): string =>
  ['tokens.css', 'base.css']
    .map((name) => readFileSync(new URL(name, styleFolder), 'utf8'))
    .join('')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')

/** What a build has fixed: the constants that `environment.d.ts` declares. */
export const buildDefines = (hasDevelopmentTools: boolean): Record<string, string> => ({
  DEVELOPMENT_TOOLS: JSON.stringify(hasDevelopmentTools),
  MIGRATIONS: JSON.stringify(migrationNames()),
  PAGE_STYLES: JSON.stringify(pageStyles()),
})
