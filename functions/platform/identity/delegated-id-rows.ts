import { type SQL, sql } from 'drizzle-orm'
import { among } from '../database/json-lists.ts'
import type { Ctx } from '../context.ts'
import type { Delegation } from '../actor.ts'

/**
 * True for an object on offer in another program. The call itself handles an unknown id, because a form may name a
 * former question.
 */
const offeredBy = (table: string) => (program: SQL) =>
  sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} AS found WHERE found.id = sent.value AND found.program_id IS NOT ${program})`

/**
 * True unless the object belongs to the program, by its own column or through its owner. An object of another program
 * gets the same answer as a missing one.
 */
const inTable = (table: string) => (program: SQL) =>
  sql`NOT EXISTS (SELECT 1 FROM ${sql.raw(table)} AS found WHERE found.id = sent.value AND found.program_id = ${program})`
const through = (table: string, owner: string, column: string) => (program: SQL) =>
  sql`NOT EXISTS (SELECT 1 FROM ${sql.raw(table)} AS found JOIN ${sql.raw(owner)} AS owner ON owner.id = found.${sql.raw(column)} WHERE found.id = sent.value AND owner.program_id = ${program})`
const ofOrder = (table: string) => through(table, 'orders', 'order_id')

/** True for a stored card of another program. Any other id was made by the card form. */
const isOtherCard = (program: SQL) =>
  sql`EXISTS (SELECT 1 FROM payment_sources AS found JOIN customer_profiles AS owner ON owner.id = found.customer_profile_id WHERE found.id = sent.value AND owner.program_id <> ${program})`

/**
 * True for a person outside the program. A person is in the programs that they did not leave, while the customer did
 * not archive them.
 */
const isOtherPerson = (program: SQL, customer: SQL) =>
  sql`NOT EXISTS (SELECT 1 FROM attendee_profiles AS found JOIN relations AS r ON r.attendee_id = found.attendee_id AND r.customer_id = ${customer}
    WHERE found.attendee_id = sent.value AND found.program_id = ${program} AND found.status <> 'disconnected' AND r.archived_at IS NULL)`

/**
 * True for a file outside the program. A file belongs to the programs of the answers or people that use it; an unused
 * file belongs to every program.
 */
const isOtherFile = (program: SQL) =>
  sql`EXISTS (SELECT 1 FROM file_uses AS used WHERE used.file_id = sent.value)
    AND NOT EXISTS (SELECT 1 FROM file_uses AS used JOIN registrations AS g ON g.id = used.owner_id WHERE used.file_id = sent.value AND used.kind = 'registration' AND g.program_id = ${program})
    AND NOT EXISTS (SELECT 1 FROM file_uses AS used JOIN attendee_profiles AS p ON p.attendee_id = used.owner_id WHERE used.file_id = sent.value AND used.kind = 'attendee' AND p.program_id = ${program} AND p.status <> 'disconnected')`

type IsElsewhere = (program: SQL, customer: SQL) => SQL

/**
 * For each prefix of an id, the condition that the object belongs to another program. An id with any other prefix is
 * refused.
 */
const elsewhere: Record<string, IsElsewhere> = {
  aop: offeredBy('appointment_options'),
  apt: offeredBy('appointment_types'),
  att: isOtherPerson,
  cat: offeredBy('product_categories'),
  cmp: offeredBy('campaigns'),
  cnv: inTable('conversations'),
  crd: inTable('session_credits'),
  cup: inTable('customer_profiles'),
  dis: ofOrder('discounts'),
  evt: offeredBy('events'),
  fbk: inTable('feedback'),
  file: isOtherFile,
  itm: ofOrder('order_items'),
  mem: inTable('memberships'),
  mpk: offeredBy('membership_packages'),
  msg: through('messages', 'conversations', 'conversation_id'),
  ntf: inTable('notifications'),
  opt: offeredBy('event_options'),
  ord: inTable('orders'),
  pap: inTable('attendee_profiles'),
  pay: ofOrder('payments'),
  pm: isOtherCard,
  prd: offeredBy('products'),
  que: offeredBy('questions'),
  reg: inTable('registrations'),
  rfr: ofOrder('refund_requests'),
  spk: offeredBy('session_packages'),
  var: offeredBy('product_variations'),
  wai: offeredBy('waivers'),
}

/** Prefixes of ids that belong to the customer, not to a program. */
const ofCustomer = ['adr', 'cus', 'usr']

/** An id that this site made. */
const isOwnId = /_[0-9a-f]{32}$/
const prefixOf = (id: string): string => id.slice(0, id.indexOf('_'))

const anyOf = (ctx: Ctx, ids: readonly string[], condition: SQL) =>
  ctx.db
    .select({ id: sql<string>`sent.value` })
    .from(sql`${among(ids)} AS sent`)
    .where(condition)
    .limit(1)

/** The first id of another program, or of a kind that is not in the list; null when the client may use every id. */
export async function findIdOfOtherProgram(
  ctx: Ctx,
  ids: readonly string[],
  { program_id, customer_id }: Pick<Delegation, 'program_id'> & { customer_id: string },
): Promise<string | null> {
  const byPrefix = Map.groupBy(
    ids.filter((id) => !ofCustomer.includes(prefixOf(id))),
    prefixOf,
  )
  const statements: ReturnType<typeof anyOf>[] = []
  for (const [prefix, some] of byPrefix) {
    const isElsewhere = elsewhere[prefix]
    if (isElsewhere) {
      const condition = isElsewhere(sql`${program_id}`, sql`${customer_id}`)
      statements.push(anyOf(ctx, some, condition))
      continue
    }
    const unknown = some.find((id) => isOwnId.test(id))
    if (unknown !== undefined) return unknown
  }
  const [first, ...rest] = statements
  if (!first) return null
  const answers = await ctx.db.batch([first, ...rest])
  return answers.flat()[0]?.id ?? null
}
