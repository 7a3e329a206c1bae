import { appendFileSync, mkdirSync } from 'node:fs'

const texts = new Set<string>()
const shapes = new Set<string>()
/** The file with a test run's statements, for query-plans.ts. */
export const statementsFile = '.wrangler/test-statements.jsonl'

/** The binding, which records every prepared statement once. */
export function recorded<Db extends D1Database | D1DatabaseSession>(db: Db): Db {
  return new Proxy(db, {
    get: (target, key) => {
      if (key === 'withSession') return (start?: string) => recorded((target as D1Database).withSession(start))
      if (key === 'prepare') {
        return (statement: string) => {
          note(statement)
          return target.prepare(statement)
        }
      }
      const value = Reflect.get(target, key, target) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function note(statement: string): void {
  if (texts.has(statement)) return
  texts.add(statement)
  // The plan does not depend on the ids in the text.
  const shape = statement.replaceAll(/'[a-z]{3}_\w+'/g, "'id'")
  if (shapes.has(shape)) return
  shapes.add(shape)
  mkdirSync('.wrangler', { recursive: true })
  appendFileSync(statementsFile, `${JSON.stringify(shape)}\n`)
}
