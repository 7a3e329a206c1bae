import { appendFileSync, mkdirSync } from 'node:fs'

const seen = new Set<string>()
/** Where the statements of a test run are written down, for query-plans. */
export const statementsFile = '.wrangler/test-statements.jsonl'

/** The binding with every statement that is prepared on it written down once. */
export function recorded(db: D1Database): D1Database {
  return new Proxy(db, {
    get: (target, key) => {
      if (key === 'prepare') {
        return (statement: string) => {
          note(statement)
          return target.prepare(statement)
        }
      }
      const value = target[key as keyof D1Database]
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
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
