import { expect, it } from 'vitest'
import type { Attendee } from '../../contract/people/attendee.ts'
import { openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'

it('the last four digits of a health card need the right `medical` in every response', async () => {
  const bench = await openBench()
  const programId = await makeProgram(bench)
  const ada = await makeCustomer(bench, { programIds: [programId] })
  const ben = await makeCustomer(bench, { programIds: [programId] })
  const get = (person: Person, path: string) => bench.call(path, { headers: person.headers })
  const put = (person: Person, id: string, body: unknown) =>
    bench.call(`/v1/profile/attendees/${id}`, { ...person.json(body), method: 'PUT' })
  const add = (person: Person, body: Record<string, unknown>) =>
    bench.call('/v1/profile/attendees', person.json({ first_name: 'Maya', last_name: 'Roy', ...body }))
  const made = (await (
    await add(ada, {
      relations: [{ relation: 'parent' }],
      program_ids: [programId],
      health_card_number: '1234569931',
      medical_history: 'Bees',
    })
  ).json()) as Attendee
  expect(made.health_card_last4).toBe('9931')
  expect(made.profiles[0]?.health_card_last4).toBe('9931')
  const twin = await makeAttendee(bench, ben, { programId, bornOn: null })
  await bench.env.DB.prepare(
    `INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?, ?, 'parent', '["view","manage"]', 1)`,
  )
    .bind(ada.identity.customer_id, twin.attendee_id)
    .run()
  // A merge never opens notes that the caller may not read, so both records get the same rights.
  const relate = (rights: string) =>
    bench.env.DB.batch(
      [made.id, twin.attendee_id].map((id) =>
        bench.env.DB.prepare(
          "INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?1, ?2, 'friend', ?3, 1) ON CONFLICT DO UPDATE SET rights = ?3",
        ).bind(ben.identity.customer_id, id, rights),
      ),
    )
  const path = `/v1/profile/attendees/${made.id}`
  const preview = () =>
    bench.call(`${path}/merge/preview`, ben.json({ merge_from: twin.attendee_id, merge_into: made.id }))
  const textsFor = async (rights: string) => {
    await relate(rights)
    const answers = [await get(ben, path), await get(ben, '/v1/profile/attendees?limit=100'), await preview()]
    answers.push(await put(ben, made.id, { gender: 'female' }))
    return Promise.all(answers.map((answer) => answer.text()))
  }
  const [one = '', all, merge, changed] = await textsFor('["view","manage"]')
  expect(merge).toContain('attendee_merge_preview')
  for (const text of [one, all, merge, changed]) expect(text).not.toContain('9931')
  expect(JSON.parse(one)).toMatchObject({ health_card_last4: null, health_kept_until: null })
  const [mayRead, listed] = await textsFor('["view","manage","medical"]')
  expect([mayRead, listed].map((text) => text?.includes('"health_card_last4":"9931"'))).toEqual([true, true])
})
