export type Row = {
  row: string
  name: string
  promise: string
  rounds: string
  figure: string
  seconds: number
  isHeld: boolean
  date: string
}

/** The long run in one table: what was promised, what came out, whether it holds. */
export function markdownTable(rows: Row[]): string {
  const lines = rows.map(
    (each) =>
      `| ${each.row} | ${each.promise} | ${each.rounds} | ${each.figure} | ${Math.round(each.seconds)} s, ${each.date} | ${each.isHeld ? 'held' : '**not held**'} |`,
  )
  return ['| # | Promise | Rounds | Figure | Took | |', '|---|---|---|---|---|---|', ...lines].join('\n')
}
