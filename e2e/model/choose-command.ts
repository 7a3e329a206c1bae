import { organiserHeaders } from '../../functions/test-bench/program-file.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { Expected, AnswerIds } from './expected-answers.ts'
import type { Booking, ModelOrder } from './booking-state.ts'
import type { World } from './booking-world.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'

/** A command in words, on the site and in the model. Without a response only the state is compared. */
export type Command = {
  words: string
  act: () => Promise<Answer | null>
  model: (booking: Booking, now: number, answerIds: AnswerIds) => Expected | null
}
export type Maker = (world: World, choices: Choices) => Command | null

/** The attempts to enter a code that the model makes within its time, below the limit of the site. */
export const maxCodeAttempts = 8
export const path = '/api/v1/profile'
export const personOf = (world: World, customer: number) => world.people[customer] as World['people'][number]
export const post = (world: World, customer: number, address: string, body: unknown) => () =>
  world.site.call(`${path}${address}`, personOf(world, customer).json(body))
export const send = (world: World, customer: number, method: string, address: string) => () =>
  world.site.call(`${path}${address}`, { method, headers: personOf(world, customer).headers })
/** A POST of the organisation. */
export const office = (world: World, address: string, body: unknown) => () =>
  world.site.call(`/api/v1/organiser/programs/${world.programId}${address}`, {
    method: 'POST',
    headers: organiserHeaders,
    body: JSON.stringify(body),
  })
// Orders that pay for a membership or a reschedule have separate commands.
const isOwn = ({ lines, moves, status }: ModelOrder) =>
  lines.some(({ plan }) => plan !== undefined) || (moves !== undefined && status !== 'paid')
/** True for a cart with places and the membership that is bought with them. */
const isJoining = ({ status, lines, payments }: ModelOrder) =>
  status === 'draft' && payments.length === 0 && lines.some(({ place }) => place !== '')
const isEnded = (order: ModelOrder) => order.status === 'cancelled' || order.status === 'expired'
/** Mostly an open order. An ended order must be refused as well. */
export function anyOrder(
  world: World,
  choices: Choices,
  which: (order: ModelOrder) => boolean = () => true,
  mayOwn: (order: ModelOrder) => boolean = () => false,
): ModelOrder | null {
  const isAnyway = choices.chance(0.15)
  const isPossible = (order: ModelOrder) => (!isOwn(order) || mayOwn(order)) && which(order)
  return pick(choices, world.booking.orders, (order) => isPossible(order) && (isAnyway || !isEnded(order)))
}
/** Mostly an open order, or a cart with a membership that is bought with its places. */
export const anyCart = (world: World, choices: Choices, which: (order: ModelOrder) => boolean = () => true) =>
  anyOrder(world, choices, which, isJoining)

export const isCart = (order: ModelOrder) =>
  order.lines.length > 0 && (order.status === 'draft' || order.status === 'pending')
export const pick = <Value>(choices: Choices, values: Value[], which: (value: Value) => boolean): Value | null => {
  const fitting = values.filter(which)
  // The newest order is the most likely choice.
  return fitting.length === 0 ? null : choices.chance(0.6) ? (fitting.at(-1) as Value) : choices.pick(fitting)
}
