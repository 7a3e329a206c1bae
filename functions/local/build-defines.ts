import { readdirSync, readFileSync } from 'node:fs'

const migrationFolder = new URL('../platform/database/migrations/', import.meta.url)
const styleFolder = new URL('../../src/styles/', import.meta.url)

declare global {
  /**
   * The build sets this value. It is true when the build contains the development tools: `/dev/…`, the adjustable
   * clock, the sandbox provider and the mailbox. Everything else is configuration.
   */
  const DEVELOPMENT_TOOLS: boolean
  /** Names of the migrations in this build, oldest first. */
  const MIGRATIONS: readonly string[]
  /** The site's styles as one text, for pages rendered at the edge. */
  const PAGE_STYLES: string
}

/**
 * Names of all migrations, oldest first; a build contains them, so that a running site can tell which ones its database
 * lacks.
 */
export const migrationNames = (folder: string | URL = migrationFolder): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** The site's styles without comments and line breaks, as the build inlines them. */
const pageStyles = (): string =>
  ['tokens.css', 'base.css']
    .map((name) => readFileSync(new URL(name, styleFolder), 'utf8'))
    .join('')
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')

/** The constants above, in the format of a bundler. */
export const buildDefines = (hasDevelopmentTools: boolean): Record<string, string> => ({
  DEVELOPMENT_TOOLS: JSON.stringify(hasDevelopmentTools),
  MIGRATIONS: JSON.stringify(migrationNames()),
  PAGE_STYLES: JSON.stringify(pageStyles()),
})
