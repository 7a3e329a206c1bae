import { feedbackWords } from '../../contract/sentences/feedback-words.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { withoutCardNumbers } from '../support/report-text.ts'
import { feedbackAbout } from './about-rows.ts'
import { type ConversationRow, conversationById, insertConversation, insertMessage } from './message-rows.ts'
import { subjectOf } from './new-message.ts'
import { searchText } from '../../platform/database/search-text.ts'

/** A conversation to continue, with the statements that come first if it has no message yet. */
export type OpenedConversation = {
  conversation: Pick<ConversationRow, 'id' | 'customer_id' | 'program_id' | 'subject'>
  /** Inserts the conversation's row if there is none. */
  start: Statement[]
  /** Inserts the conversation's first message: the feedback of the family. */
  opening: Statement[]
}

/**
 * The id of the conversation about a feedback. It is the id of the feedback with another prefix, so that each feedback
 * has one conversation.
 */
export const conversationOfFeedback = (feedback_id: string): string => feedback_id.replace(/^fbk_/, 'cnv_')
const feedbackOfConversation = (conversation_id: string): string => conversation_id.replace(/^cnv_/, 'fbk_')

/** The conversation with this id, including one about feedback that was never answered; null if there is none. */
export async function openConversation(ctx: Ctx, id: string): Promise<OpenedConversation | null> {
  const [existing] = await conversationById(ctx, id)
  if (existing?.last_message_id) return { conversation: existing, start: [], opening: [] }
  const [feedback] = await feedbackAbout(ctx, feedbackOfConversation(id))
  return feedback ? startConversation(ctx, id, feedback) : null
}

// Two concurrent first answers insert each row once.
function startConversation(
  ctx: Ctx,
  id: string,
  feedback: Awaited<ReturnType<typeof feedbackAbout>>[number],
): OpenedConversation {
  const { customer_id, program_id, order_id, registration_id, rating, comments, submitted_at } = feedback
  const words = feedbackWords[feedback.language].conversation
  const { title } = localize({ title: feedback.title, translations: feedback.translations }, feedback.language)
  const subject = subjectOf(words.subject(title, feedback.person.first_name))
  const body = withoutCardNumbers([words.rating(rating ?? 0), comments].filter(Boolean).join('\n\n'))
  const created = submitted_at ?? ctx.now
  const conversation = { id, customer_id, program_id, subject }
  return {
    conversation,
    start: [
      insertConversation(ctx, {
        ...conversation,
        type: 'conversation',
        context: 'registration',
        order_id,
        registration_id,
        event_id: null,
        campaign_id: null,
        started_by: 'organiser',
        created: ctx.now,
        updated: ctx.now,
      }).onConflictDoNothing(),
    ],
    opening: [
      insertMessage(ctx, {
        id: id.replace(/^cnv_/, 'msg_'),
        conversation_id: id,
        sender: 'customer',
        sender_name: `${feedback.first_name} ${feedback.last_name}`,
        medium: 'in_app',
        body,
        search_text: searchText(`${subject} ${body}`),
        state: 'delivered',
        sent: created,
        created,
        updated: created,
      }).onConflictDoNothing(),
    ],
  }
}
