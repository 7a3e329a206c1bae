import { globSync } from 'node:fs'
import { resolve } from 'node:path'

const root = new URL('../..', import.meta.url).pathname

/** What some rounds of a proof came to: numbers that add up over pieces, and every promise that was broken, in words. */
export type Tally = { sums: Record<string, number>; findings: string[] }
export type Rounds = {
  /** number of the first round; the rounds' numbers are their seeds */ from: number
  count: number
  isFull: boolean
}

/** A promise of the product under races, crashes, faults or hostile input, kept by one file `*.proof.ts`. */
export type Proof = {
  /** Order in the table, and the goal or threat it answers: '1', '4 · R-6'. */
  row: string
  /** Name of the proof, as its file is called. */
  name: string
  promise: string
  unit: string
  /** Rounds in `npm test`. */
  small: number
  /** Rounds in `npm run test:long`. */
  full: number
  /** Rounds of one resumable piece of the long run. */
  piece: number
  /** Does the rounds on a site of its own. */
  run: (input: Rounds) => Promise<Tally>
  /** What the table says of the sums. */
  figure: (sums: Record<string, number>) => string
  /** Promises about all rounds together (a share of at least so much); empty when they hold. */
  check?: (sums: Record<string, number>, rounds: number) => string[]
  /** The same with a guard off: must break the promise in nearly every round. */
  controls?: Control[]
}

export type Control = {
  /** What is taken away. */
  without: string
  /** Rounds in `npm test`; 0 leaves it to the long run. */
  small: number
  full: number
  run: (input: Rounds) => Promise<Tally>
  /** Of `rounds`, how many noticed; at least 95 % must, unless `least` says otherwise. */
  noticed: (sums: Record<string, number>) => number
  least?: number
}

/** An empty tally with these sums at 0. */
export const emptyTally = (...names: string[]): Tally => ({
  sums: Object.fromEntries(names.map((name) => [name, 0])),
  findings: [],
})

/** Two tallies as one. */
export function added(a: Tally, b: Tally): Tally {
  const names = new Set([...Object.keys(a.sums), ...Object.keys(b.sums)])
  return {
    sums: Object.fromEntries([...names].map((name) => [name, (a.sums[name] ?? 0) + (b.sums[name] ?? 0)])),
    findings: [...a.findings, ...b.findings],
  }
}

/** Broken promises of finished rounds: the findings, and what `check` says of the sums. */
export const brokenPromises = (proof: Proof, tally: Tally, rounds: number): string[] => [
  ...tally.findings,
  ...(proof.check?.(tally.sums, rounds) ?? []),
]

/** Whether a control noticed its missing guard often enough. */
export const isNoticed = (control: Control, sums: Record<string, number>, rounds: number): boolean =>
  rounds > 0 && control.noticed(sums) / rounds >= (control.least ?? 0.95)

/** Every `*.proof.ts`, or a folder's, in the order of its row. */
export async function findProofs(folder = '**'): Promise<Proof[]> {
  const files = globSync(`e2e/${folder}/*.proof.ts`, { cwd: root }).sort()
  const proofs = await Promise.all(
    files.map(async (file) => ((await import(resolve(root, file))) as { proof: Proof }).proof),
  )
  return proofs.sort((a, b) => Number.parseInt(a.row, 10) - Number.parseInt(b.row, 10) || a.name.localeCompare(b.name))
}
