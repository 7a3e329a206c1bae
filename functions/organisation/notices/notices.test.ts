import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '../../contract/limits.ts'
import type { StaffNotices } from '../../contract/organisation/notices.ts'
import type { StaffRole } from '../../contract/people/staff.ts'
import { instantOf, wallClock } from '../../contract/wall-clock.ts'
import { deliverOutbox } from '../../deliver-outbox.ts'
import { openBudget } from '../../platform/run-budget.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { makeStaff } from '../../test-bench/staff.ts'
import { announceSummaries } from './announce-summaries.ts'
import { bookingsNotice, messagesNotice } from './mail-notices.ts'

let bench: Bench
let shop: Shop
beforeEach(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { communications: true } } }))
})

const address = () => `/v1/organiser/programs/${shop.programId}/notices`
const call = async (by: { headers: Record<string, string> }, choices?: object) => {
  const answer = await bench.call(address(), {
    method: choices ? 'PUT' : 'GET',
    headers: { ...by.headers, 'Content-Type': 'application/json' },
    ...(choices ? { body: JSON.stringify(choices) } : {}),
  })
  const body = (await answer.json()) as StaffNotices & { type: string; param: string }
  return { status: answer.status, body, on: body.topics?.map(({ topic, is_on }) => (is_on ? `${topic} on` : topic)) }
}
const member = (role: StaffRole, event_ids: string[] = []) =>
  makeStaff(bench, { programId: shop.programId, role, event_ids })
const deliver = () => deliverOutbox(openBudget(bench.env, 50_000))
const subjectsTo = async (person: Person) => {
  await deliver()
  return (await mailsTo(bench, person.email)).map(({ subject }) => subject)
}
async function buy(): Promise<Person> {
  const person = await shop.customer()
  await shop.pay(person, await shop.cart(person))
  return person
}
/** Runs the scheduled task at an hour of the next day in the time zone of the program. */
async function runAt(hour: number): Promise<void> {
  const clock = wallClock(bench.now(), 'America/Toronto')
  bench.pass(instantOf({ ...clock, day: clock.day + 1, hour, minute: 0 }, 'America/Toronto') - bench.now())
  await announceSummaries(clockContext(bench))
}

describe('GET and PUT notices', () => {
  it('a member sees the topics of their role, and only the summary is on at first', async () => {
    expect((await call(await member('owner'))).on).toEqual([
      'bookings',
      'summary on',
      'low_places',
      'waitlist',
      'messages',
      'tasks',
    ])
    expect((await call(await member('finance'))).on).toEqual(['summary on', 'tasks'])
    expect((await call(await member('nurse'))).on).toEqual(['bookings', 'summary on'])
  })

  it('a member changes their own topics, and the others stay', async () => {
    const [coach, other] = [await member('coach'), await member('coach')]
    expect((await call(coach, { bookings: true, summary: false })).on).toEqual(['bookings on', 'summary', 'messages'])
    expect((await call(coach, { messages: true })).on).toEqual(['bookings on', 'summary', 'messages on'])
    expect((await call(other)).on).toEqual(['bookings', 'summary on', 'messages'])
  })

  it('the organisation decides what members get who did not choose, and the role still limits it', async () => {
    const [owner, coach, chose] = [await member('owner'), await member('coach'), await member('coach')]
    await call(chose, { summary: true, messages: false })
    const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/settings`, {
      method: 'PUT',
      headers: { ...owner.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ team_notices: ['bookings', 'messages', 'tasks'] }),
    })
    expect(answer.status).toBe(200)
    expect((await call(owner)).on).toEqual([
      'bookings on',
      'summary',
      'low_places',
      'waitlist',
      'messages on',
      'tasks on',
    ])
    expect((await call(coach)).on).toEqual(['bookings on', 'summary', 'messages on'])
    expect((await call(chose)).on).toEqual(['bookings on', 'summary on', 'messages'])
    await buy()
    for (const person of [owner, coach, chose])
      expect((await subjectsTo(person)).some((subject) => subject.startsWith('New booking'))).toBe(true)
    await call(owner, { bookings: false })
    await buy()
    expect((await subjectsTo(owner)).filter((subject) => subject.startsWith('New booking'))).toHaveLength(1)
    expect((await subjectsTo(coach)).filter((subject) => subject.startsWith('New booking'))).toHaveLength(2)
  })

  it.each(['front_desk', 'finance', 'coach', 'nurse'] as const)(
    'a %s cannot change what the team gets',
    async (role) => {
      const { headers } = await member(role)
      const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/settings`, {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ team_notices: [] }),
      })
      expect(answer.status).toBe(403)
    },
  )

  it('a topic whose right the role lacks is not allowed, and nothing is written', async () => {
    const coach = await member('coach')
    const { status, body } = await call(coach, { bookings: true, tasks: true })
    expect([status, body.type, body.param]).toEqual([403, 'not_allowed', 'tasks'])
    expect((await call(coach)).on).toEqual(['bookings', 'summary on', 'messages'])
  })

  it('a client of the API is not allowed, and an empty change is refused', async () => {
    expect((await call({ headers: organiserHeaders })).body.type).toBe('not_allowed')
    expect((await call(await member('owner'), {})).status).toBe(400)
  })
})

describe('the mails that a member chose', () => {
  it('a booking reaches the members who chose it, a coach only in their own event', async () => {
    const [owner, own, other, off] = [
      await member('owner'),
      await member('coach', [shop.eventId]),
      await member('coach', ['evt_elsewhere']),
      await member('manager'),
    ]
    for (const each of [owner, own, other]) await call(each, { bookings: true })
    await buy()
    expect(await subjectsTo(owner)).toEqual([expect.stringMatching(/^New booking: /)])
    expect(await subjectsTo(own)).toHaveLength(1)
    expect(await subjectsTo(other)).toEqual([])
    expect(await subjectsTo(off)).toEqual([])
  })

  it('a member who left, or whose new role lacks the right, gets neither a new mail nor a queued one', async () => {
    const [left, changed, stays] = [await member('manager'), await member('manager'), await member('manager')]
    for (const each of [left, changed, stays]) await call(each, { bookings: true })
    const set = (id: string, change: string) =>
      bench.env.DB.prepare(`UPDATE staff_members SET ${change} WHERE id = ?`).bind(id).run()
    await set(left.staff_id, "status = 'ended', ended_at = 1")
    await set(changed.staff_id, "role = 'finance'")
    const person = await shop.customer()
    const cart = await shop.cart(person)
    const { order_id } = cart
    await shop.pay(person, cart)
    for (const each of [left, changed]) expect(await subjectsTo(each)).toEqual([])
    expect(await subjectsTo(stays)).toHaveLength(1)
    const queuedFor = (staff_id: string) =>
      bookingsNotice.render(clockContext(bench), { ref: order_id, dedupe: staff_id, body: { staff_id } })
    expect(await queuedFor(left.staff_id)).toBeNull()
    expect(await queuedFor(changed.staff_id)).toBeNull()
    expect((await queuedFor(stays.staff_id))?.to).toBe(stays.email)
  })

  it('a message about no event reaches the owner and no coach with events of their own', async () => {
    const [owner, coach] = [await member('owner'), await member('coach', [shop.eventId])]
    for (const each of [owner, coach]) await call(each, { messages: true })
    const family = await buy()
    const body = { program_id: shop.programId, body: 'May we bring a dog?' }
    expect((await bench.call('/v1/profile/messages', family.json(body))).status).toBe(201)
    expect(await subjectsTo(owner)).toEqual([expect.stringMatching(/^New message from Nadia Roy/)])
    expect(await subjectsTo(coach)).toEqual([])
  })

  it('a conversation is mailed to the member it was given to, if they chose messages and it is still theirs', async () => {
    const [owner, chose, off] = [await member('owner'), await member('front_desk'), await member('front_desk')]
    const family = await buy()
    const body = { program_id: shop.programId, body: 'May we bring a dog?' }
    const { id } = (await (await bench.call('/v1/profile/messages', family.json(body))).json()) as { id: string }
    const assignTo = async (staff_id: string) => {
      const path = `/v1/organiser/programs/${shop.programId}/messages/${id}/assign`
      expect((await bench.call(path, owner.json({ staff_id }))).status).toBe(200)
    }
    await deliver()
    for (const each of [owner, chose]) await call(each, { messages: true })
    await assignTo(owner.staff_id)
    await assignTo(off.staff_id)
    await assignTo(chose.staff_id)
    expect(await subjectsTo(chose)).toEqual([expect.stringMatching(/^Yours to answer: Nadia Roy/)])
    for (const each of [owner, off]) expect(await subjectsTo(each)).toEqual([])
    await assignTo(off.staff_id)
    const late = { staff_id: chose.staff_id, assignee_id: chose.staff_id }
    expect(await messagesNotice.render(clockContext(bench), { ref: id, dedupe: '', body: late })).toBeNull()
  })
})

describe('the daily summary', () => {
  it('it leaves once at 7:00 with what was sold, and an empty day sends none', async () => {
    const [owner, off, ended] = [await member('owner'), await member('owner'), await member('owner')]
    await call(off, { summary: false })
    await bench.env.DB.prepare("UPDATE staff_members SET status = 'ended', ended_at = 1 WHERE id = ?")
      .bind(ended.staff_id)
      .run()
    await buy()
    await runAt(6)
    expect(await subjectsTo(owner)).toEqual([])
    bench.pass(hourMs)
    await announceSummaries(clockContext(bench))
    await announceSummaries(clockContext(bench))
    bench.pass(60_000)
    await announceSummaries(clockContext(bench))
    expect(await subjectsTo(owner)).toEqual([expect.stringMatching(/^Today at /)])
    const [mail] = await mailsTo(bench, owner.email)
    expect(mail?.text).toContain('Booked since yesterday: 1')
    expect(await subjectsTo(off)).toEqual([])
    expect(await subjectsTo(ended)).toEqual([])
    await runAt(7)
    expect(await subjectsTo(owner)).toHaveLength(1)
  })

  it('a coach gets no amounts and no sales of another event', async () => {
    const [own, other] = [await member('coach', [shop.eventId]), await member('coach', ['evt_elsewhere'])]
    await buy()
    await runAt(7)
    expect(await subjectsTo(own)).toHaveLength(1)
    const [mail] = await mailsTo(bench, own.email)
    expect(mail?.text).not.toContain('Orders since yesterday')
    expect(await subjectsTo(other)).toEqual([])
  })
})
