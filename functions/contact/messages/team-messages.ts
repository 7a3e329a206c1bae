import type { Ctx, Reach } from '../../platform/context.ts'
import { countUnanswered } from './message-list-rows.ts'
import { threadOf } from './message-rows.ts'

type Team = { program_id: string; reach: Reach }

/** A message within the events of a member of the team, with its conversation; undefined outside of them. */
export const findMessageFor = async (ctx: Ctx, owner: Team, message_id: string) =>
  (await threadOf(ctx, { message_id, owner })).find(({ message }) => message.id === message_id)

/** Number of open conversations of a member's events that a customer wrote in last, since a time. */
export const numberUnanswered = async (ctx: Ctx, owner: Team, since: number): Promise<number> =>
  (await countUnanswered(ctx, { owner, since }))[0]?.total ?? 0
