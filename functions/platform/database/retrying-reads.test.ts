import { describe, expect, it } from 'vitest'
import { retryingReads } from './retrying-reads.ts'

/** A binding whose first `lost` calls fail with `message`; counts all calls. */
function losing(lost: number, message = 'D1_ERROR: Network connection lost.') {
  const calls: string[] = []
  const answer = async (call: string) => {
    calls.push(call)
    if (calls.length <= lost) throw new Error('Failed query', { cause: new Error(message) })
    return [call]
  }
  const statement = (sql: string): object => ({
    sql,
    bind: () => statement(sql),
    all: () => answer(`all ${sql}`),
    run: () => answer(`run ${sql}`),
  })
  const binding = {
    prepare: statement,
    batch: (statements: { sql: string }[]) => answer(`batch ${statements.map((each) => each.sql).join(';')}`),
  }
  return { calls, db: retryingReads(binding as unknown as D1Database) }
}

describe('D-01: reads of the database', () => {
  it('a read is retried after a lost connection', async () => {
    const { calls, db } = losing(2)
    expect(await db.prepare('SELECT 1').bind(1).all()).toEqual(['all SELECT 1'])
    expect(calls).toHaveLength(3)
  })

  it('a read fails after the third attempt', async () => {
    const { calls, db } = losing(9)
    await expect(db.prepare('select 1').all()).rejects.toThrow()
    expect(calls).toHaveLength(3)
  })

  it('a read that the database rejected is not retried', async () => {
    const { calls, db } = losing(9, 'D1_ERROR: no such table: x')
    await expect(db.prepare('SELECT 1').all()).rejects.toThrow()
    expect(calls).toHaveLength(1)
  })

  it('a batch of reads is retried as a whole', async () => {
    const { calls, db } = losing(1)
    expect(await db.batch([db.prepare('SELECT 1'), db.prepare('SELECT 2').bind()])).toEqual(['batch SELECT 1;SELECT 2'])
    expect(calls).toHaveLength(2)
  })

  it('a batch with a write is never retried', async () => {
    const { calls, db } = losing(1)
    await expect(db.batch([db.prepare('SELECT 1'), db.prepare('UPDATE x SET y = 1')])).rejects.toThrow()
    await expect(losing(1).db.prepare('INSERT INTO x VALUES (1)').run()).rejects.toThrow()
    expect(calls).toHaveLength(1)
  })
})
