/** Reads are tried at most three times; a write is repeated by its caller's key, never here (reliability.md §4.10). */
const mostTries = 3
const firstPauseMs = 50
const longestPauseMs = 2000
/** What a database that is well, but was lost on the way, says. */
const passing = /Network connection lost|storage (?:operation )?(?:exceeded|caused object to be reset)|object to be reset|reset because its code was updated|D1 DB is overloaded|isolate exceeded its memory|other side closed|ECONNRESET/i
const isRead = (sql: string) => /^\s*select\b/i.test(sql)

/** The binding with lost reads tried again: single reads, and batches in which nothing is written. */
export function retryingReads(binding: D1Database): D1Database {
  const texts = new WeakMap<object, string>()
  const inner = new WeakMap<object, D1PreparedStatement>()

  const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get: (target, key) => {
        const value = Reflect.get(target, key, target) as unknown
        if (typeof value !== 'function') return value
        if (key === 'bind') return (...values: unknown[]) => wrap(target.bind(...values), sql)
        const call = value.bind(target) as (...given: unknown[]) => Promise<unknown>
        return isRead(sql) ? (...given: unknown[]) => tryAgain(() => call(...given)) : call
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
        return (statements: D1PreparedStatement[]) => {
          const run = () => target.batch(statements.map((each) => inner.get(each) ?? each))
          return statements.every((each) => isRead(texts.get(each) ?? '')) ? tryAgain(run) : run()
        }
      }
      const value = Reflect.get(target, key, target) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function tryAgain<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read()
    } catch (error) {
      if (tries >= mostTries || !isPassing(error)) throw error
      await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1)))
    }
  }
}

function isPassing(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if (passing.test(each.message)) return true
  return false
}

/** Waits a random part of `longest` ms, so that many who were lost together do not come back together. */
function pause(longest: number): Promise<void> {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return new Promise((resolve) => setTimeout(resolve, (random / 2 ** 32) * longest))
}
