import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from './platform/database/database.ts'
import { programs } from './platform/database/tables.ts'
import { pageProgram } from './in-process.ts'
import { purgePages } from './page-cache.ts'
import { openBench } from './test-bench/bench.ts'
import { makeProgram } from './test-bench/programs.ts'

describe('pageProgram', () => {
  it('a program is read once for cached pages until it changes', async () => {
    const bench = await openBench()
    const programId = await makeProgram(bench)
    const nameOn = async (isForKept: boolean) =>
      (await pageProgram(bench.env, programId, { isForKept, language: null }))?.program.name
    const rename = async (name: string) =>
      database(bench.env.DB).update(programs).set({ name }).where(eq(programs.id, programId))

    await rename('Lake Camps')
    expect(await nameOn(true)).toBe('Lake Camps')
    await rename('River Camps')
    expect(await nameOn(true)).toBe('Lake Camps')
    await purgePages([`program:${programId}`])
    expect(await nameOn(true)).toBe('River Camps')
    await rename('Hill Camps')
    expect(await nameOn(false)).toBe('Hill Camps')
  })

  it('loading an unknown program returns null', async () => {
    const bench = await openBench()
    expect(await pageProgram(bench.env, 'never-was', { isForKept: true, language: null })).toBeNull()
  })
})
