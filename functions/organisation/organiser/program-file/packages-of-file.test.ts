import { beforeEach, describe, expect, it } from 'vitest'
import type { ProgramFile } from '../../../contract/organisation/organiser.ts'
import type { List } from '../../../contract/paging.ts'
import { database } from '../../../platform/database/database.ts'
import { orderItems, orders } from '../../../platform/database/tables.ts'
import { type Bench, openBench } from '../../../test-bench/bench.ts'
import { makeCustomer, unique } from '../../../test-bench/people.ts'
import { exportedFile, firstEventOf, putFile, realChanges, type WrittenFile } from '../../../test-bench/program-file.ts'
import { canoe, smallFile } from '../../../test-bench/small-file.ts'
import { shortFile } from './short-file.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
const exported = (program: string) => exportedFile(bench, program)
const event = (program: string) => firstEventOf(bench, program)

/** Sells these packages, directly in the database. */
async function sell(
  program: string,
  sold: [type: 'session_package' | 'membership_package', id: string][],
): Promise<void> {
  const parent = await makeCustomer(bench, { programIds: [program] })
  const [id, now] = [`ord_${unique()}`, bench.now()]
  const db = database(bench.env.DB)
  await db.insert(orders).values({
    id,
    program_id: program,
    customer_id: parent.identity.customer_id,
    customer_profile_id: parent.profileId(program),
    status: 'paid',
    currency: 'CAD',
    timezone: 'America/Toronto',
    created: now,
    updated: now,
  })
  for (const [position, [type, product_id]] of sold.entries())
    await db.insert(orderItems).values({
      id: `itm_${unique()}`,
      order_id: id,
      position,
      type,
      product_id,
      product_name: 'Bought',
      quantity: 1,
      unit_amount: 4500,
      amount: 4500,
      created: now,
    })
}

describe('the packages of a program file', () => {
  it('M-06: a bought package cannot be removed or get another billing period', async () => {
    const visits = { key: 'ten', name: 'Ten swims', cost: 120, allocated_amount: 10 }
    const pass = { key: 'pass', name: 'Pass', cost: 45, billing_period: 'month' as const }
    const other = { ...pass, key: 'other', name: 'Other' }
    const file: WrittenFile = {
      ...smallFile(),
      features: { online_payments: true, sessions: true, memberships: true },
      session_packages: [visits],
      membership_packages: [pass, other],
    }
    await putFile(bench, file)
    const list = async (kind: string) =>
      (
        (await (await bench.call(`/v1/explore/programs/${file.program}/${kind}`)).json()) as List<{
          id: string
          name: string
        }>
      ).data
    const [[ten], [bought]] = [
      await list('session_packages'),
      (await list('membership_packages')).filter(({ name }) => name === 'Pass'),
    ]
    await sell(file.program, [
      ['session_package', ten?.id ?? ''],
      ['membership_package', bought?.id ?? ''],
    ])
    const before = await exported(file.program)

    const gone = await putFile(bench, { ...file, session_packages: [], membership_packages: [other] })
    expect([gone.status, gone.error.errors.map(({ type, param }) => `${type} ${param}`)]).toEqual([
      409,
      ['state_conflict session_packages.ten', 'state_conflict membership_packages.pass'],
    ])
    const billed = await putFile(bench, { ...file, membership_packages: [{ ...pass, billing_period: 'year' }, other] })
    expect([billed.status, billed.error.param]).toEqual([409, 'membership_packages.pass.billing_period'])
    expect(await exported(file.program)).toEqual(before)

    const { status, plan } = await putFile(bench, {
      ...file,
      session_packages: [{ ...visits, is_discontinued: true }],
      membership_packages: [pass],
    })
    expect([status, realChanges(plan.changes)]).toEqual([
      200,
      ['update session_packages.ten.is_discontinued', 'remove membership_packages.other'],
    ])
    expect([await list('session_packages'), (await list('membership_packages')).map(({ id }) => id)]).toEqual([
      [],
      [bought?.id],
    ])
  })

  it('returns 200 with an event linked to the packages that cover it', async () => {
    const session_packages = [{ key: 'ten', name: 'Ten swims', cost: 120, allocated_amount: 10, include_fee: false }]
    const file: WrittenFile = {
      ...smallFile(),
      features: { online_payments: true, sessions: true },
      selling: { fee: { percent: 2, included: true } },
      session_packages,
      events: [{ ...canoe, restrict_to: { session_packages: ['ten', 'ten'] } }],
    }
    await putFile(bench, file)
    const package_ = async () =>
      (
        (await (await bench.call(`/v1/explore/programs/${file.program}/session_packages`)).json()) as List<{
          id: string
          include_fee: boolean
          events: { name: string }[]
          num_events: number
        }>
      ).data[0]
    const [shown, ten] = [await event(file.program), await package_()]
    expect([shown?.restrict_to_package_ids, shown?.packages, shown?.options_brief.sale_status]).toEqual([
      [ten?.id],
      [{ id: ten?.id, object: 'session_package', name: 'Ten swims', is_discontinued: false }],
      'restricted',
    ])
    expect([ten?.include_fee, ten?.num_events, ten?.events.map(({ name }) => name)]).toEqual([false, 1, ['Canoe week']])
    const written = await exported(file.program)
    expect(realChanges((await putFile(bench, shortFile(written as ProgramFile) as WrittenFile)).plan.changes)).toEqual(
      [],
    )

    bench.purged.length = 0
    expect(
      realChanges((await putFile(bench, { ...file, session_packages: [], events: [canoe] })).plan.changes),
    ).toEqual(['remove session_packages.ten', 'update events.canoe.restrict_to.session_packages'])
    expect([
      (await event(file.program))?.options_brief.sale_status,
      (await event(file.program))?.packages,
      await package_(),
    ]).toEqual(['on_sale', [], undefined])
    expect(bench.purged).toEqual(expect.arrayContaining([`program:${file.program}`, `event:${shown?.id}`]))
  })
})
