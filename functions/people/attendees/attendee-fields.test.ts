import { beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '../../contract/limits.ts'
import type { Roster } from '../../contract/organisation/roster.ts'
import type { Attendee } from '../../contract/people/attendee.ts'
import type { MergePreview } from '../../contract/people/attendee-merge.ts'
import {
  columnOf,
  type FieldName,
  fieldNames,
  healthColumns,
  mergedFieldNames,
  optionalInput,
  personFields,
  profileFields,
  rosterTexts,
  sealedFields,
} from '../../contract/people/attendee-fields.ts'
import type { Privacy } from '../../contract/records/privacy.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { openExport } from '../../records/privacy/open-export.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { makeEvent } from '../../test-bench/programs.ts'
import { clockContext } from '../../test-bench/registering.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { openShop, type Shop } from '../../test-bench/shop.ts'
import { unzip } from '../../test-bench/unzip.ts'

/** The examples of the description: as a request sends them, and as the response has them. */
const exampleOf = (words: unknown) => (Array.isArray(words) ? words[1] : [])
const sent = Object.fromEntries(
  fieldNames
    .filter((name) => personFields[name].rule !== null)
    .map((name) => [name, exampleOf(personFields[name].apiInput ?? personFields[name].api)]),
)
const shown = Object.fromEntries(fieldNames.map((name) => [name, exampleOf(personFields[name].api)]))
const only = (names: readonly FieldName[], of: Record<string, unknown>) =>
  Object.fromEntries(names.map((name) => [name, of[name]]))
const unseen = (name: FieldName) => (personFields[name].right === 'medical' ? null : shown[name])

let bench: Bench
let shop: Shop
let nadia: Person
let id: string
beforeAll(async () => {
  bench = await openBench()
  shop = await openShop(bench)
  nadia = await shop.customer()
  // The roster lists an emergency contact only if the adults who may pick up have another phone.
  await bench.env.DB.prepare("UPDATE users SET phone = '+14165550188' WHERE id = ?").bind(nadia.identity.user_id).run()
  id = (await call<Attendee>('/v1/profile/attendees', { ...sent, relations, program_ids: [shop.programId] })).id
})

const relations = [{ relation: 'parent' }]
async function call<Answer>(path: string, body?: unknown, { method = 'POST', person = nadia } = {}): Promise<Answer> {
  const answer = await bench.call(path, body ? { ...person.json(body), method } : { headers: person.headers })
  const text = await answer.text()
  expect([path, answer.status < 300 || text]).toEqual([path, true])
  return JSON.parse(text) as Answer
}
const read = (person = nadia) => call<Attendee>(`/v1/profile/attendees/${id}`, undefined, { person })
const stored = (of = id) =>
  bench.env.DB.prepare('SELECT * FROM attendees WHERE id = ?').bind(of).first<Record<string, unknown>>()

describe('the fields of a person', () => {
  it('every field is stored as it is sent, and read as the description shows', async () => {
    expect(await read()).toMatchObject(shown)
    const row = await stored()
    for (const name of sealedFields) expect(String(row?.[columnOf(name)])).not.toContain(String(sent[name]))
  })

  it('every field can be changed, and cleared except the names', async () => {
    const cleared = Object.fromEntries(Object.keys(optionalInput).map((name) => [name, null]))
    expect(await call(`/v1/profile/attendees/${id}`, cleared, { method: 'PUT' })).toMatchObject(cleared)
    await call(`/v1/profile/attendees/${id}`, sent, { method: 'PUT' })
    expect(await read()).toMatchObject(shown)
  })

  it('a guardian sees every field that their rights allow, and health texts only in the response for one person', async () => {
    const aunt = await makeCustomer(bench, { programIds: [shop.programId] })
    await bench.env.DB.prepare(
      `INSERT INTO relations (customer_id, attendee_id, relation, rights, created) VALUES (?, ?, 'other', '["view"]', 0)`,
    )
      .bind(aunt.identity.customer_id, id)
      .run()
    expect(await read(aunt)).toMatchObject(Object.fromEntries(fieldNames.map((name) => [name, unseen(name)])))
    // A person whom another adult sees is not erased with the account.
    await bench.env.DB.prepare('DELETE FROM relations WHERE customer_id = ?').bind(aunt.identity.customer_id).run()
    const [profile] = (await read()).profiles
    const inProfile = Object.fromEntries(
      profileFields.map((name) => [name, personFields[name].stored === 'sealed' ? null : shown[name]]),
    )
    expect(profile).toMatchObject(inProfile)
    expect(fieldNames.filter((name) => name in (profile ?? {})).sort()).toEqual([...profileFields].sort())
  })

  it('the roster shows the fields that are marked for it', async () => {
    const startsAt = bench.now() + dayMs
    const event = await makeEvent(bench, { programId: shop.programId, startsAt, endsAt: startsAt + 3_600_000 })
    const profile = (await read()).profiles[0]?.id ?? ''
    const attendeeIds = [{ attendee_id: id, attendee_profile_id: profile }]
    const place = { eventId: event.event_id, optionId: event.option_ids[0], attendeeIds }
    await shop.pay(nadia, await shop.cart(nadia, place))
    const headers = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }
    const day = dayInZone(startsAt, 'America/Toronto')
    const answer = await bench.call(`/v1/organiser/programs/${shop.programId}/roster?day=${day}`, { headers })
    const entry = ((await answer.json()) as Roster).events[0]?.entries[0]
    expect(entry?.attendee_profile).toEqual({ id: profile, age: expect.any(Number), ...only(rosterTexts, shown) })
    const contact = { name: shown.parent_name, phone: shown.emergency_contact_phone }
    expect(entry?.contacts).toContainEqual({ ...contact, relation: null, may_pick_up: false })
  })

  it('every field is in the export of personal data', async () => {
    await call('/v1/profile/export', { program_id: shop.programId })
    const { data_export } = await call<Privacy>('/v1/profile/privacy')
    const input = { export_id: data_export?.id ?? '', identity: nadia.identity }
    const archive = await openExport(clockContext(bench), input)
    const files = unzip(new Uint8Array(await new Response(archive.body).arrayBuffer()))
    const family = JSON.parse(String(files.get('family.json'))) as Attendee[]
    expect(family.find((each) => each.id === id)).toMatchObject(shown)
  })

  it('every field is in the record that remains of a merge', async () => {
    const { attendee_id } = await makeAttendee(bench, nadia, { programId: shop.programId, bornOn: null, gender: null })
    const names = { first_name: shown.first_name, last_name: shown.last_name }
    const merge = { merge_from: id, merge_into: attendee_id }
    await call(`/v1/profile/attendees/${attendee_id}`, { ...names, emergency_contact_phone: null }, { method: 'PUT' })
    const { fields } = await call<MergePreview>(`/v1/profile/attendees/${attendee_id}/merge/preview`, merge)
    expect(fields.map(({ field }) => field)).toEqual(mergedFieldNames)
    await call(`/v1/profile/attendees/${attendee_id}/merge`, merge, { method: 'PUT' })
    id = attendee_id
    expect(await read()).toMatchObject(shown)
  })

  it('only health fields are erased 30 days after the last event', async () => {
    bench.pass(60 * dayMs)
    await bench.tick()
    await nadia.renew()
    const row = await stored()
    expect(Object.keys(row ?? {}).filter((column) => healthColumns.some((each) => each === column))).toHaveLength(
      healthColumns.length,
    )
    for (const column of healthColumns) expect([column, row?.[column]]).toEqual([column, null])
    const others = fieldNames.filter((name) => !personFields[name].isHealth)
    expect(await read()).toMatchObject(only(others, shown))
  })

  it('every field is erased with the account', async () => {
    await bench.env.DB.prepare('UPDATE sessions SET created = ? WHERE id = ?')
      .bind(bench.now(), nadia.identity.session_id)
      .run()
    await call('/v1/profile/customer', { program_id: shop.programId }, { method: 'DELETE' })
    bench.pass(15 * dayMs)
    await bench.tick()
    const row = await stored()
    const left = fieldNames.map((name) => [name, row?.[columnOf(name)]])
    const expected = fieldNames.map((name) => {
      const { erased } = personFields[name]
      return [name, name === 'first_name' ? 'Erased' : Array.isArray(erased) ? JSON.stringify(erased) : erased]
    })
    expect(left).toEqual(expected)
  })
})
