const calls = new Set<string | symbol>(['all', 'run', 'first', 'raw'])

/** The binding with a counter of the statements sent through it; each statement of a batch counts. */
export function countStatements(binding: D1Database): { binding: D1Database; count: () => number } {
  let sent = 0
  const inner = new WeakMap<object, D1PreparedStatement>()

  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get: (target, key) => {
        const value = Reflect.get(target, key, target) as unknown
        if (typeof value !== 'function') return value
        if (key === 'bind') return (...values: unknown[]) => wrap(target.bind(...values))
        return (...values: unknown[]) => {
          if (calls.has(key)) sent += 1
          return value.apply(target, values) as unknown
        }
      },
    })
    inner.set(wrapped, statement)
    return wrapped
  }

  const counting = new Proxy(binding, {
    get: (target, key) => {
      if (key === 'prepare') return (sql: string) => wrap(target.prepare(sql))
      if (key === 'batch')
        return async (statements: D1PreparedStatement[]) => {
          sent += statements.length
          return target.batch(statements.map((each) => inner.get(each) ?? each))
        }
      const value = Reflect.get(target, key, target) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { binding: counting, count: () => sent }
}
