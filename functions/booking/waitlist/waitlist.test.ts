import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/money/order.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { WaitlistEntry, WaitlistOffer } from '../../contract/booking/waitlist.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { Person } from '../../test-bench/people.ts'
import { type Buyer, type Family, made, openFamily, refused } from '../../test-bench/registering.ts'
import { system } from '../../platform/actor.ts'
import { makeContext } from '../../platform/make-context.ts'
import { offerFreePlaces } from './offer-places.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { asItem } from '../../test-bench/shopping-family.ts'

const minute = 60_000
const hour = 60 * minute
let bench: Bench
let f: Family
let event: Awaited<ReturnType<Family['event']>>
let sold: Registration

beforeAll(async () => {
  bench = await openBench()
})
beforeEach(async () => {
  f = await openFamily(bench)
  event = await f.event({ cost: 10_000, spots: 1 }, { waitlist: true, startsAt: bench.now() + 30 * 24 * hour })
  sold = await made(await f.placeFor(event, { person: f.ben, attendee: await f.childOf(f.ben) }))
})

const oneBuyer = async (): Promise<Buyer> => {
  const [buyer] = await f.buyers(1)
  if (!buyer) throw new Error('no buyer')
  return buyer
}
/** Moves the clock. This ends the sessions, so these people log in again. */
const wait = async (ms: number, ...people: Person[]) => {
  bench.pass(ms)
  for (const person of [f.ada, f.ben, ...people]) await person.renew()
}
const join = async (person: Person, attendee: string, body: Record<string, unknown> = {}) =>
  made(await f.placeFor(event, { person, attendee, body: { status: 'waitlisted', ...body } }))
const read = async <Body>(person: Person, path: string) => (await (await f.get(person, path)).json()) as Body
const entryOf = (person: Person, id: string) => read<WaitlistEntry>(person, `/v1/profile/registrations/${id}/waitlist`)
const statusOf = async (person: Person, id: string) =>
  (await read<Registration>(person, `/v1/profile/registrations/${id}`)).status
const post = (person: Person, id: string, call: string) =>
  bench.call(`/v1/profile/registrations/${id}/${call}`, person.json({}))
const free = () => post(f.ben, sold.id, 'cancel')
const mails = async (template: string, person: Person) =>
  (
    await bench.bareDb
      .prepare(
        "SELECT count(*) AS n FROM outbox WHERE kind = 'mail.' || ?1 AND ref IN (SELECT id FROM waitlist_entries WHERE customer_id = ?2)",
      )
      .bind(template, person.identity.customer_id)
      .first<{ n: number }>()
  )?.n

describe('the waitlist', () => {
  it('a freed place is offered to the first entry of the waitlist', async () => {
    const first = await join(f.ada, f.maya)
    const other = await oneBuyer()
    await wait(1000, other.person)
    const second = await join(other.person, other.attendee)
    expect(first).toMatchObject({ status: 'waitlisted', order_id: null, hold_expires_at: null })
    expect((await entryOf(f.ada, first.id)).position).toBe(1)
    expect((await entryOf(other.person, second.id)).position).toBe(2)
    expect(await mails('waitlist_joined', f.ada)).toBe(1)

    await free()
    const offer = await entryOf(f.ada, first.id)
    expect(offer).toMatchObject({ status: 'offered', position: null })
    expect(Date.parse(offer.offer_expires_at ?? '')).toBeGreaterThanOrEqual(bench.now() + 24 * hour)
    expect((await entryOf(other.person, second.id)).position).toBe(1)
    expect(await mails('waitlist_offer', f.ada)).toBe(1)
    const stranger = await oneBuyer()
    expect((await refused(await f.placeFor(event, stranger))).type).toBe('sold_out')

    const claimed = await made(await post(f.ada, first.id, 'claim'))
    expect(claimed).toMatchObject({ status: 'pending', hold_expires_at: offer.offer_expires_at })
    expect(await made(await post(f.ada, first.id, 'claim'))).toMatchObject({ status: 'pending' })
    const order = (await (
      await bench.call(
        '/v1/profile/orders',
        f.ada.json({
          program_id: f.programId,
          customer_profile_id: f.ada.profileId(f.programId),
          items: [asItem(first.id)],
        }),
      )
    ).json()) as Order
    expect(order).toMatchObject({ status: 'draft', hold_expires_at: offer.offer_expires_at })
  })

  it('a declined or expired offer goes to the next entry, once', async () => {
    const first = await join(f.ada, f.maya)
    const [second, third] = [await oneBuyer(), await oneBuyer()]
    await wait(1000, second.person, third.person)
    const next = await join(second.person, second.attendee)
    await wait(minute, second.person, third.person)
    const last = await join(third.person, third.attendee)
    await free()
    await wait(48 * hour, second.person, third.person)
    await bench.tick()
    expect(await statusOf(f.ada, first.id)).toBe('expired')
    expect((await refused(await post(f.ada, first.id, 'claim'))).type).toBe('offer_expired')
    expect(await mails('waitlist_offer_expired', f.ada)).toBe(1)
    expect(await statusOf(second.person, next.id)).toBe('offered')

    expect((await post(second.person, next.id, 'decline')).status).toBe(200)
    await bench.tick()
    expect(await statusOf(second.person, next.id)).toBe('cancelled')
    expect(await statusOf(third.person, last.id)).toBe('offered')
  })

  it('a family is offered all of its places or none', async () => {
    const samuel = await f.childOf(f.ada)
    const one = await join(f.ada, f.maya, { group_key: 'both' })
    const two = await join(f.ada, samuel, { group_key: 'both' })
    const entry = await entryOf(f.ada, one.id)
    expect(entry).toMatchObject({ group_key: 'both', position: 1 })
    expect(entry.registration_ids.toSorted()).toEqual([one.id, two.id].toSorted())
    await wait(2 * minute)
    await bench.tick()
    expect(await mails('waitlist_joined', f.ada)).toBe(1)

    for (const buyer of await f.buyers(3)) {
      const place = await join(buyer.person, buyer.attendee)
      await bench.call(`/v1/profile/registrations/${sold.id}/cancel`, f.ben.json({}))
      await bench.tick()
      expect(await statusOf(buyer.person, place.id)).toBe('offered')
      expect(await statusOf(f.ada, one.id)).toBe('waitlisted')
      await post(buyer.person, place.id, 'decline')
      // The places that no waiting entry can take are for everyone.
      sold = await made(await f.placeFor(event, { person: f.ben, attendee: await f.childOf(f.ben) }))
    }
    expect(await mails('waitlist_skipped', f.ada)).toBe(1)

    await bench.bareDb.prepare('UPDATE event_options SET spots_total = 3 WHERE id = ?').bind(event.option_ids[0]).run()
    await bench.tick()
    expect([await statusOf(f.ada, one.id), await statusOf(f.ada, two.id)]).toEqual(['offered', 'offered'])
    await made(await post(f.ada, two.id, 'claim'))
    expect([await statusOf(f.ada, one.id), await statusOf(f.ada, two.id)]).toEqual(['pending', 'pending'])
  })

  it('one mail offers the places of two children who joined one after the other', async () => {
    const samuel = await f.childOf(f.ada)
    const one = await join(f.ada, f.maya)
    await wait(minute)
    const two = await join(f.ada, samuel)
    const mailsBefore = (await mailsTo(bench, f.ada.email)).length
    await bench.bareDb.prepare('UPDATE event_options SET spots_total = 3 WHERE id = ?').bind(event.option_ids[0]).run()
    await bench.tick()
    expect([await statusOf(f.ada, one.id), await statusOf(f.ada, two.id)]).toEqual(['offered', 'offered'])
    const all = await mailsTo(bench, f.ada.email)
    const sent = all.filter(({ subject }) => subject.startsWith('2 places opened for'))
    expect(all).toHaveLength(mailsBefore + 1)
    expect(sent).toHaveLength(1)
    expect(new Set(sent[0]?.text.match(/\/offer\?token=[\w.-]+/g))).toHaveLength(2)

    await wait(30 * hour)
    await bench.tick()
    const later = (await mailsTo(bench, f.ada.email)).map(({ subject }) => subject)
    expect(later.filter((subject) => subject.startsWith('Your offer for'))).toHaveLength(1)
  })

  it('the offers of one customer are made together or not at all', async () => {
    const one = await join(f.ada, f.maya)
    const two = await join(f.ada, await f.childOf(f.ada))
    await bench.bareDb.prepare('UPDATE event_options SET spots_total = 3 WHERE id = ?').bind(event.option_ids[0]).run()
    const offer = () =>
      offerFreePlaces(makeContext({ env: bench.env, now: bench.now(), actor: system }), event.event_id).catch(
        (error: Error) => error.message,
      )
    const statuses = async () => [await statusOf(f.ada, one.id), await statusOf(f.ada, two.id)]
    // The last write of the second offer fails.
    await bench.bareDb
      .prepare(
        `CREATE TRIGGER planted_fault BEFORE UPDATE OF status ON registrations WHEN NEW.id = '${two.id}' BEGIN SELECT RAISE(ABORT, 'planted_fault'); END`,
      )
      .run()
    expect(await offer()).toContain('planted_fault')
    await bench.bareDb.prepare('DROP TRIGGER planted_fault').run()
    expect(await statuses()).toEqual(['waitlisted', 'waitlisted'])
    expect(await mails('waitlist_offer', f.ada)).toBe(0)

    expect(await offer()).toBeUndefined()
    expect(await statuses()).toEqual(['offered', 'offered'])
  })

  it('opening the link of an offer mail changes nothing', async () => {
    const { id } = await join(f.ada, f.maya)
    await free()
    const { offer_url } = await entryOf(f.ada, id)
    const token = new URL(offer_url ?? '').searchParams.get('token') ?? ''
    const page = `/v1/waitlist_offers?${new URLSearchParams({ program_id: f.programId, token })}`
    for (let times = 0; times < 2; times += 1)
      expect((await (await bench.call(page)).json()) as WaitlistOffer).toMatchObject({
        status: 'open',
        places: [{ registration_id: id, first_name: 'Maya' }],
        amount_cost: { value: 10_000 },
      })
    expect(await statusOf(f.ada, id)).toBe('offered')
    expect((await bench.call(page.replace(/.$/, 'x'))).status).toBe(404)
    const answer = await bench.call('/v1/waitlist_offers/decline', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ program_id: f.programId, token }),
    })
    expect((await answer.json()) as WaitlistOffer).toMatchObject({ status: 'declined' })
    expect(await statusOf(f.ada, id)).toBe('cancelled')
  })

  it('a lapsed hold goes to the waitlist before any other customer', async () => {
    const { id } = await join(f.ada, f.maya)
    const stranger = await oneBuyer()
    await wait(16 * minute, stranger.person)
    expect((await refused(await f.placeFor(event, stranger))).type).toBe('sold_out')
    expect(await statusOf(f.ada, id)).toBe('offered')
  })

  it('a waitlist can be joined once, when the event is full', async () => {
    const open = await f.event({ spots: 5 }, { waitlist: true })
    expect((await refused(await f.placeFor(open, { body: { status: 'waitlisted' } }))).param).toBe('status')
    expect((await refused(await f.placeFor(event, { body: { status: 'preregistered' } }))).type).toBe(
      'option_not_on_sale',
    )
    const { id } = await join(f.ada, f.maya)
    expect((await refused(await f.placeFor(event, { body: { status: 'waitlisted' } }))).type).toBe('already_registered')
    expect((await post(f.ben, id, 'decline')).status).toBe(404)
    expect((await post(f.ada, id, 'decline')).status).toBe(200)
    expect((await post(f.ada, id, 'decline')).status).toBe(200)
    expect(await statusOf(f.ada, id)).toBe('cancelled')
  })

  it('a waitlist ends when its event starts', async () => {
    const { id } = await join(f.ada, f.maya)
    await wait(31 * 24 * hour)
    await bench.tick()
    expect(await statusOf(f.ada, id)).toBe('cancelled')
  })
})

describe('a pre-registration before the sale', () => {
  it('pre-registered customers are offered places in the order of entry when the sale opens', async () => {
    const opensAt = bench.now() + hour
    event = await f.event({ spots: 1, saleStartsAt: opensAt }, { startsAt: bench.now() + 30 * 24 * hour })
    await bench.bareDb.prepare('UPDATE events SET preregistration_enabled = 1 WHERE id = ?').bind(event.event_id).run()
    const interest = await join(f.ada, f.maya, { status: 'preregistered' })
    expect(interest.status).toBe('preregistered')
    await bench.tick()
    expect(await statusOf(f.ada, interest.id)).toBe('preregistered')
    await wait(hour)
    const stranger = await oneBuyer()
    expect((await refused(await f.placeFor(event, stranger))).type).toBe('sold_out')
    expect(await statusOf(f.ada, interest.id)).toBe('offered')
  })
})
