import { beforeAll, describe, expect, it } from 'vitest'
import type { AttendeeMerge, MergePreview } from '../../contract/people/attendee-merge.ts'
import { type Attendee, type Right, relationNames, rights } from '../../contract/people/attendee.ts'
import type { List } from '../../contract/paging.ts'
import { attendeesByIds } from './merge-rows.ts'
import { database } from '../../platform/database/database.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { type Choices, endlessChoices, findFailure } from '../../test-bench/choices.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { makePlace } from '../../test-bench/places.ts'
import { makeEvent, makeProgram } from '../../test-bench/programs.ts'

let bench: Bench
let programs: [string, string]
let options: { programId: string; event_id: string; option_id: string }[]
let nadia: Person
let others: Person[]
const day = 86_400_000
beforeAll(async () => {
  bench = await openBench()
  programs = [await makeProgram(bench), await makeProgram(bench)]
  options = []
  for (let index = 0; index < 8; index += 1) {
    const programId = programs[index % 2] as string
    const startsAt = bench.now() + (30 + index) * day
    const { event_id, option_ids } = await makeEvent(bench, { programId, startsAt, endsAt: startsAt + 3_600_000 })
    options.push({ programId, event_id, option_id: option_ids[0] })
  }
  nadia = await makeCustomer(bench, { programIds: [...programs] })
  others = await Promise.all([1, 2, 3].map(() => makeCustomer(bench, { programIds: [...programs] })))
})

const put = (person: Person, path: string, body: unknown) => bench.call(path, { ...person.json(body), method: 'PUT' })
const merge = (person: Person, merge_from: string, merge_into: string) =>
  put(person, `/v1/profile/attendees/${merge_into}/merge`, { merge_from, merge_into })
const preview = (merge_from: string, merge_into: string) =>
  bench.call(`/v1/profile/attendees/${merge_into}/merge/preview`, nadia.json({ merge_from, merge_into }))
const undo = (person: Person, id: string) => bench.call(`/v1/profile/attendees/${id}/merge/undo`, person.json({}))
const read = async (id: string, person = nadia) =>
  (await (await bench.call(`/v1/profile/attendees/${id}`, { headers: person.headers })).json()) as Attendee
const child = async (bornOn: string | null = '2018-03-03', programId = programs[0]) =>
  (await makeAttendee(bench, nadia, { programId, bornOn })).attendee_id
const profileOf = async (attendee: string) =>
  (
    await bench.env.DB.prepare('SELECT id, program_id FROM attendee_profiles WHERE attendee_id = ?1 ORDER BY id')
      .bind(attendee)
      .all<{ id: string; program_id: string }>()
  ).results

/** All stored rows of some people, except merges and their history. */
async function stored(ids: string[]): Promise<Record<string, unknown[]>> {
  const list = ids.map((id) => `'${id}'`).join(', ')
  const all = async (sql: string) => (await bench.env.DB.prepare(sql).all()).results
  return {
    attendees: await all(`SELECT * FROM attendees WHERE id IN (${list}) ORDER BY id`),
    relations: await all(`SELECT * FROM relations WHERE attendee_id IN (${list}) ORDER BY attendee_id, customer_id`),
    profiles: (await all(`SELECT * FROM attendee_profiles WHERE attendee_id IN (${list}) ORDER BY id`)).map(
      // The step is not compared, because it only increases.
      ({ step: _, ...row }) => row,
    ),
    registrations: await all(`SELECT * FROM registrations WHERE attendee_id IN (${list}) ORDER BY id`),
    waivers: await all(`SELECT * FROM waiver_acceptances WHERE on_behalf_of_attendee_id IN (${list}) ORDER BY id`),
    reads: await all(`SELECT * FROM health_reads WHERE attendee_id IN (${list}) ORDER BY id`),
  }
}

/** Two records of one person with random contents. */
async function generate({ pick, chance, below }: Choices): Promise<[string, string]> {
  const [from, into] = [await child(), await child(null, programs[below(2)] as string)]
  const maybe = <Value>(value: Value) => (chance(0.5) ? value : undefined)
  for (const [index, id] of [from, into].entries()) {
    const fields = {
      phone: maybe(`+1416555010${below(3)}`),
      email: maybe(`maya${below(3)}@example.com`),
      parent_name: maybe(pick(['Nadia', 'Daniel'])),
      emergency_contact_phone: chance(0.7) ? `+1416555017${below(3)}` : null,
      emergency_contact_email: maybe(pick(['n@example.com', 'd@example.com'])),
      medical_history: maybe(pick(['Bee stings', 'Hay fever', 'Bee stings and more'])),
      dietary_restrictions: maybe(pick(['No nuts', 'No milk'])),
      health_card_number: maybe(`HC${below(3)}456789`),
      ...(index === 0 ? {} : { date_of_birth: chance(0.5) ? '2018-03-03' : null }),
    }
    expect((await put(nadia, `/v1/profile/attendees/${id}`, fields)).status).toBe(200)
    await read(id)
    for (const other of others.filter(() => chance(0.5))) {
      const may = rights.filter(() => chance(0.5))
      await bench.env.DB.prepare(
        'INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?1, ?2, ?3, ?4, ?5)',
      )
        .bind(other.identity.customer_id, id, pick(relationNames.slice(1)), JSON.stringify(['view', ...may]), 1)
        .run()
    }
    if (chance(0.5))
      for (const program_id of programs)
        await bench.call(`/v1/profile/programs/${program_id}/attendees`, nadia.json({ attendee_id: id }))
    const profiles = await profileOf(id)
    // Even options belong to the first record, odd ones to the second, so that their times do not overlap.
    for (const [at, option] of options.entries()) {
      const profile = profiles.find(({ program_id }) => program_id === option.programId)
      if (!profile || Math.floor(at / 2) % 2 !== index || chance(0.5)) continue
      const status = pick(['pending', 'confirmed', 'cancelled', 'attended'] as const)
      const place = { ...option, attendee_id: id, attendee_profile_id: profile.id, status: 'pending' as const }
      const registration = await makePlace(bench, nadia, place)
      await bench.env.DB.prepare('UPDATE registrations SET status = ?1 WHERE id = ?2').bind(status, registration).run()
    }
    if (chance(0.3))
      await bench.env.DB.prepare('UPDATE attendee_profiles SET status = ?2 WHERE attendee_id = ?1')
        .bind(id, pick(['archived', 'disconnected']))
        .run()
  }
  return [from, into]
}

type Rows = Record<string, Record<string, unknown>[]>

/** The data of two records that a merge lost; empty when nothing was lost. */
function lostIn(
  before: Rows,
  after: Rows,
  [from, into]: [string, string],
  merged: Attendee,
  was: Attendee[],
): string[] {
  const faults: string[] = []
  const say = (isFault: boolean, fault: string) => isFault && faults.push(fault)
  const ids = (rows: Record<string, unknown>[] = []) => rows.map(({ id }) => id).sort()
  for (const table of ['registrations', 'waivers', 'reads'])
    say(JSON.stringify(ids(before[table])) !== JSON.stringify(ids(after[table]).slice(0, before[table]?.length)), table)
  say(after.registrations?.some((row) => row.attendee_id !== into) ?? true, 'a registration stayed')
  const profiles = new Map(after.profiles?.map((row) => [row.id, row]))
  say(
    after.registrations?.some((row) => {
      const profile = profiles.get(row.attendee_profile_id)
      return profile?.attendee_id !== into || profile.program_id !== row.program_id
    }) ?? true,
    'a registration has a profile of another',
  )
  for (const profile of after.profiles ?? []) {
    const sold = ['confirmed', 'attended', 'no_show']
    const count = after.registrations?.filter(
      (row) => row.attendee_profile_id === profile.id && sold.includes(String(row.status)),
    ).length
    say(profile.num_registrations !== count, 'a count is wrong')
  }
  for (const row of before.profiles ?? []) {
    const kept = after.profiles?.find((each) => each.attendee_id === into && each.program_id === row.program_id)
    say(!kept || (row.status === 'active' && kept.status !== 'active'), 'a program is gone')
    const left = after.profiles?.find((each) => each.id === row.id)
    say(left?.attendee_id === from && left?.status !== 'merged', 'a profile is not merged')
  }
  for (const row of before.relations ?? []) {
    const kept = after.relations?.find((each) => each.customer_id === row.customer_id)
    const may = JSON.parse(String(kept?.rights ?? '[]')) as string[]
    say(kept?.attendee_id !== into, 'a relation is gone')
    say(
      (JSON.parse(String(row.rights)) as string[]).some((right) => !may.includes(right)),
      'a right is gone',
    )
  }
  const contacts = JSON.stringify([merged, merged.other_emergency_contacts])
  for (const each of was) {
    for (const field of ['medical_history', 'dietary_restrictions'] as const)
      say(!(merged[field] ?? '').includes(each[field] ?? ''), field)
    for (const field of ['emergency_contact_phone', 'emergency_contact_email', 'parent_name'] as const)
      say(each[field] !== null && !contacts.includes(each[field]), field)
    for (const field of ['phone', 'email', 'date_of_birth', 'health_card_number'] as const)
      say(each[field] !== null && merged[field] === null, field)
  }
  say(after.attendees?.find((row) => row.id === from)?.merged_into !== into, 'no pointer')
  return faults
}

describe('a merge', () => {
  it('undoing a merge restores both records', async () => {
    const failure = await findFailure({
      arbitrary: endlessChoices,
      seed: 20270712,
      runs: 25,
      shrinkMs: 0,
      test: async (choices) => {
        const pair = await generate(choices)
        const was = [await read(pair[0]), await read(pair[1])]
        const before = (await stored(pair)) as Rows
        const answer = await merge(nadia, ...pair)
        expect(answer.status, await answer.clone().text()).toBe(200)
        const after = (await stored(pair)) as Rows
        const faults = lostIn(before, after, pair, await read(pair[1]), was)
        if (faults.length > 0) throw new Error(faults.join('; '))
        const back = await undo(nadia, pair[1])
        expect(back.status, await back.clone().text()).toBe(200)
        const reads = new Set(before.reads?.map(({ id }) => id))
        const restored = (await stored(pair)) as Rows
        expect({ ...restored, reads: restored.reads?.filter(({ id }) => reads.has(id)) }).toEqual(before)
      },
    })
    expect(failure).toBeNull()
  })

  it('I-03: concurrent requests merge once', async () => {
    const [from, into] = [await child(), await child()]
    const answers = await Promise.all(Array.from({ length: 30 }, () => merge(nadia, from, into)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const again = await merge(nadia, from, into)
    expect([again.status, await again.json()]).toMatchObject([409, { type: 'state_conflict', param: 'merged' }])
    const list = (await (
      await bench.call(`/v1/profile/attendees/${into}/merges`, { headers: nadia.headers })
    ).json()) as List<AttendeeMerge>
    expect(list).toMatchObject({ total: 1, data: [{ status: 'merged', merge_from: from, can_undo: true }] })
  })

  it('one of two concurrent merges into each other succeeds', async () => {
    const [a, b] = [await child(), await child()]
    const answers = await Promise.all([merge(nadia, a, b), merge(nadia, b, a)])
    expect(answers.map(({ status }) => status === 200).sort()).toEqual([false, true])
    const rows = await attendeesByIds(database(bench.env.DB), [a, b])
    expect(rows.filter(({ merged_into }) => merged_into !== null)).toHaveLength(1)
  })

  it('a preview contains no health data', async () => {
    const [from, into] = [await child(), await child(null)]
    await put(nadia, `/v1/profile/attendees/${from}`, { medical_history: 'Canary hay fever', last_name: 'Okafor' })
    await put(nadia, `/v1/profile/attendees/${into}`, { medical_history: 'Canary bee stings' })
    const before = await stored([from, into])
    const answer = await preview(from, into)
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(text).not.toMatch(/canary/i)
    const { fields, result } = JSON.parse(text) as MergePreview
    const kept = Object.fromEntries(fields.map((each) => [each.field, each.kept]))
    expect(kept).toMatchObject({ last_name: 'into', date_of_birth: 'from', medical_history: 'both' })
    expect(result).toEqual({ registrations: 0, programs: 1, relations: 1 })
    expect(await stored([from, into])).toEqual(before)
  })

  it('a merge is refused for different birthdays or overlapping bookings', async () => {
    const [from, into, twin] = [await child(), await child(), await child('2018-03-04')]
    expect(await (await merge(nadia, twin, into)).json()).toMatchObject({ code: 409, type: 'merge_dob_conflict' })
    expect(await (await merge(nadia, into, into)).json()).toMatchObject({ code: 400, param: 'merge_from' })
    for (const id of [from, into]) {
      const [profile] = await profileOf(id)
      const place = { ...(options[0] as (typeof options)[0]), attendee_id: id, attendee_profile_id: profile?.id ?? '' }
      await makePlace(bench, nadia, { ...place, status: 'confirmed' })
    }
    for (const answer of [await merge(nadia, from, into), await preview(from, into)])
      expect(await answer.json()).toMatchObject({
        code: 409,
        type: 'merge_schedule_conflict',
        message: expect.stringMatching(/^Both are registered for .+\. Cancel one/),
      })
    const theirs = (await makeAttendee(bench, others[0] as Person, { programId: programs[0] })).attendee_id
    expect(await (await merge(nadia, theirs, into)).json()).toMatchObject({ code: 404, param: 'merge_from' })
    expect(await (await merge(nadia, from, theirs)).json()).toMatchObject({ code: 404, param: 'attendee_id' })
    const seen = (await makeAttendee(bench, nadia, { programId: programs[0], rights: ['view'] })).attendee_id
    expect(await (await merge(nadia, seen, into)).json()).toMatchObject({ code: 403, param: 'merge_from' })
  })

  it('a merge opens no health notes of a child shared with other adults', async () => {
    const own = await child()
    const make = (rights: Right[]) => makeAttendee(bench, nadia, { programId: programs[0] ?? '', bornOn: null, rights })
    const [shared, alone] = [(await make(['view', 'manage'])).attendee_id, (await make(['view', 'manage'])).attendee_id]
    await bench.env.DB.prepare(
      `INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?, ?, 'parent', '["view","medical","manage"]', 0)`,
    )
      .bind((others[0] as Person).identity.customer_id, shared)
      .run()
    for (const [from, into] of [
      [shared, own],
      [own, shared],
    ] as [string, string][])
      expect(await (await merge(nadia, from, into)).json()).toMatchObject({ code: 403, param: 'merge_from' })
    expect((await merge(nadia, alone, own)).status).toBe(200)
  })

  it('a merge can include the customer’s own attendee', async () => {
    const self = (await makeAttendee(bench, nadia, { programId: programs[0], relation: 'self', bornOn: null }))
      .attendee_id
    const into = await child()
    expect((await merge(nadia, self, into)).status).toBe(200)
    expect((await read(into)).relations).toMatchObject([{ relation: 'self' }])
    expect((await undo(nadia, into)).status).toBe(200)
    expect([(await read(self)).relations[0]?.relation, (await read(into)).relations[0]?.relation]).toEqual([
      'self',
      'parent',
    ])
    await bench.env.DB.prepare("DELETE FROM relations WHERE attendee_id = ?1 AND relation = 'self'")
      .bind(self)
      .run()
      .catch(() => null)
  })
})

describe('undoing a merge', () => {
  it('undoing a merge copies the health-access log to the restored record', async () => {
    const [from, into, plain] = [await child(), await child(), await child()]
    await put(nadia, `/v1/profile/attendees/${from}`, { medical_history: 'Bee stings' })
    const readsOf = async (id: string) =>
      (await bench.env.DB.prepare('SELECT at FROM health_reads WHERE attendee_id = ? ORDER BY id').bind(id).all())
        .results.length
    await read(from)
    expect((await merge(nadia, from, into)).status).toBe(200)
    bench.pass(1000)
    await nadia.renew()
    await read(into)
    await read(into)
    expect([await readsOf(from), await readsOf(into)]).toEqual([0, 3])
    expect((await undo(nadia, into)).status).toBe(200)
    expect([await readsOf(from), await readsOf(into)]).toEqual([3, 2])

    expect((await merge(nadia, plain, from)).status).toBe(200)
    bench.pass(1000)
    await nadia.renew()
    await read(from)
    expect((await undo(nadia, from)).status).toBe(200)
    expect(await readsOf(plain)).toBe(0)
  })

  it('a merge can be undone once within 30 days', async () => {
    const pair = async () => {
      const [from, into] = [await child(), await child()]
      expect((await merge(nadia, from, into)).status).toBe(200)
      return into
    }
    const [booked, changed, late, twice] = [await pair(), await pair(), await pair(), await pair()]
    const [profile] = await profileOf(booked)
    const place = {
      ...(options[2] as (typeof options)[0]),
      attendee_id: booked,
      attendee_profile_id: profile?.id ?? '',
    }
    await makePlace(bench, nadia, place)
    bench.pass(1)
    await put(nadia, `/v1/profile/attendees/${changed}`, { last_name: 'Okafor' })
    for (const id of [booked, changed])
      expect(await (await undo(nadia, id)).json()).toMatchObject({ code: 409, param: 'changed' })
    expect((await undo(nadia, twice)).status).toBe(200)
    expect(await (await undo(nadia, twice)).json()).toMatchObject({ code: 409, param: 'undone' })
    expect((await undo(others[0] as Person, late)).status).toBe(404)
    bench.pass(30 * day)
    await nadia.renew()
    expect(await (await undo(nadia, late)).json()).toMatchObject({ code: 409, param: 'expired' })
  })

  it('merges are undone newest first', async () => {
    const [first, second, into] = [await child(), await child(), await child()]
    const before = await stored([first, second, into])
    expect((await merge(nadia, first, into)).status).toBe(200)
    bench.pass(1)
    expect((await merge(nadia, second, into)).status).toBe(200)
    expect(await (await undo(nadia, into)).json()).toMatchObject({ merge_from: second, status: 'undone' })
    expect(await (await undo(nadia, into)).json()).toMatchObject({ merge_from: first, status: 'undone' })
    expect(await stored([first, second, into])).toEqual(before)
  })

  it('a merged record accepts no changes', async () => {
    const [from, into] = [await child(), await child()]
    await merge(nadia, from, into)
    expect((await put(nadia, `/v1/profile/attendees/${from}`, { last_name: 'Gone' })).status).toBe(404)
    const late = bench.env.DB.prepare(
      'INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?1, ?2, ?3, ?4, 1)',
    )
      .bind((others[0] as Person).identity.customer_id, from, 'friend', '["view"]')
      .run()
    await expect(late).rejects.toThrow(/attendee_merged/)
  })
})
