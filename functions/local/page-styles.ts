import { readFileSync } from 'node:fs'

const folder = new URL('../../src/styles/', import.meta.url)

/** The site's styles without comments and line breaks, as the build puts them into the worker. */
export const pageStyles = (): string =>
  ['tokens.css', 'base.css']
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
