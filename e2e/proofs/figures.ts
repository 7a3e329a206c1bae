import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** The latest results of every long-running proof, in one table that is kept with the sources. */
export const figuresFile = 'e2e/proofs/figures.md'

export type Row = {
  row: string
  name: string
  promise: string
  /** `1,000 rounds`, or `120 of 1,000 rounds` for an unfinished run. */
  rounds: string
  figure: string
  seconds: number
  isHeld: boolean
  date: string
}

const head = `# Figures

What \`npm run test:long\` found last, for each proof and suite. [long.ts](long.ts) explains how to run it. Generated: do not edit.

| # | Name | Promise | Rounds | Figure | Seconds | Date | |
|---|---|---|---|---|---|---|---|
`
const asCell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
const asLine = ({ row, name, promise, rounds, figure, seconds, date, isHeld }: Row): string =>
  `| ${[row, name, promise, rounds, figure].map(asCell).join(' | ')} | ${Math.round(seconds)} | ${date} | ${isHeld ? 'held' : '**not held**'} |`

export const markdownTable = (rows: readonly Row[]): string => `${head}${rows.map(asLine).join('\n')}\n`

/** The rows of a table of results. */
export function rowsOf(table: string): Row[] {
  return table
    .split('\n')
    .slice(head.split('\n').length - 1)
    .filter((line) => line.startsWith('| '))
    .map((line) => {
      const cells = line.slice(2, -2).split(/(?<!\\) \| /)
      const [row = '', name = '', promise = '', rounds = '', figure = '', seconds, date = '', held] = cells.map(
        (each) => each.replaceAll('\\|', '|'),
      )
      return { row, name, promise, rounds, figure, seconds: Number(seconds), date, isHeld: held === 'held' }
    })
}

export const readFigures = (): Row[] => (existsSync(figuresFile) ? rowsOf(readFileSync(figuresFile, 'utf8')) : [])

const isWhole = ({ rounds }: Row) => !/\d of \d/.test(rounds)
const order = (a: Row, b: Row) =>
  (Number.parseInt(a.row, 10) || 99) - (Number.parseInt(b.row, 10) || 99) || a.name.localeCompare(b.name)

/** The rows with a new row. An unfinished run replaces a complete run only if it found a fault. */
export function withRow(rows: readonly Row[], now: Row): Row[] {
  const before = rows.find(({ name }) => name === now.name)
  if (before && isWhole(before) && before.isHeld && !isWhole(now) && now.isHeld) return [...rows]
  return [...rows.filter(({ name }) => name !== now.name), now].sort(order)
}

export function saveFigure(now: Row): void {
  writeFileSync(figuresFile, markdownTable(withRow(readFigures(), now)))
}

/** The proof that ran longest ago, among the proofs that are not known to exceed the remaining time. */
export const nextOf = <Waiting extends { lastRun: number; seconds: number }>(
  waiting: readonly Waiting[],
  leftSeconds: number,
): Waiting | undefined =>
  leftSeconds <= 0
    ? undefined
    : waiting.filter(({ seconds }) => seconds <= leftSeconds).toSorted((a, b) => a.lastRun - b.lastRun)[0]
