import * as z from 'zod/mini'
import { ProgramFile } from '../../../contract/organisation/organiser.ts'
import { parseFile } from './parse-file.ts'

/** Placeholders for a malformed field. Each is tried until the file is well-formed. */
const placeholders = [
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
const maxRounds = 30
const maxIssues = 60

const placeholderKey = 'no-key-'
/** True for a placeholder key. */
export const isPlaceholderKey = (key: string): boolean => key.startsWith(placeholderKey)

type Fields = Record<PropertyKey, unknown>
type Issue = { code?: string | undefined; path: PropertyKey[]; keys?: string[] }

/**
 * A well-formed file made from a malformed one: malformed optional fields are removed, others get a placeholder. Null
 * if that does not help, or if the file is well-formed.
 */
export async function fileWithPlaceholders(body: unknown): Promise<ProgramFile | null> {
  const first = await parseFile(body)
  if (first.success || !isRecord(body)) return null
  const issues = first.issues as Issue[]
  if (issues.length > maxIssues) return null

  const { part, wholeOf } = partToRepair(body, issues)
  const repaired = repairInRounds(part)
  const whole = repaired && (await parseFile(wholeOf(repaired)))
  return whole?.success ? whole.data : null
}

/** The repair takes several rounds, so it runs without the many well-formed items of a large file. */
function partToRepair(body: Fields, issues: readonly Issue[]): { part: Fields; wholeOf: (repaired: Fields) => Fields } {
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
  const itemsOf = (name: string, items: unknown[], repaired: Fields) => {
    const places = new Map(wrong.get(name)?.map((at, place) => [at, place]))
    return items.map((item, at) => (places.has(at) ? (repaired[name] as unknown[])[places.get(at) ?? 0] : item))
  }
  return {
    part,
    wholeOf: (repaired) => ({
      ...repaired,
      ...Object.fromEntries(
        lists.filter(([name]) => name in repaired).map(([name, items]) => [name, itemsOf(name, items, repaired)]),
      ),
    }),
  }
}

function repairInRounds(file: Fields): Fields | null {
  const attempts = new Map<string, number>()
  for (let round = 0; round < maxRounds; round += 1) {
    const parsed = z.safeParse(ProgramFile, file)
    if (parsed.success) return file
    for (const issue of parsed.error.issues as Issue[]) repair(file, issue, attempts)
  }
  return null
}

function repair(file: unknown, { code, path, keys = [] }: Issue, attempts: Map<string, number>): void {
  const parent = path
    .slice(0, code === 'unrecognized_keys' ? undefined : -1)
    .reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), file)
  if (!isRecord(parent)) return
  if (code === 'unrecognized_keys') {
    for (const key of keys) delete parent[key]
    return
  }

  const name = path.at(-1) as PropertyKey
  const place = path.join('.')
  const attempt = attempts.get(place) ?? 0
  attempts.set(place, attempt + 1)
  if (attempt === 0 && !Array.isArray(parent) && name !== 'key') delete parent[name]
  else
    parent[name] =
      name === 'key'
        ? `${placeholderKey}${attempts.size}`
        : structuredClone(placeholders[attempt % placeholders.length])
}

// Lists count as records: the names of their items are numbers.
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null
