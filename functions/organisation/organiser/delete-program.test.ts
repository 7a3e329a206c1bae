import { beforeAll, describe, expect, it } from 'vitest'
import type { RosterLink } from '../../contract/organisation/roster.ts'
import type { ProgramDeletion } from '../../contract/organisation/program-deletion.ts'
import { keptRecords, maxDeleted } from '../../contract/organisation/program-deletion.ts'
import { deletionWords } from '../../contract/sentences/deletion-words.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAppointmentType } from '../../test-bench/appointments.ts'
import { makeAttendee, makeCustomer } from '../../test-bench/people.ts'
import { organiserHeaders, putFile, shortestFile } from '../../test-bench/program-file.ts'
import { makeEvent, makeMembershipPackage, makeProgram, makeSessionPackage } from '../../test-bench/programs.ts'
import { openShop } from '../../test-bench/shop.ts'
import { makeCategory, makeProduct } from '../../test-bench/store.ts'
import type { Statement } from '../../platform/database/database.ts'
import { changed, deleted, deleteProgramRows } from './deletion-rows.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
type Answer = { status: number; body: ProgramDeletion & { type: string; param: string; errors: { param: string }[] } }
const remove = async (program: string, query = `confirm=${program}`): Promise<Answer> => {
  const answer = await bench.call(`/v1/organiser/programs/${program}?${query}`, {
    method: 'DELETE',
    headers: organiserHeaders,
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}
const all = async <Row>(sql: string, ...values: unknown[]) =>
  (
    await bench.bareDb
      .prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results
const tables = async () =>
  (await all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")).map(
    ({ name }) => name,
  )
const status = async (path: string) => (await bench.call(path)).status

/** A program with one of everything that it can offer, and a family that joined it. */
async function fullProgram() {
  const program = await makeProgram(bench, { features: { products: true, sessions: true, appointments: true } })
  const { event_id } = await makeEvent(bench, { programId: program, name: 'Canoe' })
  const appointment = await makeAppointmentType(bench, program)
  const pack = await makeSessionPackage(bench, program)
  await makeMembershipPackage(bench, program)
  const categoryId = await makeCategory(bench, program)
  await makeProduct(bench, { programId: program, categoryId })
  const person = await makeCustomer(bench, { programIds: [program] })
  const child = await makeAttendee(bench, person, { programId: program })
  await bench.bareDb
    .prepare(
      "INSERT INTO campaigns (id, program_id, kind, audience, subject, body, status, created, updated) VALUES (?1, ?2, 'newsletter', 'subscribers', 'Hi', 'Hi', 'draft', 1, 1)",
    )
    .bind(`cmp_${program}`, program)
    .run()
  const atProvider = `cus_${program}`
  await bench.bareDb.batch([
    bench.bareDb.prepare('INSERT INTO sandbox_customers (id, key, created) VALUES (?1, ?1, 1)').bind(atProvider),
    bench.bareDb
      .prepare(
        "INSERT INTO provider_customers (id, customer_profile_id, provider, created) VALUES (?1, ?2, 'sandbox', 1)",
      )
      .bind(atProvider, person.profileId(program)),
  ])
  return { program, event_id, pack, appointment, person, child, atProvider }
}

describe('the deletion of a program', () => {
  it('every table that names a program is deleted, kept or changed, and so is every table that references one of those', async () => {
    const named = new Set([...deleted.map(([table]) => table), ...changed.map(([table]) => table), ...keptRecords])
    const removed = new Set(deleted.map(([table]) => table))
    const missing = []
    for (const table of await tables()) {
      const columns = await all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
      const parents = await all<{ parent: string }>(`SELECT "table" AS parent FROM pragma_foreign_key_list('${table}')`)
      // Rows of kept records go with their record, which forbids the deletion.
      const isChild = parents.some(({ parent }) => removed.has(parent) && parent !== 'programs')
      const isOfKept = parents.some(
        ({ parent }) => (keptRecords as readonly string[]).includes(parent) && !removed.has(parent),
      )
      if ((columns.some(({ name }) => name === 'program_id') || (isChild && !isOfKept)) && !named.has(table))
        missing.push(table)
    }
    expect(missing).toEqual([])
  })

  it('every record that forbids a deletion has a name in both languages', () =>
    expect([deletionWords.en, deletionWords.fr].map(({ records }) => Object.keys(records).sort())).toEqual([
      [...keptRecords].sort(),
      [...keptRecords].sort(),
    ]))

  it('a program in which nothing was sold is deleted with everything that belongs to it, but no account', async () => {
    const { program, event_id, pack, person, child, atProvider } = await fullProgram()
    const other = await fullProgram()
    const rowsOf = async (id: string) => {
      const found: Record<string, number> = {}
      for (const table of await tables()) {
        const columns = await all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
        if (!columns.some(({ name }) => name === 'program_id')) continue
        const [row] = await all<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE program_id = ?`, id)
        if (row && row.n > 0) found[table] = row.n
      }
      return found
    }
    const before = await rowsOf(program)
    const beforeOfOther = await rowsOf(other.program)
    expect(Object.keys(before).length).toBeGreaterThan(11)

    const planned = await remove(program, 'dry_run=true')
    expect([planned.status, planned.body.is_deleted, planned.body.kept_by]).toEqual([200, false, []])
    for (const [table, rows] of Object.entries(before)) expect(planned.body.removed).toContainEqual({ table, rows })
    expect(await rowsOf(program)).toEqual(before)

    expect(await status(`/v1/explore/programs/${program}`)).toBe(200)
    expect(await remove(program)).toMatchObject({ status: 200, body: { is_deleted: true } })
    expect(await rowsOf(program)).toEqual({})
    expect(await rowsOf(other.program)).toEqual(beforeOfOther)
    expect(await all('PRAGMA foreign_key_check')).toEqual([])
    for (const path of [
      `programs/${program}`,
      `events/${event_id}`,
      `programs/${program}/session_packages/${pack}`,
      `programs/${program}/venues`,
    ])
      expect([path, await status(`/v1/explore/${path}`)]).toEqual([path, 404])
    expect((await remove(program)).status).toBe(404)
    const customers = 'SELECT deleted_at FROM sandbox_customers WHERE id IN (?1, ?2) ORDER BY deleted_at'
    expect(await all(customers, atProvider, other.atProvider)).toEqual([
      { deleted_at: null },
      { deleted_at: bench.now() },
    ])
    const kept = await bench.call(`/v1/profile/attendees/${child.attendee_id}`, { headers: person.headers })
    expect(kept.status).toBe(200)
  })

  it.each([
    ['without the key again', '', 400, 'required'],
    ['with another key', 'confirm=another', 400, 'invalid_parameter'],
  ])('a deletion %s is refused', async (_, query, code, type) => {
    const program = await makeProgram(bench)
    expect(await remove(program, query)).toMatchObject({ status: code, body: { type, param: 'confirm' } })
    expect(await status(`/v1/explore/programs/${program}`)).toBe(200)
  })

  it('a program with a sale, a place and a draft order stays, and the error names what forbids the deletion', async () => {
    const shop = await openShop(bench)
    const person = await shop.customer()
    await shop.pay(person, await shop.cart(person))
    await shop.cart(person)
    const answer = await remove(shop.programId)
    expect([answer.status, answer.body.type]).toEqual([409, 'state_conflict'])
    expect(answer.body.errors.map(({ param }) => param)).toEqual([
      'orders',
      'registrations',
      'receipts',
      'receipt_counters',
    ])
    const { kept_by } = (await remove(shop.programId, 'dry_run=true')).body
    expect(kept_by).toContainEqual({ record: 'orders', rows: 2 })
  })

  it('a program that more than twenty customers joined stays', async () => {
    const program = await makeProgram(bench)
    for (let number = 0; number < maxDeleted.customer_profiles; number += 1)
      await makeCustomer(bench, { programIds: [program] })
    expect((await remove(program, 'dry_run=true')).body.kept_by).toEqual([])
    await makeCustomer(bench, { programIds: [program] })
    const answer = await remove(program)
    expect([answer.status, answer.body.errors.map(({ param }) => param)]).toEqual([409, ['customer_profiles']])
  })

  it('a record that was added after the check keeps the program', async () => {
    const shop = await openShop(bench)
    await shop.cart(await shop.customer())
    const [first, ...rest] = deleteProgramRows(shop.db, shop.programId, bench.now())
    await expect(shop.db.batch([first as Statement, ...rest])).rejects.toThrow('guard_failed:state')
    expect(await status(`/v1/explore/programs/${shop.programId}`)).toBe(200)
  })

  it('a key that was deleted can be used again, and the roster links of the deleted program open nothing', async () => {
    const file = shortestFile()
    await putFile(bench, file)
    const links = { method: 'POST', headers: organiserHeaders, body: '{}' }
    const made = await bench.call(`/v1/organiser/programs/${file.program}/roster_links`, links)
    const { searchParams } = new URL(((await made.json()) as RosterLink).url)
    const roster = () => status(`/v1/roster?program_id=${file.program}&token=${searchParams.get('token')}`)
    expect(await roster()).toBe(200)
    await bench.call(`/v1/organiser/programs/${file.program}/billing`, {
      method: 'PUT',
      headers: organiserHeaders,
      body: JSON.stringify({ products: [{ name: 'Season plan', quantity: 1 }] }),
    })
    expect((await remove(String(file.program))).status).toBe(200)
    bench.pass(1000)
    expect((await putFile(bench, file)).status).toBe(200)
    expect(await roster()).toBe(410)
  })
})
