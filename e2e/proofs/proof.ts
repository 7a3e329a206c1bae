import { globSync } from 'node:fs'
import { resolve } from 'node:path'

const root = new URL('../..', import.meta.url).pathname

/** The result of some rounds: numbers that add up over pieces, and the faults in words. */
export type Tally = { sums: Record<string, number>; findings: string[] }
export type Rounds = {
  /** The number of the first round; the rounds' numbers are their seeds. */ from: number
  count: number
  isFull: boolean
}

/** A guarantee of the product under races, crashes, faults or hostile input, in a file `*.proof.ts`. */
export type Proof = {
  /** The position in the table and its goal or threat: '1', '4 · R-6'. */
  row: string
  /** Name of the proof and of its file. */
  name: string
  promise: string
  unit: string
  /** Number of rounds in `npm test`. */
  small: number
  /** Number of rounds in `npm run test:long`. */
  full: number
  /** Number of rounds in one resumable piece of the long run. */
  piece: number
  /** Runs the rounds on their own site. */
  run: (input: Rounds) => Promise<Tally>
  /** The text for the table about the sums. */
  figure: (sums: Record<string, number>) => string
  /** Checks all rounds together, for example a minimum share; empty when they pass. */
  check?: (sums: Record<string, number>, rounds: number) => string[]
  /** The same proof with a safeguard removed, which must fail in nearly every round. */
  controls?: Control[]
}

export type Control = {
  /** The removed safeguard. */
  without: string
  /** Number of rounds in `npm test`; 0 means the long run only. */
  small: number
  full: number
  run: (input: Rounds) => Promise<Tally>
  /** Share of `rounds` that must detect the fault, 95 % by default. */
  noticed: (sums: Record<string, number>) => number
  least?: number
}

/** An empty tally with these sums at 0. */
export const emptyTally = (...names: string[]): Tally => ({
  sums: Object.fromEntries(names.map((name) => [name, 0])),
  findings: [],
})

/** The sum of two tallies. */
export function added(a: Tally, b: Tally): Tally {
  const names = new Set([...Object.keys(a.sums), ...Object.keys(b.sums)])
  return {
    sums: Object.fromEntries([...names].map((name) => [name, (a.sums[name] ?? 0) + (b.sums[name] ?? 0)])),
    findings: [...a.findings, ...b.findings],
  }
}

/** Faults of finished rounds: the findings, and those that `check` finds in the sums. */
export const brokenPromises = (proof: Proof, tally: Tally, rounds: number): string[] => [
  ...tally.findings,
  ...(proof.check?.(tally.sums, rounds) ?? []),
]

/** True when a control detected its missing safeguard often enough. */
export const isNoticed = (control: Control, sums: Record<string, number>, rounds: number): boolean =>
  rounds > 0 && control.noticed(sums) / rounds >= (control.least ?? 0.95)

/** Every `*.proof.ts`, or those of one folder, in the order of their rows. */
export async function findProofs(folder = '**'): Promise<Proof[]> {
  const files = globSync(`e2e/${folder}/*.proof.ts`, { cwd: root }).sort()
  const proofs = await Promise.all(
    files.map(async (file) => ((await import(resolve(root, file))) as { proof: Proof }).proof),
  )
  return proofs.sort((a, b) => Number.parseInt(a.row, 10) - Number.parseInt(b.row, 10) || a.name.localeCompare(b.name))
}
