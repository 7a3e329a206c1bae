import * as z from 'zod/mini'
import { ProgramFile } from '../../contract/organiser.ts'

/** What a field is given in place of what is wrong there: each in turn, until its form is right. */
const standIns = [
  'x',
  'xx',
  1,
  true,
  '2099-01-01T09:00',
  'UTC',
  'CA',
  'CAD',
  'en',
  'other',
  'camp',
  'short_text',
  'mon',
  'P1D',
  'https://example.com/a.pdf',
  'a@example.com',
  '+1 416 555 0123',
  '#112233',
  'CA-ON',
  '09:00',
  [],
  {},
  null,
]
const mostRounds = 30
const mostIssues = 60

const standInKey = 'no-key-'
/** Whether a key was made up for something that has none. */
export const isStandInKey = (key: string): boolean => key.startsWith(standInKey)

type Fields = Record<PropertyKey, unknown>
type Issue = { code?: string | undefined; path: PropertyKey[]; keys?: string[] }

/** A file of the right form, made from one that is not: what is wrong is left out where it may be, else it gets a stand-in. Null where that does not help, or nothing is wrong. */
export function mendedFile(body: unknown): ProgramFile | null {
  const first = z.safeParse(ProgramFile, body)
  if (first.success || !isRecord(body)) return null
  const issues = first.error.issues as Issue[]
  if (issues.length > mostIssues) return null

  const { part, wholeOf } = partToMend(body, issues)
  const mended = mendedInRounds(part)
  const whole = mended && z.safeParse(ProgramFile, wholeOf(mended))
  return whole?.success ? whole.data : null
}

/** Mending takes rounds, and a large file has thousands of items whose form is right: they are put aside. */
function partToMend(body: Fields, issues: readonly Issue[]): { part: Fields; wholeOf: (mended: Fields) => Fields } {
  const lists = Object.entries(body).filter(
    (entry): entry is [string, unknown[]] =>
      Array.isArray(entry[1]) && !issues.some(({ path }) => path.length === 1 && path[0] === entry[0]),
  )
  const wrong = new Map(
    lists.map(([name]) => [
      name,
      [
        ...new Set(
          issues.flatMap(({ path: [section, at] }) => (section === name && typeof at === 'number' ? [at] : [])),
        ),
      ],
    ]),
  )
  const part = structuredClone({
    ...body,
    ...Object.fromEntries(lists.map(([name, items]) => [name, wrong.get(name)?.map((at) => items[at])])),
  })
  const itemsOf = (name: string, items: unknown[], mended: Fields) => {
    const places = new Map(wrong.get(name)?.map((at, place) => [at, place]))
    return items.map((item, at) => (places.has(at) ? (mended[name] as unknown[])[places.get(at) ?? 0] : item))
  }
  return {
    part,
    wholeOf: (mended) => ({
      ...mended,
      ...Object.fromEntries(
        lists.filter(([name]) => name in mended).map(([name, items]) => [name, itemsOf(name, items, mended)]),
      ),
    }),
  }
}

function mendedInRounds(file: Fields): Fields | null {
  const tries = new Map<string, number>()
  for (let round = 0; round < mostRounds; round += 1) {
    const parsed = z.safeParse(ProgramFile, file)
    if (parsed.success) return file
    for (const issue of parsed.error.issues as Issue[]) mend(file, issue, tries)
  }
  return null
}

function mend(file: unknown, { code, path, keys = [] }: Issue, tries: Map<string, number>): void {
  const parent = path
    .slice(0, code === 'unrecognized_keys' ? undefined : -1)
    .reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), file)
  if (!isRecord(parent)) return
  if (code === 'unrecognized_keys') {
    for (const key of keys) delete parent[key]
    return
  }

  const name = path.at(-1) as PropertyKey
  const at = path.join('.')
  const tried = tries.get(at) ?? 0
  tries.set(at, tried + 1)
  if (tried === 0 && !Array.isArray(parent) && name !== 'key') delete parent[name]
  else parent[name] = name === 'key' ? `${standInKey}${tries.size}` : structuredClone(standIns[tried % standIns.length])
}

// Lists too: their items have names that are numbers.
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null
