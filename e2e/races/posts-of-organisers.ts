import { makeAttendee, makeCustomer } from '../../functions/test-bench/people.ts'
import { organiserHeaders, shortestFile, type WrittenFile } from '../../functions/test-bench/program-file.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { multipart, picturePart, type Ready } from './ready-post.ts'

type Written = NonNullable<WrittenFile['events']>[number]
const api = '/api/v1/organiser/programs'
const of = '/v1/organiser/programs/{program_id}'
const kiln: Written = {
  key: 'kiln',
  type: 'class',
  name: 'Kiln',
  summary: 'Clay',
  status: 'published',
  online_event: true,
  starts_at: '2030-08-05T09:00',
  ends_at: '2030-08-05T12:00',
  options: [{ key: 'one', name: 'One', free: true, spots_total: 'unlimited' }],
}

/** Every POST of an organisation, each on its own program, which is created from a program file. */
export const postsOfOrganisers: Record<string, (site: ProofSite) => Promise<Ready>> = {
  [`${of}/events`]: async (site) => {
    const { status: _, ...event } = kiln
    return made(await applied(site, []), 'events', {
      status: 201,
      body: event,
      other: { ...event, name: 'Kiln night' },
    })
  },
  [`${of}/account_balance_entries`]: async (site) => {
    const program = await applied(site, [])
    const { email } = await makeCustomer(site.bench, { programIds: [program] })
    const body = { email, kind: 'payment', amount: 4000 }
    return made(program, 'account_balance_entries', { status: 201, body, other: { ...body, amount: 5000 } })
  },
  [`${of}/attendees/{program_attendee_id}/archive`]: async (site) => ofPerson(site, 'archive'),
  [`${of}/attendees/{program_attendee_id}/restore`]: async (site) => {
    const ready = await ofPerson(site, 'archive')
    await site.call(ready.path, { method: 'POST', headers: organiserHeaders, body: JSON.stringify(ready.body) })
    return { ...ready, path: ready.path.replace(/archive$/, 'restore'), body: {}, other: null }
  },
  [`${of}/invites`]: async (site) => ({
    ...made(await applied(site, []), 'invites', { status: 200, body: people('Ana'), other: people('Bo') }),
    headers: { Authorization: organiserHeaders.Authorization },
  }),
  [`${of}/campaigns`]: async (site) =>
    made(await applied(site, []), 'campaigns', { status: 201, body: draft, other: { ...draft, subject: 'September' } }),
  [`${of}/campaigns/{campaign_id}/test`]: async (site) => ofCampaign(site, 'test'),
  [`${of}/campaigns/{campaign_id}/send`]: async (site) => ofCampaign(site, 'send'),
  [`${of}/campaigns/{campaign_id}/cancel`]: async (site) => ofCampaign(site, 'cancel'),
  [`${of}/campaigns/{campaign_id}/schedule`]: async (site) => {
    const ready = await ofCampaign(site, 'schedule')
    return { ...ready, body: { send_at: '2035-08-05T09:00:00Z' }, other: { send_at: '2036-08-05T09:00:00Z' } }
  },
  [`${of}/events/{key}/copy`]: async (site) => {
    const later = { starts_at: '2030-08-12T09:00', ends_at: '2030-08-12T12:00' }
    return made(await applied(site, [kiln]), 'events/kiln/copy', {
      status: 201,
      body: { key: 'kiln-2', ...later },
      other: { key: 'kiln-3', ...later },
    })
  },
  [`${of}/events/{key}/groups`]: async (site) =>
    made(await applied(site, [kiln]), 'events/kiln/groups', {
      status: 201,
      body: { key: 'herons', name: 'Herons' },
      other: { key: 'otters', name: 'Otters' },
    }),
  [`${of}/events/{key}/groups/fill`]: async (site) =>
    made(await applied(site, [kiln]), 'events/kiln/groups/fill', { status: 200, body: {}, other: { again: true } }),
  [`${of}/season/copy`]: async (site) =>
    made(await applied(site, [kiln]), 'season/copy', {
      status: 200,
      body: { events: ['kiln'], shift: '+52w' },
      other: { events: ['kiln'], shift: '+53w' },
    }),
  [`${of}/season/sample`]: async (site) =>
    made(await applied(site, []), 'season/sample', { status: 200, body: {}, other: null }),
  [`${of}/events/import`]: async (site) => ({
    ...made(await applied(site, []), 'events/import', { status: 200, body: lesson('48'), other: lesson('50') }),
    headers: { Authorization: organiserHeaders.Authorization },
  }),
  [`${of}/events/archive`]: async (site) =>
    made(await applied(site, [kiln]), 'events/archive', {
      status: 200,
      body: { events: ['kiln'] },
      other: { events: ['kiln'], dry_run: true },
    }),
  [`${of}/venues`]: async (site) =>
    made(await applied(site, []), 'venues', { status: 201, body: dock('North Dock'), other: dock('South Dock') }),
  [`${of}/pictures`]: async (site) => ({
    ...made(await applied(site, []), 'pictures', {
      status: 201,
      body: await picturePart(90),
      other: await picturePart(80),
    }),
    headers: { Authorization: organiserHeaders.Authorization },
  }),
  [`${of}/questions`]: async (site) =>
    made(await applied(site, []), 'questions', {
      status: 201,
      body: { title: 'Can you swim?', type: 'yes_no' },
      other: { title: 'Can you dive?', type: 'yes_no' },
    }),
  [`${of}/events/publish`]: async (site) =>
    made(await applied(site, [{ ...kiln, status: 'draft' }]), 'events/publish', {
      status: 200,
      body: { events: ['kiln'] },
      other: { events: ['kiln'], dry_run: true },
    }),
  [`${of}/events/unpublish`]: async (site) =>
    made(await applied(site, [kiln]), 'events/unpublish', {
      status: 200,
      body: { events: ['kiln'] },
      other: { events: ['kiln'], dry_run: true },
    }),
  [`${of}/events/{key}/publish`]: async (site) =>
    made(await applied(site, [{ ...kiln, status: 'draft' }]), 'events/kiln/publish', {
      status: 200,
      body: {},
      other: null,
    }),
  [`${of}/events/{key}/unpublish`]: async (site) =>
    made(await applied(site, [kiln]), 'events/kiln/unpublish', { status: 200, body: {}, other: null }),
  [`${of}/events/{key}/archive`]: async (site) =>
    made(await applied(site, [kiln]), 'events/kiln/archive', { status: 200, body: {}, other: null }),
  [`${of}/events/{key}/cancel`]: async (site) =>
    made(await applied(site, [kiln]), 'events/kiln/cancel', {
      status: 200,
      body: { text: 'The kiln is broken.' },
      other: { text: 'Nobody came.' },
    }),
}

const made = (program: string, path: string, input: Pick<Ready, 'status' | 'body' | 'other'>): Ready => ({
  ...input,
  path: `${api}/${program}/${path}`,
  headers: organiserHeaders,
})

const draft = { kind: 'newsletter', audience: 'subscribers', subject: 'August', body: 'Places left.' }

const people = (name: string) =>
  multipart(`email,first_name,last_name\n${name.toLowerCase()}@example.com,${name},Roy`, 'people.csv')

const lesson = (price: string) =>
  multipart(`key,type,name,date,times,price,places\nkiln,class,Kiln,2030-08-05,9:00-12:00,${price},8`, 'events.csv')

const dock = (name: string) => ({
  name,
  address: { address_line_1: '1 Lake Rd', city: 'Toronto', region: 'CA-ON', postcode: 'M5V 2T6', country: 'CA' },
})

/** A call about a customer of a program. */
async function ofPerson(site: ProofSite, act: string): Promise<Ready> {
  const programId = await applied(site, [])
  const person = await makeCustomer(site.bench, { programIds: [programId] })
  const { attendee_profile_id } = await makeAttendee(site.bench, person, { programId })
  const input = { status: 200, body: { reason: 'Moved.' }, other: { reason: 'Left.' } }
  return made(programId, `attendees/${attendee_profile_id}/${act}`, input)
}

/** A call about a draft campaign of a program. */
async function ofCampaign(site: ProofSite, act: string): Promise<Ready> {
  const program = await applied(site, [])
  const answer = await site.call(`${api}/${program}/campaigns`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify(draft),
  })
  const { id } = JSON.parse(answer.text) as { id: string }
  return made(program, `campaigns/${id}/${act}`, { status: 200, body: {}, other: null })
}

async function applied(site: ProofSite, events: Written[]): Promise<string> {
  const file = { ...shortestFile(), email: 'office@camps.example', events }
  const answer = await site.call(`${api}/${file.program}`, {
    method: 'PUT',
    headers: organiserHeaders,
    body: JSON.stringify(file),
  })
  if (answer.status !== 200) throw new Error(`a program's file was answered ${answer.status} ${answer.text}`)
  return file.program
}
