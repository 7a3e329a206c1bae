import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Table = Record<string, readonly string[] | Record<string, readonly string[]>>
type Named = { statuses: readonly string[]; has: (status: unknown) => boolean }

const folder = new URL('.', import.meta.url)
const lives = await Promise.all(
  readdirSync(folder)
    .filter((name) => /-states\.ts$/.test(name))
    .map(async (name) => ({ name, exported: (await import(new URL(name, folder).href)) as Record<string, unknown> })),
)
const isNamed = (value: unknown): value is Named => typeof value === 'object' && value !== null && 'has' in value
const setsOf = (exported: Record<string, unknown>) =>
  Object.entries(exported).flatMap(([name, value]) => (isNamed(value) ? [[name, value] as const] : []))
/** All statuses in a file; a second list in the same file must be a subset of the first. */
const statusesOf = (exported: Record<string, unknown>): string[] => [
  ...new Set(
    Object.entries(exported).flatMap(([name, value]) => (/(?:Statuses|States)$/.test(name) ? (value as string[]) : [])),
  ),
]
const waysOf = (from: Table[string]): readonly string[] => (Array.isArray(from) ? from : Object.keys(from))

/** The initial statuses of a status table. A table that is not listed begins with the first status of its list. */
const beginnings: Record<string, string[]> = {
  'registration-states.ts': ['pending', 'waitlisted', 'preregistered'],
  'membership-states.ts': ['scheduled', 'incomplete', 'trialing', 'active'],
}

describe.each(lives)('the status table of $name', ({ exported }) => {
  const statuses = statusesOf(exported)
  const sets = setsOf(exported)

  it('the named sets of $name have at least two of its own statuses each', () => {
    expect(statuses.length).toBeGreaterThan(1)
    for (const [set, named] of sets) {
      expect(statuses, set).toEqual(expect.arrayContaining([...named.statuses]))
      expect(named.statuses.length, set).toBeGreaterThan(1)
      expect(new Set(named.statuses).size, set).toBe(named.statuses.length)
      expect(statuses.filter((status) => named.has(status)).sort(), set).toEqual([...named.statuses].sort())
    }
  })

  it('no two sets of $name are equal', () => {
    const contents = sets.map(([, named]) => [...named.statuses].sort().join(' '))
    expect(new Set(contents).size).toBe(contents.length)
  })
})

const lifecycles = lives.flatMap(({ name, exported }) =>
  exported['transitions'] ? [{ name, exported, transitions: exported['transitions'] as Table }] : [],
)

describe.each(lifecycles)('the transitions of $name', ({ name, exported, transitions }) => {
  it('the transitions of $name have every status, and each is reachable', () => {
    const statuses = statusesOf(exported)
    expect(Object.keys(transitions).sort()).toEqual([...statuses].sort())
    const reached = new Set(beginnings[name] ?? statuses.slice(0, 1))
    for (const from of reached) for (const to of waysOf(transitions[from] as Table[string])) reached.add(to)
    expect([...reached].sort()).toEqual([...statuses].sort())
  })
})

it('every status table is tested', () => {
  expect(lives.length).toBeGreaterThan(15)
  expect(lifecycles.length).toBeGreaterThan(11)
})
