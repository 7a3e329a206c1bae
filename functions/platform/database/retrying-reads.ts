import { inTime, retryLostWrite } from './retry-lost-write.ts'

const isRead = (sql: string) => /^\s*select\b/i.test(sql)
const callsOf = new Set<string | symbol>(['all', 'run', 'first', 'raw'])

/**
 * The binding with a deadline for every call and retries for lost reads: single reads, and batches without a write.
 * Writes go through `commit`.
 */
export function retryingReads(binding: D1Database): D1Database {
  const texts = new WeakMap<object, string>()
  const inner = new WeakMap<object, D1PreparedStatement>()

  const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get: (target, key) => {
        const value = Reflect.get(target, key, target) as unknown
        if (typeof value !== 'function') return value
        if (key === 'bind') return (...values: unknown[]) => wrap(target.bind(...values), sql)
        if (!callsOf.has(key)) return value.bind(target)
        const call = async (...args: unknown[]) => inTime(value.apply(target, args) as Promise<unknown>)
        return isRead(sql) ? async (...args: unknown[]) => retryLostWrite(async () => call(...args)) : call
      },
    })
    texts.set(wrapped, sql)
    inner.set(wrapped, statement)
    return wrapped
  }

  return new Proxy(binding, {
    get: (target, key) => {
      if (key === 'prepare') return (sql: string) => wrap(target.prepare(sql), sql)
      if (key === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          const run = async () => inTime(target.batch(statements.map((each) => inner.get(each) ?? each)))
          return statements.every((each) => isRead(texts.get(each) ?? '')) ? retryLostWrite(run) : run()
        }
      }
      const value = Reflect.get(target, key, target) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
