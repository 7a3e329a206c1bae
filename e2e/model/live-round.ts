import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { nextCommand, rivals, type Subject } from './booking-commands.ts'
import type { Expected, AnswerIds } from './expected-answers.ts'
import type { Booking } from './booking-state.ts'
import { openWorld, type World } from './booking-world.ts'
import type { Command } from './choose-command.ts'
import { compareBooks } from './compare-books.ts'
import { compareReports } from './compare-reports.ts'
import { arrayOf, choiceNumbers, choicesFrom, findFailure } from '../../functions/test-bench/choices.ts'

/** Maximum time for shrinking a failing round. */
const shrinkMs = 60_000
/** Maximum number of random draws per operation. Further draws use the first choice. */
const numbersOfOperation = 60

export type LivedRound = {
  operations: number
  /** Number of operations that were correctly refused. */
  refused: number
  /** The difference from the model with the operations before it; null without a difference. */
  failure: string | null
}

/**
 * Runs operations in a new program. After each operation the response, the stored data and the audit must agree with
 * the model.
 */
export async function liveRound(
  site: ProofSite,
  input: { seed: number; operations: number; isShrunk: boolean; subject?: Subject | undefined },
): Promise<LivedRound> {
  const sums = { operations: 0, refused: 0 }
  let hasFailed = false
  const failure = await findFailure({
    arbitrary: arrayOf(choiceNumbers(numbersOfOperation), input.operations),
    seed: input.seed,
    runs: 1,
    shrinkMs: input.isShrunk ? shrinkMs : 0,
    test: async (steps) => {
      const lived = await liveSteps(site, steps, input.subject ?? null)
      if (!hasFailed) Object.assign(sums, { operations: lived.operations, refused: lived.refused })
      if (lived.differences.length === 0) return
      hasFailed = true
      throw new Error(`${lived.differences.join('; ')}, after ${lived.words.join('; ')}`)
    },
  })
  return { ...sums, failure }
}

type Lived = { operations: number; refused: number; differences: string[]; words: string[] }

async function liveSteps(site: ProofSite, steps: number[][], subject: Subject | null): Promise<Lived> {
  const world = await openWorld(site, choicesFrom(steps[0] ?? []), subject)
  const lived: Lived = { operations: 0, refused: 0, differences: [], words: [] }
  for (const step of steps) {
    if (lived.operations >= steps.length || lived.differences.length > 0) break
    const choices = choicesFrom(step)
    const pair = choices.chance(world.subject === 'staff' ? 0.3 : 0.06) ? rivals(world, choices) : null
    const commands = pair ?? [nextCommand(world, choices, lived.operations)]
    lived.words.push(commands.map((command) => command.words).join(' | '))
    const differences =
      commands.length === 2 ? await actAtOnce(world, commands) : await actAlone(world, commands[0] as Command, lived)
    lived.operations += commands.length
    lived.differences.push(...differences, ...(await compareBooks(world)))
  }
  if (lived.differences.length === 0) lived.differences.push(...(await compareReports(world)))
  await closeWorld(world)
  return lived
}

// Open orders would keep the scheduler busy in later rounds.
async function closeWorld({ site, programId }: World): Promise<void> {
  const orders = `(SELECT id FROM orders WHERE program_id = '${programId}')`
  for (const text of [
    `UPDATE order_instalments SET next_try_at = NULL WHERE order_id IN ${orders}`,
    `UPDATE payments SET status = 'cancelled' WHERE status IN ('created', 'requires_action', 'processing') AND order_id IN ${orders}`,
    `UPDATE orders SET status = 'cancelled' WHERE status IN ('draft', 'pending', 'requires_action', 'processing') AND program_id = '${programId}'`,
    `UPDATE memberships SET next_step_at = NULL WHERE program_id = '${programId}'`,
    `UPDATE registrations SET status = CASE status WHEN 'pending' THEN 'expired' ELSE 'cancelled' END WHERE status IN ('pending', 'waitlisted', 'offered') AND program_id = '${programId}'`,
  ])
    await site.sql(text)
}

async function actAlone(world: World, command: Command, lived: Lived): Promise<string[]> {
  const now = world.site.now()
  const answer = await command.act()
  const before = structuredClone(world.booking)
  const expected = command.model(world.booking, now, idsOf(answer))
  if ((expected?.status ?? 0) >= 400) lived.refused += 1
  if (isAsExpected(answer, expected)) return []
  Object.assign(world.booking, before)
  return [
    `${command.words}: answered ${describeAnswer(answer)}, the model says ${expected?.status} ${expected?.type ?? ''}`,
  ]
}

// Both responses must fit one of the two orders of execution.
async function actAtOnce(world: World, commands: Command[]): Promise<string[]> {
  const now = world.site.now()
  const answers = await Promise.all(commands.map((command) => command.act()))
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const trial: Booking = structuredClone(world.booking)
    const isPossible = order.every((index) =>
      isAsExpected(
        answers[index] ?? null,
        (commands[index] as Command).model(trial, now, idsOf(answers[index] ?? null)),
      ),
    )
    if (isPossible) {
      Object.assign(world.booking, trial)
      return []
    }
  }
  return [
    `${commands.map((command) => command.words).join(' and ')} at once: answered ${answers.map(describeAnswer).join(' and ')}, which no order of the two gives`,
  ]
}

function isAsExpected(answer: Answer | null, expected: Expected | null): boolean {
  if (answer === null || expected === null) return answer === null && expected === null
  return answer.status === expected.status && (expected.type === undefined || answer.body?.type === expected.type)
}

function idsOf(answer: Answer | null): AnswerIds {
  const body = answer?.body ?? {}
  return { id: String(body.id ?? ''), items: body.items, version: body.quote_version }
}

const describeAnswer = (answer: Answer | null) => (answer ? `${answer.status} ${answer.body?.type ?? ''}` : 'nothing')
