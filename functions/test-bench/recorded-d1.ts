import { appendFileSync, mkdirSync } from 'node:fs'

const seen = new Set<string>()
/** Where the statements of a test run are written down, for query-plans. */
export const statementsFile = '.wrangler/test-statements.jsonl'

/** The binding with every statement that is prepared on it written down once. */
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
  // An id written into the text changes no plan.
  const shape = statement.replaceAll(/'[a-z]{3}_\w+'/g, "'id'")
  if (seen.has(shape)) return
  seen.add(shape)
  mkdirSync('.wrangler', { recursive: true })
  appendFileSync(statementsFile, `${JSON.stringify(shape)}\n`)
}
