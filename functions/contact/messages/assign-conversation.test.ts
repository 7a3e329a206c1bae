import { beforeAll, describe, expect, it } from 'vitest'
import type { Message, TeamMessage, TeamThread } from '../../contract/contact/message.ts'
import { dayMs } from '../../contract/limits.ts'
import type { List } from '../../contract/paging.ts'
import type { Bench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { openBenchWithShop, type Shop } from '../../test-bench/shop.ts'
import { makeStaff, type Staff } from '../../test-bench/staff.ts'

type Answer = TeamThread & { code: number; type: string; param: string }
let bench: Bench
let shop: Shop
let [amara, robin]: Staff[] = []
let family: Person
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { communications: true } } }))
  amara = await member('front_desk', 'Amara')
  robin = await member('manager', 'Robin')
  family = await shop.customer({ firstName: 'Nadia', verified: true })
})

const member = (role: Parameters<typeof makeStaff>[1]['role'], firstName: string, event_ids: string[] = []) =>
  makeStaff(bench, { programId: shop.programId, role, event_ids, firstName })
const write = async (extra: Record<string, unknown> = {}) => {
  const body = { program_id: shop.programId, body: 'May we bring a dog?', ...extra }
  return (await (await bench.call('/v1/profile/messages', family.json(body))).json()) as Message
}
const address = () => `/v1/organiser/programs/${shop.programId}/messages`
const post = async (by: Staff | undefined, path: string, body: object) => {
  const headers = { ...(by?.headers ?? organiserHeaders), 'Content-Type': 'application/json' }
  const answer = await bench.call(`${address()}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as Answer }
}
const assign = (by: Staff | undefined, id: string, body: object) => post(by, `/${id}/assign`, body)
const inbox = async (by: Staff | undefined, query: string) =>
  (
    (await (
      await bench.call(`${address()}?${query}`, { headers: by?.headers ?? organiserHeaders })
    ).json()) as List<TeamMessage>
  ).data.map(({ conversation_id }) => conversation_id)

describe('POST messages/{message_id}/assign', () => {
  it('a member takes a conversation, gives it on and gives it back, and each step is in its history', async () => {
    const { id, conversation_id } = await write()
    expect((await assign(amara, id, { staff_id: 'me' })).body.assignee).toEqual({
      ...{ staff_id: amara?.staff_id, first_name: 'Amara', last_name: 'Tremblay' },
    })
    expect(await inbox(amara, 'assigned_to=me')).toEqual([conversation_id])
    expect(await inbox(robin, 'assigned_to=me')).toEqual([])
    expect(await inbox(robin, `assigned_to=${amara?.staff_id}`)).toEqual([conversation_id])
    await assign(amara, id, { staff_id: robin?.staff_id })
    expect(await inbox(amara, 'assigned_to=me')).toEqual([])
    await assign(undefined, id, { staff_id: null })
    await post(robin, `/${id}/close`, {})
    const { body } = await assign(undefined, id, { staff_id: null })
    expect(body).toMatchObject({ assignee: null, is_open: false, customer_id: family.identity.customer_id })
    expect(body.changes.map(({ to, by, assignee }) => [to, by?.first_name, assignee?.first_name])).toEqual([
      ['assigned', 'Amara', 'Amara'],
      ['assigned', 'Amara', 'Robin'],
      ['unassigned', undefined, 'Robin'],
      ['closed', 'Robin', undefined],
    ])
  })

  it('of two members who assign at once, the second is refused and reads who has it', async () => {
    const { id } = await write()
    const both = await Promise.all([
      assign(amara, id, { staff_id: 'me', instead_of: null }),
      assign(robin, id, { staff_id: 'me', instead_of: null }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = await assign(robin, id, { staff_id: null, instead_of: 'stf_someone_else' })
    expect([late.status, late.body.type, late.body.param]).toEqual([409, 'state_conflict', 'instead_of'])
    const now = both.find(({ status }) => status === 200)?.body.assignee
    expect((await assign(amara, id, { staff_id: now?.staff_id })).body.changes).toHaveLength(1)
  })

  it('only active members whose right reaches the conversation may have it', async () => {
    const { id } = await write()
    const about = await write({ program_id: undefined, event_id: shop.eventId })
    const [own, other] = [await member('coach', 'Kim', [shop.eventId]), await member('coach', 'Lou', ['evt_elsewhere'])]
    const [nurse, left] = [await member('nurse', 'Ash'), await member('manager', 'Max')]
    await bench.env.DB.prepare("UPDATE staff_members SET status = 'ended' WHERE id = ?").bind(left.staff_id).run()
    for (const { staff_id } of [own, other, nurse, left])
      expect((await assign(amara, id, { staff_id })).body).toMatchObject({ type: 'not_found', param: 'staff_id' })
    expect((await assign(amara, about.id, { staff_id: own.staff_id })).status).toBe(200)
    expect((await assign(amara, about.id, { staff_id: other.staff_id })).status).toBe(404)
    expect((await assign(undefined, id, { staff_id: 'me' })).status).toBe(404)
    expect((await assign(own, id, { staff_id: 'me' })).status).toBe(404)
    expect((await assign(nurse, id, { staff_id: 'me' })).status).toBe(403)
  })

  it('a member who leaves the team loses their conversations, also after they return', async () => {
    const { id } = await write()
    const leaving = await member('front_desk', 'Lee')
    await assign(leaving, id, { staff_id: 'me' })
    const setStatus = (status: string) =>
      bench.env.DB.prepare('UPDATE staff_members SET status = ? WHERE id = ?').bind(status, leaving.staff_id).run()
    await setStatus('ended')
    expect((await assign(amara, id, { staff_id: null, instead_of: null })).body.assignee).toBeNull()
    const setAssignee = bench.env.DB.prepare('UPDATE conversations SET assignee_id = ?').bind(leaving.staff_id)
    await expect(setAssignee.run()).rejects.toThrow('conversation_needs_member')
    await setStatus('active')
    expect(await inbox(leaving, 'assigned_to=me')).toEqual([])
  })

  it('a note in a conversation is the team’s alone, and only about its customer', async () => {
    const { id, conversation_id } = await write()
    const notes = (customer_id: string) => `/v1/organiser/programs/${shop.programId}/people/${customer_id}/notes`
    const mine = notes(family.identity.customer_id)
    const note = { text: 'Robin says they launch at 10.', conversation_id }
    const added = await bench.call(mine, amara?.json(note))
    expect([added.status, await added.json()]).toMatchObject([
      201,
      { conversation_id, author: { first_name: 'Amara' } },
    ])
    await bench.call(mine, amara?.json({ text: 'Louise picks up.' }))
    const listed = await shop.read<List<{ text: string }>>(robin as Staff, `${mine}?conversation_id=${conversation_id}`)
    expect(listed.data.map(({ text }) => text)).toEqual([note.text])
    expect(JSON.stringify(await shop.read<object>(family, `/v1/profile/messages/${id}`))).not.toContain('launch at 10')
    const stranger = await shop.customer()
    expect((await bench.call(notes(stranger.identity.customer_id), amara?.json(note))).status).toBe(404)
    const coach = await member('coach', 'Kim')
    expect((await bench.call(mine, coach.json(note))).status).toBe(403)
  })

  it('the family does not see the assignee', async () => {
    const { id } = await write()
    await assign(amara, id, { staff_id: 'me' })
    const seen = await shop.read<object>(family, `/v1/profile/messages/${id}`)
    expect(JSON.stringify(seen)).not.toMatch(/assignee|Amara/)
  })
})

describe('the conversations that wait for an answer', () => {
  it('of two answers to one message the second is refused, and so is closing over an unread message', async () => {
    const message = await write()
    const { conversation_id } = message
    const answer = (by: Staff | undefined, answers: string) =>
      post(by, '', { conversation_id, body: 'Yes, on a lead.', answers })
    const both = await Promise.all([answer(amara, message.id), answer(robin, message.id)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await answer(robin, message.id)).body).toMatchObject({ type: 'state_conflict', param: 'answers' })
    const newer = await write({ conversation_id })
    expect((await post(robin, `/${message.id}/close`, { answers: message.id })).status).toBe(409)
    expect((await post(robin, `/${message.id}/close`, { answers: newer.id })).body.is_open).toBe(false)
  })

  it('one waits from the family’s message until an answer, or until it is marked as done', async () => {
    const [first, second] = [await write(), await write()]
    const waits = async () => new Set(await inbox(undefined, 'unanswered=true&limit=100'))
    expect((await waits()).has(first.conversation_id)).toBe(true)
    await post(amara, '', { conversation_id: first.conversation_id, body: 'Yes, on a lead.' })
    await post(amara, `/${second.id}/close`, { answers: second.id })
    expect((await waits()).has(first.conversation_id)).toBe(false)
    expect((await waits()).has(second.conversation_id)).toBe(false)
    expect(await inbox(undefined, 'unanswered=false&limit=100')).toEqual(
      expect.arrayContaining([first.conversation_id, second.conversation_id]),
    )
    const again = await write({ conversation_id: second.conversation_id })
    expect((await waits()).has(second.conversation_id)).toBe(true)
    bench.pass(31 * dayMs)
    expect((await waits()).has(again.conversation_id)).toBe(false)
  })
})
