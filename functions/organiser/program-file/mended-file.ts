import * as z from 'zod/mini'
import { ProgramFile } from '../../contract/organiser.ts'

/** What a field is given in place of what is wrong there: each in turn, until its form is right. */
const standIns = ['x', 'xx', 1, true, '2099-01-01T09:00', 'UTC', 'CA', 'CAD', 'en', 'other', 'camp', 'short_text', 'mon', 'P1D', 'https://example.com/a.pdf', 'a@example.com', '+1 416 555 0123', '#112233', 'CA-ON', '09:00', [], {}, null]
const mostRounds = 30
const mostIssues = 60

const standInKey = 'no-key-'
/** Whether a key was made up for something that has none. */
export const isStandInKey = (key: string): boolean => key.startsWith(standInKey)

type Issue = { code?: string | undefined; path: PropertyKey[]; keys?: string[] }

/** A file of the right form, made from one that is not: what is wrong is left out where it may be, else it gets a stand-in. Null where that does not help, or nothing is wrong. */
export function mendedFile(body: unknown): ProgramFile | null {
  const file: unknown = structuredClone(body)
  const tries = new Map<string, number>()
  for (let round = 0; round < mostRounds; round += 1) {
    const parsed = z.safeParse(ProgramFile, file)
    if (parsed.success) return round === 0 ? null : parsed.data
    const issues = parsed.error.issues as Issue[]
    if (issues.length > mostIssues) return null
    for (const issue of issues) mend(file, issue, tries)
  }
  return null
}

function mend(file: unknown, { code, path, keys = [] }: Issue, tries: Map<string, number>): void {
  const parent = path.slice(0, code === 'unrecognized_keys' ? undefined : -1).reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), file)
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
const isRecord = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null
