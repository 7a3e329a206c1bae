import type { World } from '../../functions/test-bench/bench.ts'
import { makeCart } from '../../functions/test-bench/orders.ts'
import { makeAttendee, makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import { benchProgram } from './bench-programs.ts'
import type { Runtime } from './runtime.ts'
import { benchSecrets } from '../../functions/test-bench/stand-ins.ts'

/** The rows that the benchmark reads. */
export type Filled = {
  program: string
  event: string
  /** A family of eight with twenty orders. */
  family: Person
}
const programs = 20

/** Fills an empty site with twenty programs of forty events each, and one family. */
export async function fillSite(site: Runtime, world: World): Promise<Filled> {
  for (let number = 1; number <= programs; number += 1) await apply(site, benchProgram(number))
  const program = 'bench-01'
  const [event] = (await site.request(`/api/v1/explore/events?program_id=${program}&limit=1`)).body.data as {
    id: string
  }[]
  const { results: options } = await world.env.DB.prepare('SELECT id FROM event_options WHERE event_id = ?')
    .bind(event?.id)
    .all<{ id: string }>()
  const eventId = event?.id ?? ''
  const family = await makeCustomer(world, { programIds: [program] })
  const people = await Promise.all(Array.from({ length: 8 }, () => makeAttendee(world, family, { programId: program })))
  const order = await makeCart(world, family, {
    programId: program,
    eventId,
    optionId: options[0]?.id ?? '',
    attendeeIds: people.slice(0, 2),
  })
  await copyOrders(world, order.order_id, 19)
  return { program, event: eventId, family }
}

async function apply(site: Runtime, program: Record<string, unknown>): Promise<void> {
  const [id = '', secret = ''] = benchSecrets.ORGANISER_CLIENTS.split(':')
  const answer = await site.request(`/api/v1/organiser/programs/${String(program.program)}?dry_run=false`, {
    method: 'PUT',
    headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(program),
  })
  if (answer.status !== 200 || answer.body.refusals.length > 0)
    throw new Error(`A program of the benchmark was refused: ${answer.status} ${answer.text.slice(0, 600)}`)
}

/** Adds cancelled copies of an order with its items, each a second older than the previous one. */
async function copyOrders(world: World, orderId: string, times: number): Promise<void> {
  const copies = `WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ${times})`
  const [orders, items] = [await columnsOf(world, 'orders'), await columnsOf(world, 'order_items')]
  const order: Record<string, string> = {
    id: "t.id || 'n' || n",
    status: "'cancelled'",
    created: 't.created - n * 1000',
    hold_expires_at: 'NULL',
    hold_started_at: 'NULL',
    receipt_number: 'NULL',
  }
  const item: Record<string, string> = {
    id: "t.id || 'n' || n",
    order_id: "t.order_id || 'n' || n",
    registration_id: 'NULL',
  }
  await world.env.DB.prepare(
    `INSERT INTO orders (${orders.join(', ')}) ${copies} SELECT ${orders.map((name) => order[name] ?? `t.${name}`).join(', ')} FROM orders AS t CROSS JOIN copies WHERE t.id = ?1`,
  )
    .bind(orderId)
    .all()
  await world.env.DB.prepare(
    `INSERT INTO order_items (${items.join(', ')}) ${copies} SELECT ${items.map((name) => item[name] ?? `t.${name}`).join(', ')} FROM order_items AS t CROSS JOIN copies WHERE t.order_id = ?1`,
  )
    .bind(orderId)
    .all()
}

async function columnsOf(world: World, table: string): Promise<string[]> {
  const { results } = await world.env.DB.prepare('SELECT name FROM pragma_table_info(?1)')
    .bind(table)
    .all<{ name: string }>()
  return results.map(({ name }) => name)
}
