// Over 250 lines: a job for each row of the table of verbs.
import createClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import { expect } from 'vitest'
import type { paths } from '../../.wrangler/typed-client/api.ts'
import type { Job } from './job-week.ts'

type PathsOf<Method extends keyof paths[keyof paths]> = {
  [Path in keyof paths]: paths[Path][Method] extends undefined ? never : Path
}[keyof paths]
type CallOf<Method extends 'get' | 'post' | 'put' | 'delete'> = <Path extends PathsOf<Method>>(
  path: Path,
  init: MaybeOptionalInit<paths[Path], Method>,
) => Promise<FetchResponse<Extract<paths[Path][Method], Record<string | number, unknown>>, object, 'application/json'>>
/** The client's own types let unknown optional fields pass; these do not. */
type Client = { GET: CallOf<'get'>; POST: CallOf<'post'>; PUT: CallOf<'put'>; DELETE: CallOf<'delete'> }

/** A client with the types of the API's own description. */
export const openClient = (fetch: (request: Request) => Promise<Response>): Client =>
  createClient<paths>({ baseUrl: 'http://localhost:8787', fetch }) as Client

/** The answer of a call; throws for a refusal. */
async function done<Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const { data, error } = await call
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

const columnsInOne = { array: { style: 'form', explode: false } } as const

function sheetOfCamps(isDryRun: boolean): FormData {
  const body = new FormData()
  const text = 'Course ID,Type,Name,Summary,Online,Start Date,Start Time,End Date,End Time,Price,Capacity\n'
  const row = 'kiln,camp,Kiln Week,Clay,yes,2029-07-09,09:00,2029-07-13,16:00,320,12\n'
  body.set('file', new File([text + row], 'camps.csv', { type: 'text/csv' }))
  if (isDryRun) body.set('dry_run', 'true')
  return body
}

export const jobs: Job<Client>[] = [
  {
    row: 'waitlist',
    name: 'offers a place to a family on the waitlist out of turn',
    role: 'front_desk',
    calls: async (client, { program_id, camp, twoFamiliesWait }) => {
      await twoFamiliesWait()
      const at = '/v1/organiser/programs/{program_id}/events/{key}/waitlist'
      const { data } = await done(client.GET(at, { params: { path: { program_id, key: camp.key } } }))
      const offer = await done(
        client.POST('/v1/organiser/programs/{program_id}/waitlist/{waitlist_entry_id}/offer', {
          params: { path: { program_id, waitlist_entry_id: data[1]?.id ?? '' } },
          body: { reason: 'Their sister has a place.' },
        }),
      )
      expect(offer.status).toBe('offered')
    },
  },
  {
    row: 'import',
    name: 'imports a spreadsheet of camps, after a look at what it would do',
    role: 'manager',
    calls: async (client, { program_id }) => {
      const upload = (isDryRun: boolean) =>
        done(
          client.POST('/v1/organiser/programs/{program_id}/events/import', {
            params: { path: { program_id } },
            body: { file: 'camps.csv' },
            bodySerializer: () => sheetOfCamps(isDryRun),
          }),
        )
      expect(await upload(true)).toMatchObject({ dry_run: true, created: 1 })
      expect(await upload(false)).toMatchObject({ dry_run: false, created: 1 })
    },
  },
  {
    row: 'charge',
    name: 'charges a family for a late pick-up',
    role: 'finance',
    calls: async (client, { program_id, order_id }) => {
      const charge = await done(
        client.POST('/v1/organiser/programs/{program_id}/orders/{order_id}/charges', {
          params: { path: { program_id, order_id } },
          body: { product: 'Late pick-up', amount: 2000, tax: false, note: 'Monday at 6:40 pm' },
        }),
      )
      expect(charge).toMatchObject({ about_order_id: order_id, status: 'pending', amount_total: { value: 2000 } })
    },
  },
  {
    row: 'find',
    name: 'finds a family by the end of its phone number, and reads its page',
    role: 'front_desk',
    calls: async (client, { program_id, family, place, phoneOfFamily }) => {
      await phoneOfFamily('+16135550142')
      const results = await done(
        client.GET('/v1/organiser/programs/{program_id}/people', {
          params: { path: { program_id }, query: { search: '0142' } },
        }),
      )
      const customer_id = results.customers?.data[0]?.id ?? ''
      expect(customer_id).toBe(family.customer_id)
      const page = await done(
        client.GET('/v1/organiser/programs/{program_id}/people/{customer_id}', {
          params: { path: { program_id, customer_id } },
        }),
      )
      expect(page.upcoming?.data[0]?.id).toBe(place)
    },
  },
  {
    row: 'a family',
    name: 'keeps a note about a family for the team',
    role: 'front_desk',
    calls: async (client, { program_id, family: { customer_id } }) => {
      const path = { program_id, customer_id }
      const notes = '/v1/organiser/programs/{program_id}/people/{customer_id}/notes'
      const note = await done(client.POST(notes, { params: { path }, body: { text: 'Grandma picks up on Friday.' } }))
      const page = await done(
        client.GET('/v1/organiser/programs/{program_id}/people/{customer_id}', { params: { path } }),
      )
      expect(page.notes.data.map(({ id }) => id)).toEqual([note.id])
    },
  },
  {
    row: 'register for somebody',
    name: 'books a place for a caller, who pays cash',
    role: 'front_desk',
    calls: async (client, { program_id, family, next, childOfFamily }) => {
      const attendee_id = await childOfFamily()
      const book = (dry_run: boolean) =>
        done(
          client.POST('/v1/organiser/programs/{program_id}/bookings', {
            params: { path: { program_id } },
            body: {
              customer: { id: family.customer_id },
              event_id: next.event_id,
              people: [{ attendee_id, option_id: next.option_id }],
              paid_by: 'cash',
              dry_run,
            },
          }),
        )
      expect(await book(true)).toMatchObject({ amount_total: { value: 10_000 } })
      expect(await book(false)).toMatchObject({ status: 'paid' })
    },
  },
  {
    row: 'call a day off',
    name: 'calls one day of a camp off, with a share of the price back',
    role: 'manager',
    calls: async (client, { program_id, camp: { key } }) => {
      const dates = await done(
        client.GET('/v1/organiser/programs/{program_id}/events/{key}/dates', {
          params: { path: { program_id, key } },
        }),
      )
      const callOff = (dry_run: boolean) =>
        done(
          client.POST('/v1/organiser/programs/{program_id}/events/{key}/dates/{date}/cancel', {
            params: { path: { program_id, key, date: dates.data[1]?.date ?? '' } },
            body: { text: 'Thunderstorms are expected.', return: 'share', dry_run },
          }),
        )
      expect(await callOff(true)).toMatchObject({ dry_run: true, children: 1, families: 1 })
      expect(await callOff(false)).toMatchObject({ dry_run: false, children: 1 })
    },
  },
  {
    row: 'write to a group',
    name: 'writes to the families of one group',
    role: 'front_desk',
    calls: async (client, { program_id, camp, groupOfPlace }) => {
      await groupOfPlace('herons')
      const { id: campaign_id } = await done(
        client.POST('/v1/organiser/programs/{program_id}/campaigns', {
          params: { path: { program_id } },
          body: {
            ...{ kind: 'announcement', to: [`group:${camp.key}/herons`] },
            ...{ subject: 'Bring a towel', body: 'We swim on Tuesday.' },
          },
        }),
      )
      const params = { path: { program_id, campaign_id } }
      const preview = await done(
        client.GET('/v1/organiser/programs/{program_id}/campaigns/{campaign_id}/preview', { params }),
      )
      expect(preview.recipients.sent_to).toBe(1)
      const sent = await done(
        client.POST('/v1/organiser/programs/{program_id}/campaigns/{campaign_id}/send', { params }),
      )
      expect(sent.status).toBe('queued')
    },
  },
  {
    row: 'numbers',
    name: 'exports what was paid in a month',
    role: 'finance',
    calls: async (client, { program_id, today }) => {
      const report = await done(
        client.GET('/v1/organiser/programs/{program_id}/reports/sales', {
          params: { path: { program_id }, query: { from: today, to: today } },
        }),
      )
      expect(report).toMatchObject({ totals: [{ amount_paid: { value: 10_000 } }] })
    },
  },
  {
    row: 'change',
    name: 'moves a child to another week',
    role: 'front_desk',
    calls: async (client, { program_id, place, next }) => {
      const move = (dry_run: boolean) =>
        done(
          client.POST('/v1/organiser/programs/{program_id}/registrations/{registration_id}/move', {
            params: { path: { program_id, registration_id: place } },
            body: { option_id: next.option_id, dry_run },
          }),
        )
      expect(await move(true)).toMatchObject({ amount_more: { value: 0 } })
      expect(await move(false)).toMatchObject({ event_id: next.event_id })
    },
  },
  {
    row: 'cancel',
    name: 'cancels a place by the policy',
    role: 'front_desk',
    calls: async (client, { program_id, place }) => {
      const cancel = (dry_run: boolean) =>
        done(
          client.POST('/v1/organiser/programs/{program_id}/registrations/{registration_id}/cancel', {
            params: { path: { program_id, registration_id: place } },
            body: { dry_run },
          }),
        )
      const { amount } = await cancel(true)
      expect(await cancel(false)).toMatchObject({ amount, places: [{ status: 'cancelled' }] })
    },
  },
  {
    row: 'give money back',
    name: 'refunds part of an order outside the policy',
    role: 'finance',
    calls: async (client, { program_id, order_id }) => {
      const refund = await done(
        client.POST('/v1/organiser/programs/{program_id}/orders/{order_id}/refund', {
          params: { path: { program_id, order_id } },
          body: { amount: 2500, reason: 'It rained on Tuesday.' },
        }),
      )
      expect(refund).toMatchObject({ amount: { value: 2500 } })
    },
  },
  {
    name: 'records cash for an order',
    role: 'front_desk',
    calls: async (client, { program_id, unpaidOrder }) => {
      const { order_id, total } = await unpaidOrder()
      await done(
        client.POST('/v1/organiser/programs/{program_id}/orders/{order_id}/payments', {
          params: { path: { program_id, order_id } },
          body: { amount: total, received_as: 'cash' },
        }),
      )
      const paid = await done(
        client.GET('/v1/organiser/programs/{program_id}/orders', {
          params: { path: { program_id }, query: { status: ['paid'] } },
        }),
      )
      expect(paid.data.map(({ id }) => id)).toContain(order_id)
    },
  },
  {
    row: 'correct',
    name: 'corrects an office payment that was typed wrong',
    role: 'finance',
    calls: async (client, { program_id, unpaidOrder }) => {
      const { order_id, total } = await unpaidOrder()
      const payment = await done(
        client.POST('/v1/organiser/programs/{program_id}/orders/{order_id}/payments', {
          params: { path: { program_id, order_id } },
          body: { amount: total, received_as: 'cheque' },
        }),
      )
      const corrected = await done(
        client.POST('/v1/organiser/programs/{program_id}/orders/{order_id}/payments/{payment_id}/correct', {
          params: { path: { program_id, order_id, payment_id: payment.id } },
          body: { amount: total - 100, reason: 'The cheque says a dollar less.' },
        }),
      )
      expect(corrected.order_due.value).toBe(100)
    },
  },
  {
    name: 'reads the note about a child’s allergy',
    role: 'nurse',
    calls: async (client, { program_id, place }) => {
      const health = await done(
        client.GET('/v1/organiser/programs/{program_id}/registrations/{registration_id}/health', {
          params: { path: { program_id, registration_id: place } },
        }),
      )
      expect(health.object).toBe('registration_health')
    },
  },
  {
    row: 'the sheet',
    name: 'prints the sheet of a camp with allergies',
    role: 'nurse',
    calls: async (client, { program_id, camp: { key }, place }) => {
      const sheet = await done(
        client.GET('/v1/organiser/programs/{program_id}/events/{key}/sheet', {
          params: { path: { program_id, key }, query: { columns: ['age', 'group', 'health'] } },
          querySerializer: columnsInOne,
        }),
      )
      expect(sheet).toMatchObject({ entries: [{ registration_id: place, health: { answers: [] } }] })
    },
  },
  {
    name: 'marks a child as here',
    role: 'coach',
    calls: async (client, { program_id, camp, place, campBegins }) => {
      campBegins()
      const roster = await done(
        client.GET('/v1/organiser/programs/{program_id}/roster', { params: { path: { program_id } } }),
      )
      expect(roster).toMatchObject({ events: [{ key: camp.key }] })
      const mark = await done(
        client.POST('/v1/organiser/programs/{program_id}/registrations/{registration_id}/check_in', {
          params: { path: { program_id, registration_id: place } },
          body: { status: 'here' },
        }),
      )
      expect(mark.status).toBe('attended')
    },
  },
  {
    name: 'puts the children of a camp into groups by age',
    role: 'manager',
    calls: async (client, { program_id, camp: { key } }) => {
      const groups = '/v1/organiser/programs/{program_id}/events/{key}/groups'
      await done(
        client.POST(groups, { params: { path: { program_id, key } }, body: { key: 'herons', name: 'Herons' } }),
      )
      await done(client.POST(`${groups}/fill`, { params: { path: { program_id, key } }, body: {} }))
      const group = await done(
        client.GET(`${groups}/{group_key}`, { params: { path: { program_id, key, group_key: 'herons' } } }),
      )
      expect(group.num_places).toBe(1)
    },
  },
  {
    row: 'waivers',
    name: 'reads the waiver that a parent signed',
    role: 'front_desk',
    calls: async (client, { program_id, place, signedWaiver }) => {
      await signedWaiver()
      const waiver = await done(
        client.GET('/v1/organiser/programs/{program_id}/registrations/{registration_id}/waiver', {
          params: { path: { program_id, registration_id: place } },
        }),
      )
      expect(waiver).toMatchObject({ text: 'Canoeing has risks.', version: 1, relation: 'parent' })
    },
  },
  {
    row: 'passes and memberships',
    name: 'takes a visit off a pass at the desk',
    role: 'front_desk',
    calls: async (client, { program_id, family: { email }, visitsOfFamily }) => {
      await visitsOfFamily()
      const { data } = await done(
        client.GET('/v1/organiser/programs/{program_id}/session_balances', {
          params: { path: { program_id }, query: { email } },
        }),
      )
      const balance = await done(
        client.POST('/v1/organiser/programs/{program_id}/session_balances/{session_credit_id}/redeem', {
          params: { path: { program_id, session_credit_id: data[0]?.id ?? '' } },
          body: {},
        }),
      )
      expect(balance).toMatchObject({ available: 9 })
    },
  },
  {
    row: 'team',
    name: 'invites a coach to the team',
    role: 'owner',
    calls: async (client, { program_id, camp }) => {
      const invited = await done(
        client.POST('/v1/organiser/programs/{program_id}/team', {
          params: { path: { program_id } },
          body: { email: 'coach@example.com', first_name: 'Ana', role: 'coach', event_ids: [camp.event_id] },
        }),
      )
      expect(invited).toMatchObject({ status: 'invited', role: 'coach' })
    },
  },
  {
    name: 'lets a coach go, from the next request on',
    role: 'owner',
    calls: async (client, { program_id, coach }) => {
      const { staff_id, statusOfRoster } = await coach()
      await done(
        client.DELETE('/v1/organiser/programs/{program_id}/team/{staff_id}', {
          params: { path: { program_id, staff_id } },
        }),
      )
      expect(await statusOfRoster()).toBe(404)
    },
  },
  {
    row: 'events',
    name: 'puts a camp on sale',
    role: 'manager',
    calls: async (client, { program_id }) => {
      const day = '2029-07-09'
      await done(
        client.POST('/v1/organiser/programs/{program_id}/events', {
          params: { path: { program_id } },
          body: {
            ...{ key: 'kiln', type: 'camp', name: 'Kiln Week', summary: 'Clay', online_event: true },
            ...{ starts_at: `${day}T09:00`, ends_at: `${day}T16:00` },
            options: [{ key: 'one', name: 'Full day', cost: 320, spots_total: 12 }],
          },
        }),
      )
      const published = await done(
        client.POST('/v1/organiser/programs/{program_id}/events/{key}/publish', {
          params: { path: { program_id, key: 'kiln' } },
        }),
      )
      expect(published.event.status).toBe('published')
    },
  },
  {
    row: 'season',
    name: 'copies a season to the next year',
    role: 'manager',
    calls: async (client, { program_id, camp, next }) => {
      const copy = (dry_run: boolean) =>
        done(
          client.POST('/v1/organiser/programs/{program_id}/season/copy', {
            params: { path: { program_id } },
            body: { events: [camp.key, next.key], shift: '+52w', dry_run },
          }),
        )
      expect((await copy(true)).copies).toMatchObject([{ url: null }, {}])
      expect((await copy(false)).copies).toMatchObject([{ action: 'create' }, { action: 'create' }])
    },
  },
  {
    row: 'notices',
    name: 'chooses to be told about low places',
    role: 'manager',
    calls: async (client, { program_id }) => {
      const at = '/v1/organiser/programs/{program_id}/notices'
      const params = { path: { program_id } }
      const before = await done(client.GET(at, { params }))
      expect(before.topics).toContainEqual(expect.objectContaining({ topic: 'low_places', is_on: false }))
      const after = await done(client.PUT(at, { params, body: { low_places: true } }))
      expect(after.topics).toContainEqual(expect.objectContaining({ topic: 'low_places', is_on: true }))
    },
  },
]

/** Calls that do not compile; the status of each answer of the API. */
export async function wrongCalls(client: Client, program_id: string): Promise<number[]> {
  const params = { path: { program_id } }
  const calls = [
    client.PUT('/v1/organiser/programs/{program_id}/notices', {
      params,
      // @ts-expect-error No topic has this name.
      body: { low_place: true },
    }),
    client.POST('/v1/organiser/programs/{program_id}/season/copy', {
      params,
      // @ts-expect-error A list of keys, not one key.
      body: { events: 'kiln', shift: '+52w' },
    }),
    client.GET('/v1/organiser/programs/{program_id}/people', {
      // @ts-expect-error The search has pages by skip, not by number.
      params: { ...params, query: { search: 'roy', page: 2 } },
    }),
    // @ts-expect-error The API has no such call.
    client.GET('/v1/organiser/programs/{program_id}/persons', { params }),
  ]
  return (await Promise.all(calls)).map(({ response }) => response.status)
}
