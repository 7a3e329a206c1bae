import { readdirSync, readFileSync } from 'node:fs'

const migrationFolder = new URL('../platform/database/migrations/', import.meta.url)
const styleFolder = new URL('../../src/styles/', import.meta.url)

declare global {
  /** Fixed when building: whether the build holds the development tools, which are `/dev/…`, the clock that can be moved, the sandbox provider and the mailbox. All else is configuration. */
  const DEVELOPMENT_TOOLS: boolean
  /** Names of the migrations this build was made with, the oldest first. */
  const MIGRATIONS: readonly string[]
  /** The site's styles as one text, for the pages that the edge answers itself. */
  const PAGE_STYLES: string
}

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
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')

/** The constants above, as a bundler takes them. */
export const buildDefines = (hasDevelopmentTools: boolean): Record<string, string> => ({
  DEVELOPMENT_TOOLS: JSON.stringify(hasDevelopmentTools),
  MIGRATIONS: JSON.stringify(migrationNames()),
  PAGE_STYLES: JSON.stringify(pageStyles()),
})
