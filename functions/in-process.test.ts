import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from './platform/database/database.ts'
import { programs, staffMembers } from './platform/database/tables.ts'
import { pageLeftTeam, pageProgram } from './in-process.ts'
import { purgePages } from './page-cache.ts'
import { openBench } from './test-bench/bench.ts'
import { makeProgram } from './test-bench/programs.ts'
import { makeCustomer, type Person } from './test-bench/people.ts'
import { makeStaff } from './test-bench/staff.ts'

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

it('a person has left the team of a program once their place ended, and no other', async () => {
  const bench = await openBench()
  const programId = await makeProgram(bench)
  const [member, parent] = [await makeStaff(bench, { programId, role: 'coach' }), await makeCustomer(bench)]
  const left = async ({ identity }: Person, program = programId) => pageLeftTeam(bench.env, identity.user_id, program)
  expect(await left(member)).toBe(false)
  const db = database(bench.env.DB)
  await db.update(staffMembers).set({ status: 'ended' }).where(eq(staffMembers.program_id, programId))
  expect([await left(member), await left(parent), await left(member, await makeProgram(bench))]).toEqual([
    true,
    false,
    false,
  ])
})
