import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = new URL('../..', import.meta.url).pathname

/** A status type: its statuses, and its sets by name; `file` declares them. */
export type Life = { file: string; statuses: readonly string[]; sets: ReadonlyMap<string, readonly string[]> }
export type SourceFile = { path: string; text: string }

const filesUnder = (folder: string, isWanted: (path: string) => boolean): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => relative(root, join(each.parentPath, each.name)))
    .filter(isWanted)

const isNamed = (value: unknown): value is { statuses: readonly string[] } =>
  typeof value === 'object' && value !== null && 'has' in value && 'statuses' in value

/** Every status type: of each `*-states.ts`, and of the contract's lists without sets. */
export async function readLives(): Promise<Life[]> {
  const contract = filesUnder(
    'functions/contract',
    (path) => /(?<!\.test)\.ts$/.test(path) && !/-states\.ts$/.test(path),
  )
  return [...(await livesWithSets()), ...contract.flatMap(livesOfContract)]
}

async function livesWithSets(): Promise<Life[]> {
  const files = filesUnder('functions', (path) => /-states\.ts$/.test(path))
  return Promise.all(
    files.map(async (file) => {
      const exported = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>
      const entries = Object.entries(exported)
      const lists = entries.flatMap(([name, value]) =>
        /(?:Statuses|States)$/.test(name) ? [[name, value as string[]] as const] : [],
      )
      const named = entries.flatMap(([name, value]) => (isNamed(value) ? [[name, value.statuses] as const] : []))
      const sets = new Map([...lists.slice(1), ...named])
      return { file, sets, statuses: [...new Set([...lists, ...named].flatMap(([, statuses]) => statuses))] }
    }),
  )
}

const declaration = /export const \w+(?:Statuses|States) = (\[[^\]]*\]) as const/g
function livesOfContract(file: string): Life[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(declaration)].map(([, list = '']) => ({ file, statuses: wordsOf(list), sets: new Map() }))
}

const word = `'[a-z_]+'`
/** The ways to write a list of statuses. */
const forms: readonly { name: string; pattern: RegExp }[] = [
  { name: 'an array', pattern: new RegExp(`\\[\\s*${word}(?:\\s*,\\s*${word})+\\s*,?\\s*\\]`, 'g') },
  { name: 'a list', pattern: new RegExp(`\\(\\s*${word}(?:\\s*,\\s*${word})+\\s*,?\\s*\\)`, 'g') },
  { name: 'arguments', pattern: new RegExp(`(?<=, )${word}(?:\\s*,\\s*${word}){2,}(?=\\s*,?\\s*\\))`, 'g') },
  {
    name: 'comparisons',
    pattern: new RegExp(
      `(?<![\\w.?])([\\w.?]+)\\s*(===|!==|=|<>|!=)\\s*${word}(?:\\s*(?:\\|\\||&&|OR|AND)\\s*\\1\\s*\\2\\s*${word})+`,
      'g',
    ),
  },
  { name: 'a query', pattern: /status=[a-z_]+(?:&status=[a-z_]+)+/g },
  { name: 'cases', pattern: new RegExp(`case ${word}:(?:\\s*case ${word}:)+`, 'g') },
  { name: 'a union', pattern: new RegExp(`(?:\\|\\s*)?${word}(?:\\s*\\|\\s*${word})+`, 'g') },
]
const wordsOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?:'|status=)([a-z_]+)/g)].map(([, each = '']) => each)),
]

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each) => b.includes(each))

/** The advice in place of a list: the equal named set, or where to add one. */
function insteadOf(words: readonly string[], lives: readonly Life[]): string {
  const sets = lives.flatMap(({ file, sets: named }) =>
    [...named].filter(([, statuses]) => isSame(statuses, words)).map(([name]) => `\`${name}\` of ${file}`),
  )
  if (sets.length > 0) return `use ${sets.join(' or ')}`
  return `add a named set to ${lives.map(({ file }) => file).join(' or ')}`
}

/** The lists of statuses in a file, each with its line and the advice. The contract may declare a status type. */
export function statusListsIn({ path, text }: SourceFile, lives: readonly Life[]): string[] {
  const withoutDeclarations = path.startsWith('functions/contract/')
    ? text.replaceAll(declaration, (whole) => whole.replaceAll(/[^\n]/g, ' '))
    : text
  return forms.flatMap(({ name, pattern }) =>
    [...withoutDeclarations.matchAll(pattern)].flatMap((found) => {
      const words = wordsOf(found[0])
      const whose =
        words.length < 2 ? [] : lives.filter(({ statuses }) => words.every((each) => statuses.includes(each)))
      if (whose.length === 0) return []
      const line = withoutDeclarations.slice(0, found.index).split('\n').length
      return [`${path}:${line} writes out ${name} of statuses, ${words.join(', ')}: ${insteadOf(words, whose)}`]
    }),
  )
}

/** The files without lists of statuses: all except the status tables, the migrations and the tests. */
export const checkedFiles = (): SourceFile[] =>
  ['functions', 'src']
    .flatMap((folder) => filesUnder(folder, (path) => /\.(?:ts|tsx|astro)$/.test(path)))
    .filter((path) => !/-states\.ts$|\.test\.ts$|\.d\.ts$|\/test-bench\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
