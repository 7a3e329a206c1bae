import type { World } from '../../functions/test-bench/bench.ts'

const maxStatements = 400

/**
 * Collects the writes of the test bench's factories and sends them in few batches, so that hundreds of people exist
 * within a second. Reads see the state before those writes.
 */
export async function inFewBatches<Made>(world: World, make: (world: World) => Promise<Made>): Promise<Made> {
  const db = world.env.DB
  const kept: D1PreparedStatement[] = []
  const real = new WeakMap<object, D1PreparedStatement>()
  const later = (statement: D1PreparedStatement): D1PreparedStatement => {
    const made = {
      bind: (...params: unknown[]) => later(statement.bind(...params)),
      run: async () => void kept.push(statement),
      all: async () => statement.all(),
      raw: async () => statement.raw(),
      first: async () => statement.first(),
    }
    real.set(made, statement)
    return made as unknown as D1PreparedStatement
  }
  const collecting = {
    prepare: (sql: string) => later(db.prepare(sql)),
    batch: async (statements: D1PreparedStatement[]) => {
      kept.push(...statements.map((each) => real.get(each) as D1PreparedStatement))
      return []
    },
  } as unknown as D1Database

  const made = await make({ ...world, env: { ...world.env, DB: collecting } })
  for (let index = 0; index < kept.length; index += maxStatements)
    await db.batch(kept.slice(index, index + maxStatements))
  return made
}
