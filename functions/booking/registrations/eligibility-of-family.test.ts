import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Eligibility } from '../../contract/booking/eligibility.ts'
import type { List } from '../../contract/paging.ts'
import { eligibilitySentence } from '../../contract/sentences/sentence.ts'
import { database } from '../../platform/database/database.ts'
import { registrations } from '../../platform/database/tables.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee } from '../../test-bench/people.ts'
import { type Family, made, openFamily } from '../../test-bench/registering.ts'
import { personEligibility } from './person-eligibility.ts'

let bench: Bench
let f: Family
beforeEach(async () => {
  bench = await openBench()
  f = await openFamily(bench)
})

describe('whether an event suits a person', () => {
  const open = { minimum_age: null, maximum_age: null, gender: null, sale_status: 'on_sale' as const }
  const about = { starts_at: Date.parse('2027-07-05T13:00:00Z'), timezone: 'America/Toronto' }
  const nine = { date_of_birth: '2018-01-05', gender: 'male' as const }
  it.each([
    ['suits a person when an option has no limits', [open], nine, 'eligible'],
    ['suits everyone when it has no options', [], { ...nine, date_of_birth: null }, 'eligible'],
    [
      'suits a person when one of several options fits',
      [
        { ...open, minimum_age: 12 },
        { ...open, maximum_age: 9 },
      ],
      nine,
      'eligible',
    ],
    [
      'does not suit an age between the ages of two options',
      [
        { ...open, maximum_age: 8 },
        { ...open, minimum_age: 10 },
      ],
      nine,
      'not_eligible',
    ],
    [
      'does not suit a person when only a closed option fits',
      [
        { ...open, sale_status: 'closed' as const },
        { ...open, minimum_age: 12 },
      ],
      nine,
      'not_eligible',
    ],
    [
      'suits a person even when the fitting option is sold out',
      [{ ...open, sale_status: 'sold_out' as const }],
      nine,
      'eligible',
    ],
    [
      'has an unknown result without the date of birth',
      [{ ...open, minimum_age: 8 }],
      { ...nine, date_of_birth: null },
      'unknown',
    ],
    [
      'has an unknown result without the gender',
      [{ ...open, gender: 'female' as const }],
      { ...nine, gender: null },
      'unknown',
    ],
    ['does not suit a person of another gender', [{ ...open, gender: 'female' as const }], nine, 'not_eligible'],
  ])('an event %s', (_, options, person, result) => expect(personEligibility(options, person, about)).toBe(result))
})

describe('the sentence about the eligibility of a family', () => {
  const people = [
    { first_name: 'Maya', result: 'eligible' as const },
    { first_name: 'Théo', result: 'eligible' as const },
    { first_name: 'Samuel', result: 'not_eligible' as const },
    { first_name: 'Zoé', result: 'too_young' as const },
    { first_name: 'Léa', result: 'booked' as const },
  ]
  it('the sentence names the eligible, the booked and the ineligible people', () => {
    expect(eligibilitySentence(people, 'en')).toBe(
      'Open to Maya and Théo. Booked for Léa. Zoé is too young. Not open to Samuel.',
    )
    expect(eligibilitySentence(people, 'fr')).toBe(
      'Ouvert à Maya et Théo. Réservé pour Léa. Trop jeune\u00a0: Zoé. Pas ouvert à Samuel.',
    )
    expect(eligibilitySentence([], 'en')).toBe('')
  })
})

describe('GET eligibility', () => {
  const list = async (query: string, person = f.ada) => {
    const answer = await f.get(person, `/v1/profile/eligibility?${query}`)
    expect(answer.status).toBe(200)
    return (await answer.json()) as List<Eligibility>
  }
  it('the response lists the eligible family members of each event', async () => {
    const teen = await makeAttendee(bench, f.ada, { programId: f.programId, firstName: 'Zoé', bornOn: '2012-01-05' })
    const juniors = await f.event({ maximumAge: 12 })
    const anyone = await f.event()
    const { id } = await made(await f.placeFor(anyone))
    await database(bench.env.DB).update(registrations).set({ status: 'confirmed' }).where(eq(registrations.id, id))
    const { data } = await list(`event_id=${anyone.event_id}&event_id=${juniors.event_id}`)
    expect(data.map(({ event_id, attendees }) => [event_id, ...attendees.map(({ result }) => result)])).toEqual([
      [anyone.event_id, 'booked', 'eligible'],
      [juniors.event_id, 'eligible', 'not_eligible'],
    ])
    const [one] = (await list(`event_id=${juniors.event_id}&attendee_id=${teen.attendee_id}`)).data
    expect(one).toMatchObject({
      object: 'eligibility',
      sentence: 'Zoé is too old.',
      attendees: [{ first_name: 'Zoé' }],
    })
  })
  it("the response has no other family's members", async () => {
    const event = await f.event()
    const [{ attendees } = { attendees: null }] = (await list(`event_id=${event.event_id}`, f.ben)).data
    expect(attendees).toEqual([])
    const draft = await f.event({}, { status: 'draft' })
    expect((await list(`event_id=${draft.event_id}&event_id=evt_none`)).data).toEqual([])
  })
})
