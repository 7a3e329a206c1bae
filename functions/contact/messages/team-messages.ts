import type { Ctx, Reach } from '../../platform/context.ts'
import { threadOf } from './message-rows.ts'

type Team = { program_id: string; reach: Reach }

/** A message within the events of a member of the team, with its conversation; undefined outside of them. */
export const findMessageFor = async (ctx: Ctx, owner: Team, message_id: string) =>
  (await threadOf(ctx, { message_id, owner })).find(({ message }) => message.id === message_id)
