import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const folders = ['functions', 'src', 'e2e', 'public', '.ci']

const paths = [
  ...readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length)] : [],
    ),
  ),
]
const trackedPaths = new Set(paths)
const folderOf = (path: string) => (dirname(path) === '.' ? '' : `${dirname(path)}/`)
const parents = new Set(
  paths.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))),
)

/** Documents of the project's authors that are not in the repository. */
const foreignDocument =
  /\b(?:reliability|performance|architecture|style|libraries|pages|missing)\.md\b|\b(?:site|api)\.txt\b|\bdecisions\.md[\s,]*(?:§|\d)/
/** A file named in a sentence: `order-rows.ts`, `local/serve.ts`, `README.md`. */
const fileName =
  /(?<![\w*…}<>.@$/-])(?:\.{0,2}\/)?(?:[\w[\]-]+(?:\.[\w-]+)*\/)*[\w[\]-]+(?:\.[\w-]+)*\.(?:tsx?|astro|md|mjs|sql|ya?ml|toml)(?![\w(])/g
/** Created by a build or a run, or an example. */
const isMadeOrExample = (name: string) =>
  /^(?:dist|\.wrangler|\.astro|node_modules)\/|(?:^|\/)(?:Name|name)\b|^(?:camp\.yaml|now\.sql)$/.test(name)

/** True when a name is the path of a file: from the root, relative to the naming file, or the end of a path. */
function exists(name: string, from: string): boolean {
  const path = normalize(name)
  return (
    trackedPaths.has(path) ||
    trackedPaths.has(normalize(join(folderOf(from), name))) ||
    paths.some((each) => each.endsWith(`/${path}`))
  )
}

type File = { path: string; text: string }

/** The comments of a source file. A `//` inside a word or a URL is not a comment. */
const commentsOf = ({ text }: File): string[] =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![\w:'"`/\\])\/\/.*|^\s*--\s.*|<!--[\s\S]*?-->/gm)].map(([comment]) => comment)

const unknownFiles = (sentences: readonly string[], path: string): string[] =>
  sentences
    .flatMap((sentence) => sentence.match(fileName) ?? [])
    .filter((name) => !isMadeOrExample(name) && !exists(name, path))
    .map((name) => `${path} names ${name}, which is not here`)

/** The faults in the citations of a source file. */
const faultsOfSource = (file: File): string[] => [
  ...(foreignDocument.test(file.text) ? [`${file.path} cites a document that is not here`] : []),
  ...(commentsOf(file).some((comment) => comment.includes('§')) ? [`${file.path} cites a paragraph`] : []),
  ...unknownFiles(commentsOf(file), file.path),
]

/** The faults in the links and file names of a Markdown file. */
function faultsOfMarkdown({ path, text }: File): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => normalize(join(folderOf(path), target)).replace(/\/$/, ''))
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [
    ...links
      .filter((target) => !trackedPaths.has(target) && !parents.has(target))
      .map((target) => `${path} links to ${target}`),
    ...unknownFiles(quoted, path),
  ]
}

const read = (path: string): File => ({ path, text: readFileSync(join(root, path), 'utf8') })
const sources = paths
  .filter((path) => /\.(?:tsx?|astro|mjs|css|sql)$/.test(path) && path !== 'functions/citations.test.ts')
  .map(read)
const documents = paths.filter((path) => path.endsWith('.md')).map(read)

describe('file names in comments and Markdown', () => {
  it('every file named in a comment exists in the repository', () => {
    expect(sources.flatMap(faultsOfSource)).toEqual([])
  })

  it('every link and file in Markdown exists', () => {
    expect(documents.flatMap(faultsOfMarkdown)).toEqual([])
  })

  it.each([
    ['// The order is held (decisions.md 12).', /a document/],
    ['const text = "As reliability.md has it."', /a document/],
    ["describe('the environment variables of site.txt', () => {})", /a document/],
    ['// All or none (§3).', /a paragraph/],
    ['// See orders/gone-rows.ts.', /names orders\/gone-rows\.ts/],
    ['/**\n * Is in `gone.astro`.\n */', /names gone\.astro/],
    ['// Kept in boundaries.test.ts and functions/api.ts, built into dist/server/entry.mjs.', null],
    ["const address = 'https://example.com/gone.md'", null],
    ['// Queries stand in *-rows.ts.', null],
  ])('the check of comments reads the file names in %s', (text, expected) => {
    const faults = faultsOfSource({ path: 'functions/money/orders/pay-order.ts', text })
    expect(faults).toEqual(expected === null ? [] : [expect.stringMatching(expected)])
  })

  it.each([
    ['[how](gone/README.md)', /links to functions\/gone\/README\.md/],
    ['Its rules stand in `gone-rules.ts`.', /names gone-rules\.ts/],
    ['[api](api.ts), [orders](money/orders/), `boundaries.test.ts`, [away](https://example.com/a.md)', null],
  ])('the check of Markdown reads the file names in %s', (text, expected) => {
    const faults = faultsOfMarkdown({ path: 'functions/README.md', text })
    expect(faults).toEqual(expected === null ? [] : [expect.stringMatching(expected)])
  })
})
