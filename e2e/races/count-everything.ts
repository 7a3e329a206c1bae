import type { ProofSite } from '../proofs/proof-site.ts'

/** Numbers that a second effect would raise without adding a row. */
const counters =
  /^(?:step|quote_version|calendar_version|times_redeemed|last|spots_taken|n|num_registrations|sequence|amount_\w+|used_at|ended_at|undone_at)$/
/** Writes that a repeat may make: its key, the state of the scheduler and the sandbox, the search index, and cached HTML. */
const aside =
  /^(?:idempotency_keys|facts|rendered_texts|sqlite_\w+|_cf_\w+|d1_migrations|\w+_text_(?:data|idx|content|docsize|config)|ledger\w*|audit\w*)$/

/** The maximum number of columns that the database returns. */
const maxColumns = 100

type Counts = Record<string, number>
const statements = new WeakMap<ProofSite, string[]>()

/** Row counts and counters of the whole database. The difference before and after a call is the call's effect. */
export async function countEverything(site: ProofSite): Promise<Counts> {
  const texts = statements.get(site) ?? (await countingStatements(site))
  statements.set(site, texts)
  const db = site.bench.env.DB
  const results = await db.batch<Counts>(texts.map((text) => db.prepare(text)))
  return Object.assign({}, ...results.map(({ results: [row] }) => row))
}

/** The difference between two counts. */
export function effectBetween(before: Counts, after: Counts): Counts {
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, value]) => [name, (value ?? 0) - (before[name] ?? 0)] as const)
      .filter(([, value]) => value !== 0),
  )
}

async function countingStatements(site: ProofSite): Promise<string[]> {
  const tables = ((await site.sql("SELECT name FROM sqlite_master WHERE type = 'table'")) as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !aside.test(name))
  const db = site.bench.env.DB
  const described = await db.batch<{ name: string; type: string }>(
    tables.map((table) => db.prepare(`SELECT name, type FROM pragma_table_info('${table}')`)),
  )
  const columns = tables.flatMap((table, index) => {
    const numbers = (described[index]?.results ?? []).filter(
      ({ name, type }) => type === 'INTEGER' && counters.test(name),
    )
    // A changed timestamp only shows that something happened, so timestamps are counted; numbers are added up.
    const sums = numbers.map(
      ({ name }) => `(SELECT ${/_at$/.test(name) ? 'count' : 'sum'}(${name}) FROM ${table}) AS "${table}.${name}"`,
    )
    return [`(SELECT count(*) FROM ${table}) AS "${table}"`, ...sums]
  })
  // A separate statement for each table would take ten times as long.
  return Array.from(
    { length: Math.ceil(columns.length / maxColumns) },
    (_, index) => `SELECT ${columns.slice(index * maxColumns, (index + 1) * maxColumns).join(', ')}`,
  )
}
