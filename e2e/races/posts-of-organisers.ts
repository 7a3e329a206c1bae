import { makeCustomer } from '../../functions/test-bench/people.ts'
import { organiserHeaders, shortestFile, type WrittenFile } from '../../functions/test-bench/program-file.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import type { Ready } from './ready-post.ts'

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
  options: [{ key: 'one', name: 'One', free: true }],
}

/** Every POST of an organisation, each on a program of its own that came by its file. */
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
  [`${of}/events/{key}/copy`]: async (site) => {
    const later = { starts_at: '2030-08-12T09:00', ends_at: '2030-08-12T12:00' }
    return made(await applied(site, [kiln]), 'events/kiln/copy', {
      status: 201,
      body: { key: 'kiln-2', ...later },
      other: { key: 'kiln-3', ...later },
    })
  },
  [`${of}/events/{key}/publish`]: async (site) =>
    made(await applied(site, [{ ...kiln, status: 'draft' }]), 'events/kiln/publish', {
      status: 200,
      body: {},
      other: null,
    }),
  [`${of}/events/{key}/unpublish`]: async (site) =>
    made(await applied(site, [kiln]), 'events/kiln/unpublish', { status: 200, body: {}, other: null }),
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

async function applied(site: ProofSite, events: Written[]): Promise<string> {
  const file = { ...shortestFile(), events }
  const answer = await site.call(`${api}/${file.program}`, {
    method: 'PUT',
    headers: organiserHeaders,
    body: JSON.stringify(file),
  })
  if (answer.status !== 200) throw new Error(`a program's file was answered ${answer.status} ${answer.text}`)
  return file.program
}
