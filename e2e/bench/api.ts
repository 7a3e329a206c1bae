import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Line } from './budget.ts'
import { cpuPerRequest } from './cpu-per-request.ts'
import { measuredSite } from './measured-site.ts'

/** Number of starts of each side: two processes of the same build differ by ten per cent and more. */
const starts = 3

type Read = {
  name: string
  path: string
  isSignedIn: boolean
  sql: string
  params: (string | number)[]
  json: string[]
}

/**
 * Budgets of the API: the CPU of JSON reads, which include validation and log-in. Bare Hono runs one query for the
 * same rows. The best of three starts counts.
 */
export async function api(): Promise<Line[]> {
  const { site, openFloors, family, program, event } = await measuredSite()
  const { user_id, customer_id } = family.identity
  const reads: Read[] = [
    {
      name: 'attendees, 8',
      path: '/api/v1/profile/attendees?limit=20',
      isSignedIn: true,
      params: [customer_id],
      json: ['relations', 'profiles'],
      sql: attendees,
    },
    {
      name: 'profile',
      path: '/api/v1/profile',
      isSignedIn: true,
      params: [user_id],
      json: [],
      sql: 'SELECT u.*, c.id AS customer_id, c.addresses FROM users AS u JOIN customers AS c ON c.user_id = u.id WHERE u.id = ?1',
    },
    {
      name: 'orders, 20',
      path: '/api/v1/profile/orders?limit=20',
      isSignedIn: true,
      params: [customer_id],
      json: ['program', 'items'],
      sql: orders,
    },
    {
      name: 'events, 40',
      path: `/api/v1/explore/events?program_id=${program}&status=upcoming&limit=40`,
      isSignedIn: false,
      params: [program, Date.now()],
      json: ['program', 'options', 'venues', 'questions'],
      sql: events,
    },
    {
      name: 'event',
      path: `/api/v1/explore/events/${event}`,
      isSignedIn: false,
      params: [event],
      json: ['program', 'options', 'venues', 'questions'],
      sql: events.replace(/WHERE e\.program_id[\s\S]*/, 'WHERE e.id = ?1'),
    },
  ]
  const hono = await openFloors({
    PAGE: '',
    HEAD: '',
    TAIL: '',
    CARDS: '[]',
    READS: JSON.stringify(Object.fromEntries(reads.map(({ name, ...read }) => [name, read]))),
  })
  const comparisons = reads.map(({ name, path, isSignedIn }) => ({
    page: name,
    sides: {
      ours: { cpuMs: site.cpuMs, request: () => site.request(path, { headers: isSignedIn ? family.headers : {} }) },
      bare: { cpuMs: hono.cpuMs, request: () => hono.request(`/reads/${encodeURIComponent(name)}`) },
    },
  }))
  const best = new Map<string, Record<'ours' | 'bare', number>>()
  for (let start = 0; start < starts; start += 1) {
    if (start > 0) for (const runtime of [site, hono]) await runtime.restart()
    await family.renew()
    for (const { name, path, isSignedIn } of reads)
      mustBeAlike(
        name,
        await site.request(path, { headers: isSignedIn ? family.headers : {} }),
        await hono.request(`/reads/${encodeURIComponent(name)}`),
      )
    for (const { page, sides } of comparisons) {
      const cpu = await cpuPerRequest(sides)
      const { ours, bare } = best.get(page) ?? cpu
      best.set(page, { ours: Math.min(ours, cpu.ours), bare: Math.min(bare, cpu.bare) })
      console.log(
        `  ${page}, start ${start + 1}: ${cpu.ours.toFixed(2)} and ${cpu.bare.toFixed(2)} ms, ${(cpu.ours / cpu.bare).toFixed(2)} ×`,
      )
    }
  }
  return comparisons.map(({ page }) => {
    const { ours = 0, bare = 0 } = best.get(page) ?? {}
    return {
      part: 'api',
      page,
      what: 'CPU, bare Hono + one query = 1',
      budget: 1.8,
      measured: ours / bare,
      unit: 'times',
    }
  })
}

function mustBeAlike(name: string, ours: Answer, theirs: Answer): void {
  const rows = Array.isArray(ours.body.data) ? ours.body.data.length : 1
  if (ours.status !== 200 || rows !== theirs.body.data?.length)
    throw new Error(
      `${name}: ${ours.status} with ${rows} rows, and the floor ${theirs.status} with ${theirs.body?.data?.length}`,
    )
}

const attendees = `SELECT a.*,
  (SELECT json_group_array(json_object('customer_id', r.customer_id, 'relation', r.relation, 'rights', json(r.rights), 'created', r.created)) FROM relations AS r WHERE r.attendee_id = a.id) AS relations,
  (SELECT json_group_array(json_object('id', p.id, 'program_id', p.program_id, 'primary_contact_id', p.primary_contact_id, 'is_archived', p.is_archived, 'created', p.created)) FROM attendee_profiles AS p WHERE p.attendee_id = a.id) AS profiles
  FROM attendees AS a WHERE a.id IN (SELECT attendee_id FROM relations WHERE customer_id = ?1) ORDER BY a.first_name, a.id LIMIT 20`
const orders = `SELECT o.*, u.first_name, u.last_name, u.email, json_object('id', p.id, 'name', p.name, 'timezone', p.timezone, 'currency', p.default_currency) AS program,
  (SELECT json_group_array(json_object('id', i.id, 'name', i.product_name, 'amount', i.amount)) FROM order_items AS i WHERE i.order_id = o.id) AS items
  FROM orders AS o JOIN programs AS p ON p.id = o.program_id JOIN customers AS c ON c.id = o.customer_id JOIN users AS u ON u.id = c.user_id WHERE o.customer_id = ?1 ORDER BY o.created, o.id LIMIT 20`
const events = `SELECT e.*,
  (SELECT json_object('id', p.id, 'name', p.name, 'timezone', p.timezone, 'currency', p.default_currency, 'selling', json(p.selling)) FROM programs AS p WHERE p.id = e.program_id) AS program,
  (SELECT json_group_array(json_object('id', o.id, 'name', o.name, 'cost', o.cost, 'minimum_age', o.minimum_age, 'maximum_age', o.maximum_age, 'spots_total', o.spots_total, 'spots_taken', o.spots_taken, 'sale_starts_at', o.sale_starts_at, 'sale_ends_at', o.sale_ends_at)) FROM event_options AS o WHERE o.event_id = e.id) AS options,
  (SELECT json_group_array(json_object('id', v.id, 'name', v.name, 'address', json(v.address), 'timezone', v.timezone)) FROM event_venues AS ev CROSS JOIN venues AS v WHERE ev.event_id = e.id AND v.id = ev.venue_id) AS venues,
  (SELECT json_group_array(json_object('id', q.id, 'title', q.title, 'type', q.type)) FROM event_questions AS eq CROSS JOIN questions AS q WHERE eq.event_id = e.id AND q.id = eq.question_id) AS questions
  FROM events AS e WHERE e.program_id = ?1 AND e.status = 'published' AND e.starts_at > ?2 ORDER BY e.starts_at, e.id LIMIT 40`
