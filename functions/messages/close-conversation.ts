import type { MessageThread } from '../contract/message.ts'
import type { OrganiserContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { closeRow } from './message-rows.ts'
import { readMessageOfProgram } from './show-message.ts'

/** Ends the conversation of a message; one that has ended stays so, and the next message of either side opens it again. */
export async function closeConversation(
  ctx: OrganiserContext,
  input: { program_id: string; message_id: string },
): Promise<MessageThread> {
  const { conversation_id, is_open } = await readMessageOfProgram(ctx, input)
  if (is_open) await commit(ctx, [closeRow(ctx, conversation_id)])
  return readMessageOfProgram(ctx, input)
}
