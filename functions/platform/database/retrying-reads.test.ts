import { describe, expect, it } from 'vitest'
import { retryingReads } from './retrying-reads.ts'

/** A binding that loses the first `lost` calls with `message`, and counts all of them. */
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
  it('are tried again when the connection was lost on the way', async () => {
    const { calls, db } = losing(2)
    expect(await db.prepare('SELECT 1').bind(1).all()).toEqual(['all SELECT 1'])
    expect(calls).toHaveLength(3)
  })

  it('fail after the third attempt', async () => {
    const { calls, db } = losing(9)
    await expect(db.prepare('select 1').all()).rejects.toThrow()
    expect(calls).toHaveLength(3)
  })

  it('are not tried again when the database refused them', async () => {
    const { calls, db } = losing(9, 'D1_ERROR: no such table: x')
    await expect(db.prepare('SELECT 1').all()).rejects.toThrow()
    expect(calls).toHaveLength(1)
  })

  it('in one batch are tried again as a whole', async () => {
    const { calls, db } = losing(1)
    expect(await db.batch([db.prepare('SELECT 1'), db.prepare('SELECT 2').bind()])).toEqual(['batch SELECT 1;SELECT 2'])
    expect(calls).toHaveLength(2)
  })

  it('with a write among them are never repeated here: only a row that can be written once makes that safe', async () => {
    const { calls, db } = losing(1)
    await expect(db.batch([db.prepare('SELECT 1'), db.prepare('UPDATE x SET y = 1')])).rejects.toThrow()
    await expect(losing(1).db.prepare('INSERT INTO x VALUES (1)').run()).rejects.toThrow()
    expect(calls).toHaveLength(1)
  })
})
