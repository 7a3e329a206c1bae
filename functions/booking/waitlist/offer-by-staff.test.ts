import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { OrganiserWaitlistEntry } from '../../contract/booking/waitlist.ts'
import { dayMs } from '../../contract/limits.ts'
import type { List } from '../../contract/paging.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { type Buyer, type Family, made, openFamily } from '../../test-bench/registering.ts'
import { mailsTo, read } from '../../test-bench/sign-ups.ts'

let bench: Bench
let family: Family
let buyers: Buyer[]
let joined: Registration[]
let entries: string[]
let event: Awaited<ReturnType<Family['event']>>

beforeEach(async () => {
  bench = await openBench()
  family = await openFamily(bench)
  event = await family.event({ spots: 1 }, { waitlist: true, startsAt: bench.now() + 30 * dayMs })
  await made(await family.placeFor(event, { person: family.ben, attendee: await family.childOf(family.ben) }))
  buyers = await family.buyers(2)
  joined = []
  for (const buyer of buyers) {
    joined.push(await made(await family.placeFor(event, { ...buyer, body: { status: 'waitlisted' } })))
    bench.pass(1000)
  }
  const row = await bench.env.DB.prepare('SELECT key FROM events WHERE id = ?')
    .bind(event.event_id)
    .first<{ key: string }>()
  const list = await read<List<OrganiserWaitlistEntry>>(
    bench.call(`/v1/organiser/programs/${family.programId}/events/${row?.key}/waitlist`, { headers: organiserHeaders }),
  )
  entries = list.data.map(({ id }) => id)
})

const offer = async (entry: string | undefined, body: object = {}, programId = family.programId) =>
  read<OrganiserWaitlistEntry & ErrorBody>(
    bench.call(`/v1/organiser/programs/${programId}/waitlist/${entry}/offer`, {
      method: 'POST',
      headers: organiserHeaders,
      body: JSON.stringify(body),
    }),
  )
const freePlaces = (count: number) =>
  bench.env.DB.prepare('UPDATE event_options SET spots_total = spots_total + ? WHERE event_id = ?')
    .bind(count, event.event_id)
    .run()
const history = async (registration_id: string | undefined) =>
  bench.env.DB.prepare(
    "SELECT to_status, actor_type, reason, note FROM status_history WHERE object = 'registration' AND object_id = ? ORDER BY step DESC LIMIT 1",
  )
    .bind(registration_id)
    .first()

const counts = () =>
  bench.env.DB.prepare(
    'SELECT spots_total AS total, spots_taken AS taken, spots_extra AS extra FROM event_options WHERE event_id = ?',
  )
    .bind(event.event_id)
    .first()

describe('POST organiser waitlist/{id}/offer', () => {
  it('a named family is offered its place out of turn, with the reason in its history', async () => {
    await freePlaces(1)
    expect(await offer(entries[1])).toMatchObject({ type: 'required', param: 'reason' })
    const reason = 'A sister has the other place'
    expect(await offer(entries[1], { reason })).toMatchObject({ id: entries[1], status: 'offered', position: null })
    expect(await history(joined[1]?.id)).toEqual({
      to_status: 'offered',
      actor_type: 'organiser',
      reason: 'out_of_turn',
      note: reason,
    })
    await bench.tick()
    const got = await Promise.all(
      buyers.map(async ({ person }) => (await mailsTo(bench, person.email)).map(({ subject }) => subject)),
    )
    expect(got.map((subjects) => subjects.length)).toEqual([1, 2])
  })

  it('the first entry needs no reason, and a repeated call offers once', async () => {
    await freePlaces(1)
    const first = await offer(entries[0])
    expect(first).toMatchObject({ status: 'offered' })
    expect(await offer(entries[0])).toEqual(first)
    expect(await history(joined[0]?.id)).toMatchObject({ reason: 'place_free', note: null })
  })

  it('without a free place nothing is offered, and of two offers at once one place goes to one', async () => {
    expect(await offer(entries[0])).toMatchObject({ type: 'sold_out' })
    await freePlaces(1)
    const both = await Promise.all([offer(entries[0]), offer(entries[1], { reason: 'They called first' })])
    expect(both.filter(({ status }) => status === 'offered')).toHaveLength(1)
    expect(both.filter(({ type }) => type === 'sold_out')).toHaveLength(1)
  })

  it('over capacity each family is offered an extra place, and the first place that becomes free takes one away', async () => {
    const over_capacity = { reason: 'A coach agreed to one more' }
    expect(await offer(entries[0], { over_capacity: {} })).toMatchObject({ param: 'over_capacity.reason' })
    const both = await Promise.all(entries.map((entry) => offer(entry, { over_capacity })))
    expect(both.map(({ status }) => status)).toEqual(['offered', 'offered'])
    expect(await history(joined[1]?.id)).toMatchObject({ note: `over_capacity: ${over_capacity.reason}` })
    expect(await counts()).toEqual({ total: 1, taken: 1, extra: 2 })

    const [first] = buyers
    const answer = await bench.call(`/v1/profile/registrations/${joined[0]?.id}/claim`, first?.person.json({}) ?? {})
    expect(answer.status).toBe(200)
    expect(await counts()).toEqual({ total: 1, taken: 1, extra: 2 })
    await freePlaces(1)
    expect(await counts()).toEqual({ total: 2, taken: 2, extra: 1 })
  })

  it('a free place is offered first, and a declined extra place is gone', async () => {
    await freePlaces(1)
    const over_capacity = { reason: 'One more' }
    await offer(entries[0], { over_capacity })
    expect(await counts()).toEqual({ total: 2, taken: 2, extra: 0 })
    await offer(entries[1], { over_capacity })
    expect(await counts()).toEqual({ total: 2, taken: 2, extra: 1 })
    const declined = await bench.call(
      `/v1/profile/registrations/${joined[1]?.id}/decline`,
      buyers[1]?.person.json({}) ?? {},
    )
    expect(declined.status).toBe(200)
    expect(await counts()).toEqual({ total: 2, taken: 2, extra: 0 })
  })

  it('the schema lets no place that is taken become extra', async () => {
    const change = bench.env.DB.prepare(
      "UPDATE registrations SET is_extra = 1 WHERE event_id = ? AND status <> 'waitlisted'",
    )
    await expect(change.bind(event.event_id).run()).rejects.toThrow(/guard_failed:state/)
  })

  it('another program’s entry is not found', async () => {
    expect(await offer(entries[0], {}, await makeProgram(bench))).toMatchObject({ type: 'not_found' })
    expect(await offer('wle_none')).toMatchObject({ type: 'not_found', param: 'waitlist_entry_id' })
  })
})
