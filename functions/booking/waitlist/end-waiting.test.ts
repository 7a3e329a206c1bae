import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { EventOption } from '../../contract/offering/event.ts'
import type { List } from '../../contract/paging.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeAttendee, makeCustomer, type Person } from '../../test-bench/people.ts'
import { firstEventOf, putFile, shortestFile, type WrittenFile } from '../../test-bench/program-file.ts'

const day = 86_400_000
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

type Written = NonNullable<WrittenFile['events']>[number]
type Option = NonNullable<Written['options']>[number]
const [written] = parse(readFileSync('functions/test-bench/inputs/waitlist-sale-over.yaml', 'utf8')) as [
  Written & { options: [Option, Option] },
]

/** A program with the event of the file, its early option full, and a family on its waitlist. */
async function waitingFamily(change: {
  early?: Partial<Option>
  normal?: Partial<Option>
  file?: Partial<WrittenFile>
}) {
  const [early, normal] = written.options
  const fileWith = (ofEarly: Partial<Option> = {}): WrittenFile => ({
    ...shortestFile(),
    program,
    venues: [
      {
        key: 'hall',
        name: 'Hall',
        address: { address_line_1: '1 Lake Rd', city: 'Toronto', region: 'CA-ON', postcode: 'M5V 2T6', country: 'CA' },
      },
    ],
    ...change.file,
    events: [
      {
        ...written,
        options: [
          { ...early, ...change.early, ...ofEarly },
          { ...normal, ...change.normal },
        ],
      },
    ],
  })
  const { program } = shortestFile()
  const { status: applied, error } = await putFile(bench, fileWith())
  expect(applied, JSON.stringify(error)).toBe(200)
  const event_id = (await firstEventOf(bench, program))?.id ?? ''
  const read = async <Body>(path: string, person?: Person) =>
    (await (await bench.call(path, person ? { headers: person.headers } : {})).json()) as Body
  const { data } = await read<List<EventOption>>(`/v1/explore/events/${event_id}/options`)
  const option_id = data.find(({ name }) => name === early.name)?.id
  const place = async (person: Person, status: string) => {
    const attendee = await makeAttendee(bench, person, { programId: program })
    const answer = await bench.call(
      '/v1/profile/registrations',
      person.json({
        event_id,
        option_id,
        status,
        customer_profile_id: person.profileId(program),
        attendee_profile_id: attendee.attendee_profile_id,
      }),
    )
    return (await answer.json()) as Registration
  }
  const seller = await makeCustomer(bench, { programIds: [program] })
  const first = await place(seller, 'pending')
  await bench.bareDb
    .prepare("UPDATE registrations SET status = 'confirmed', hold_expires_at = NULL WHERE id = ?")
    .bind(first.id)
    .run()
  const person = await makeCustomer(bench, { programIds: [program] })
  const { id, status } = await place(person, 'waitlisted')
  expect(status).toBe('waitlisted')
  return {
    apply: async (ofEarly: Partial<Option>) => expect((await putFile(bench, fileWith(ofEarly))).status).toBe(200),
    statusLater: async (ms: number) => {
      bench.pass(ms)
      await bench.tick()
      await person.renew()
      return (await read<Registration>(`/v1/profile/registrations/${id}`, person)).status
    },
    mails: async () => {
      const { results } = await bench.bareDb
        .prepare("SELECT text FROM mailbox WHERE recipient = ? AND subject LIKE 'No longer sold%'")
        .bind(person.email)
        .all<{ text: string }>()
      return results.map(({ text }) => text)
    },
  }
}

describe('a waitlist whose option is no longer sold', () => {
  it('a waitlist ends with the sale of its option', async () => {
    const family = await waitingFamily({})
    expect(await family.statusLater(9 * day)).toBe('waitlisted')
    expect(await family.statusLater(2 * day)).toBe('cancelled')
    await family.apply({ spots_total: 3 })
    expect(await family.statusLater(day)).toBe('cancelled')
    const [mail, ...more] = await family.mails()
    expect(more).toEqual([])
    expect(mail).toContain('Two kinds still has places:')
    expect(mail).toContain('Normal: $40.00')
    expect(mail).not.toContain('Early bird: $')
  })

  it('a waitlist ends when its option is closed', async () => {
    const family = await waitingFamily({ early: { sale_ends_at: undefined }, normal: { is_closed: true } })
    expect(await family.statusLater(day)).toBe('waitlisted')
    await family.apply({ is_closed: true })
    expect(await family.statusLater(60_000)).toBe('cancelled')
    expect((await family.mails()).join()).toContain('See what Lakeside Camps offers')
  })

  it('a waitlist ends with the sales of its program', async () => {
    const family = await waitingFamily({
      early: { sale_ends_at: undefined },
      file: { preferences: { default_sales_end: 'P14D' } },
    })
    expect(await family.statusLater(50 * day)).toBe('waitlisted')
    expect(await family.statusLater(10 * day)).toBe('cancelled')
    expect(await family.mails()).toHaveLength(1)
  })
})
