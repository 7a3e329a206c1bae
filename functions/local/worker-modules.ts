import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The modules of the built worker, after a small first module that imports its entry. */
export function modulesOf(root: string, config: string, before = reexport) {
  const entry = `./${(JSON.parse(readFileSync(config, 'utf8')) as { main: string }).main}`
  const modules = readdirSync(root, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.mjs'))
    .map((path) => ({ type: 'ESModule', path, contents: readFileSync(join(root, path), 'utf8') }))
    // Adding a module copies the runtime's whole configuration, so small modules come first. Each start then copies a
    // tenth as much.
    .sort((a, b) => a.contents.length - b.contents.length)
  return [{ type: 'ESModule', path: 'before.mjs', contents: before(entry) }, ...modules]
}
export const reexport = (entry: string) => `export * from '${entry}'\nexport { default } from '${entry}'\n`
