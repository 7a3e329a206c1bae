import type { Answer } from '../../functions/test-bench/ask.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { nextCommand, rivals } from './booking-commands.ts'
import type { Expected, Given } from './booking-rules.ts'
import type { Booking } from './booking-state.ts'
import { openWorld, type World } from './booking-world.ts'
import type { Command } from './choose-command.ts'
import { compareBooks } from './compare-books.ts'
import { seeded } from './seeded.ts'

export type Lived = {
  operations: number /** What differed, after which operations; empty when all was as the model has it. */
  differences: string[] /** So many were refused, as they had to be. */
  refused: number
}

/** Lives so many operations in a program of its own: after each the answer, the books and the audit must be as the model says. */
export async function liveRound(site: ProofSite, seed: number, most: number): Promise<Lived> {
  const random = seeded(seed)
  const world = await openWorld(site, random)
  const lived: Lived = { operations: 0, refused: 0, differences: [] }
  const told: string[] = []
  while (lived.operations < most && lived.differences.length === 0) {
    const pair = random.chance(0.04) ? rivals(world, random) : null
    const commands = pair ?? [nextCommand(world, random)]
    told.push(commands.map((command) => command.words).join(' | '))
    const differences =
      commands.length === 2 ? await actAtOnce(world, commands) : await actAlone(world, commands[0] as Command, lived)
    lived.operations += commands.length
    lived.differences.push(...differences, ...(await compareBooks(world)))
  }
  if (lived.differences.length > 0)
    lived.differences.push(`seed ${seed}, last of ${told.length}: ${told.slice(-8).join('; ')}`)
  await closeWorld(world)
  return lived
}

// What is left open would keep the clock busy in the rounds to come.
async function closeWorld({ site, programId }: World): Promise<void> {
  const orders = `(SELECT id FROM orders WHERE program_id = '${programId}')`
  for (const text of [
    `UPDATE payments SET status = 'cancelled' WHERE status IN ('created', 'requires_action', 'processing') AND order_id IN ${orders}`,
    `UPDATE orders SET status = 'cancelled' WHERE status IN ('draft', 'pending', 'requires_action', 'processing') AND program_id = '${programId}'`,
    `UPDATE registrations SET status = 'expired' WHERE status = 'pending' AND program_id = '${programId}'`,
  ])
    await site.sql(text)
}

async function actAlone(world: World, command: Command, lived: Lived): Promise<string[]> {
  const now = world.site.now()
  const answer = await command.act()
  const before = structuredClone(world.booking)
  const expected = command.model(world.booking, now, givenBy(answer))
  if ((expected?.status ?? 0) >= 400) lived.refused += 1
  if (isAsExpected(answer, expected)) return []
  Object.assign(world.booking, before)
  return [`${command.words}: answered ${said(answer)}, the model says ${expected?.status} ${expected?.type ?? ''}`]
}

// Whoever is served first, both must fit one order of the two.
async function actAtOnce(world: World, commands: Command[]): Promise<string[]> {
  const now = world.site.now()
  const answers = await Promise.all(commands.map((command) => command.act()))
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const trial: Booking = structuredClone(world.booking)
    const isPossible = order.every((at) =>
      isAsExpected(answers[at] ?? null, (commands[at] as Command).model(trial, now, givenBy(answers[at] ?? null))),
    )
    if (isPossible) {
      Object.assign(world.booking, trial)
      return []
    }
  }
  return [
    `${commands.map((command) => command.words).join(' and ')} at once: answered ${answers.map(said).join(' and ')}, which no order of the two gives`,
  ]
}

function isAsExpected(answer: Answer | null, expected: Expected | null): boolean {
  if (answer === null || expected === null) return answer === null && expected === null
  return answer.status === expected.status && (expected.type === undefined || answer.body?.type === expected.type)
}

function givenBy(answer: Answer | null): Given {
  const body = answer?.body ?? {}
  return { id: String(body.id ?? ''), items: body.items, version: body.quote_version }
}

const said = (answer: Answer | null) => (answer ? `${answer.status} ${answer.body?.type ?? ''}` : 'nothing')
