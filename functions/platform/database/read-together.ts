import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from './database.ts'

type Read = BatchItem<'sqlite'> & PromiseLike<unknown[]>
/** The results of named reads, by name. */
export type RowsOf<Reads> = { [Name in keyof Reads]: Awaited<NonNullable<Reads[Name]>> }

/** Runs named queries in one batch. A null query does not run and returns no rows. */
export async function readTogether<Reads extends Record<string, Read | null>>(
  db: Db,
  reads: Reads,
): Promise<RowsOf<Reads>> {
  const input = Object.entries(reads).flatMap(([name, read]) => (read ? [{ name, read }] : []))
  const [first, ...others] = input.map(({ read }) => read)
  // A single read returns bare rows. The platform turns the rows of a batch into objects first, which is slower.
  const results: unknown[] = first ? (others.length === 0 ? [await first] : await db.batch([first, ...others])) : []
  const rows = new Map(input.map(({ name }, index) => [name, results[index]]))
  return Object.fromEntries(Object.keys(reads).map((name) => [name, rows.get(name) ?? []])) as RowsOf<Reads>
}
