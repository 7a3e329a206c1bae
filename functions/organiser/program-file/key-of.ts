/** The key of a row by its id; the id itself where no row has it. */
export const keyOf = (rows: readonly { id: string; key: string }[], id: string): string =>
  rows.find((row) => row.id === id)?.key ?? id
