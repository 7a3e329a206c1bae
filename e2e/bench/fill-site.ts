import type { World } from '../../functions/test-bench/bench.ts'
import { benchSecrets } from '../../functions/test-bench/bench-secrets.ts'
import { makeCart } from '../../functions/test-bench/orders.ts'
import { makeAttendee, makeCustomer, type Person } from '../../functions/test-bench/people.ts'
import { makeEvent, makeQuestion } from '../../functions/test-bench/programs.ts'
import { makeCity } from '../../functions/organiser/program-file/make-city.ts'
import { benchProgram } from './bench-programs.ts'
import type { Runtime } from './runtime.ts'

/** What stands in the database of the measured site. */
export type Filled = {
  program: string
  event: string
  /** programs with 400 and 4,000 events */
  wide: Record<400 | 4000, string>
  /** the demo city: 4,000 events in 120 venues, as its file says them */
  city: string
  /** events with one question and with fifty */
  asking: Record<1 | 50, string>
  /** a family of eight with twenty orders */
  family: Person
  /** somebody with a thousand orders, and one of them */
  regular: Person
  orders: { few: string; many: string }
}
const programs = 20

/** Fills an empty site: twenty programs of forty events as organisations would, wide ones, and families. */
export async function fillSite(site: Runtime, world: World): Promise<Filled> {
  for (let number = 1; number <= programs; number += 1) await apply(site, benchProgram(number))
  const program = 'bench-01'
  const [first] = (await site.ask(`/api/v1/explore/events?program_id=${program}&limit=1`)).body.data as { id: string }[]
  const { results: options } = await world.env.DB.prepare('SELECT id FROM event_options WHERE event_id = ?')
    .bind(first?.id)
    .all<{ id: string }>()
  const [event, option] = [first?.id ?? '', options[0]?.id ?? '']

  const wide = { 400: await widen(world, program, 10), 4000: await widen(world, program, 100) }
  const city = makeCity()
  await apply(site, city)
  const asking = { 1: await askingEvent(world, program, 1), 50: await askingEvent(world, program, 50) }
  const family = await makeCustomer(world, { programIds: [program] })
  const people = await Promise.all(Array.from({ length: 8 }, () => makeAttendee(world, family, { programId: program })))
  const regular = await makeCustomer(world, { programIds: [program] })
  const one = await makeAttendee(world, regular, { programId: program })
  const plain = await makeEvent(world, { programId: program, options: [{ cost: 18_000 }] })
  const input = { programId: program, eventId: plain.event_id, optionId: plain.option_ids[0] }
  const ownOrder = await makeCart(world, family, {
    programId: program,
    eventId: event,
    optionId: option,
    attendeeIds: people.slice(0, 2),
  })
  const manyOrder = await makeCart(world, regular, { ...input, attendeeIds: [one] })
  await copyOrders(world, ownOrder.order_id, 19)
  await copyOrders(world, manyOrder.order_id, 999)
  return {
    program,
    event,
    wide,
    city: city.program,
    asking,
    family,
    regular,
    orders: { few: ownOrder.order_id, many: manyOrder.order_id },
  }
}

async function apply(site: Runtime, program: Record<string, unknown>): Promise<void> {
  const [id = '', secret = ''] = benchSecrets.ORGANISER_CLIENTS.split(':')
  const answer = await site.ask(`/api/v1/organiser/programs/${String(program.program)}?dry_run=false`, {
    method: 'PUT',
    headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(program),
  })
  if (answer.status !== 200 || answer.body.refusals.length > 0)
    throw new Error(`A program of the benchmark was refused: ${answer.status} ${answer.text.slice(0, 600)}`)
}

/** A program with every event of another one so many times, each a second after the one before. */
async function widen(world: World, program: string, times: number): Promise<string> {
  const wide = `${program}-x${times}`
  const copies = `WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ${times})`
  const copied = async (table: string, changed: Record<string, string>, from: string) => {
    const columns = await columnsOf(world, table)
    await world.env.DB.prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) ${copies} SELECT ${columns.map((name) => changed[name] ?? `t.${name}`).join(', ')} FROM ${from}`,
    )
      .bind(...(from.includes('?1') ? [program] : []))
      .all()
  }
  const programs = await columnsOf(world, 'programs')
  await world.env.DB.prepare(
    `INSERT INTO programs (${programs.join(', ')}) SELECT ${programs.map((name) => (name === 'id' ? `'${wide}'` : name)).join(', ')} FROM programs WHERE id = ?1`,
  )
    .bind(program)
    .all()
  const ofEvent = (name: string) => `t.${name} || 'x${times}n' || n`
  await copied(
    'events',
    {
      id: ofEvent('id'),
      program_id: `'${wide}'`,
      key: ofEvent('key'),
      starts_at: 't.starts_at + n * 1000',
      ends_at: 't.ends_at + n * 1000',
    },
    'events AS t CROSS JOIN copies WHERE t.program_id = ?1',
  )
  await copied(
    'event_options',
    { id: ofEvent('id'), event_id: ofEvent('event_id'), program_id: `'${wide}'` },
    'events AS e CROSS JOIN event_options AS t ON t.event_id = e.id CROSS JOIN copies WHERE e.program_id = ?1',
  )
  await copied(
    'event_venues',
    { event_id: ofEvent('event_id') },
    'events AS e CROSS JOIN event_venues AS t ON t.event_id = e.id CROSS JOIN copies WHERE e.program_id = ?1',
  )
  return wide
}

async function askingEvent(world: World, programId: string, questions: number): Promise<string> {
  const questionIds = await Promise.all(
    Array.from({ length: questions }, (_, at) =>
      makeQuestion(world, programId, { title: `What should the coach know about habit ${at + 1}?`, required: false }),
    ),
  )
  return (await makeEvent(world, { programId, questionIds, startsAt: Date.now() + 2000 * 86_400_000 })).event_id
}

/** So many more orders like one, cancelled and with its items, each a second older. */
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
