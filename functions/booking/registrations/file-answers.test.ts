import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeQuestion } from '../../test-bench/programs.ts'
import { type Family, made, openFamily, refused } from '../../test-bench/registering.ts'
import { pdf, uploadOf } from '../../test-bench/uploads.ts'

let bench: Bench
let f: Family
let badge: string
let camp: Awaited<ReturnType<Family['event']>>
beforeAll(async () => {
  bench = await openBench()
  f = await openFamily(bench)
  badge = await makeQuestion(bench, f.programId, { title: 'Swimming badge', type: 'file' })
  camp = await f.event({}, { questionIds: [badge] })
})

const upload = async (person: Person): Promise<string> => {
  const answer = await bench.call('/v1/files', uploadOf(person, { bytes: pdf() }))
  return ((await answer.json()) as { id: string }).id
}
const placeWith = async (value: unknown) =>
  f.placeFor(camp, {
    attendee: await f.childOf(f.ada),
    body: { form_response: { answers: value === undefined ? [] : [{ field_id: badge, value }] } },
  })
const uses = async (id: string) =>
  (
    await bench.bareDb
      .prepare('SELECT kind, owner_id FROM file_uses WHERE file_id = ?')
      .bind(id)
      .all<{ kind: string; owner_id: string }>()
  ).results

describe('a question answered with a file', () => {
  it('a required file question must be answered', async () => {
    const answer = await placeWith(undefined)
    expect(await refused(answer)).toMatchObject({
      code: 400,
      type: 'required',
      param: `form_response.answers[${badge}]`,
    })
  })

  it('an uploaded file is kept until another replaces it', async () => {
    const [first, second] = [await upload(f.ada), await upload(f.ada)]
    const place = await made(await placeWith(first))
    expect(place.form_response.answers).toEqual([{ field_id: badge, value: first }])
    expect(await uses(first)).toEqual([{ kind: 'registration', owner_id: place.id }])
    const changed = await f.put(f.ada, place.id, { form_response: { answers: [{ field_id: badge, value: second }] } })
    expect((await made(changed)).form_response.answers).toEqual([{ field_id: badge, value: second }])
    expect([await uses(first), await uses(second)]).toEqual([[], [{ kind: 'registration', owner_id: place.id }]])
  })

  it("F-03: an answer cannot use another customer's file, an unknown id or a file uploaded for another purpose", async () => {
    const stranger = await makeCustomer(bench)
    for (const value of [await upload(stranger), 'file_00000000000000000000000000000000', 'https://a.example/b.pdf'])
      expect(await refused(await placeWith(value))).toMatchObject({ code: 400, type: 'file_not_found' })
    const picture = await upload(f.ada)
    await bench.bareDb
      .prepare("UPDATE files SET content_type = 'image/webp', purpose = 'picture' WHERE id = ?")
      .bind(picture)
      .run()
    expect(await refused(await placeWith(picture))).toMatchObject({ code: 400, type: 'file_not_found' })
  })

  it('the error names a question with several answers once', async () => {
    const answers = Array.from({ length: 200 }, (_, index) => ({ field_id: badge, value: `file_${index}` }))
    const answer = await f.placeFor(camp, { attendee: await f.childOf(f.ada), body: { form_response: { answers } } })
    expect(await refused(answer)).toMatchObject({ code: 400, param: `form_response.answers[${badge}]` })
  })
})
