import { ApiError } from '../../contract/api-error.ts'
import type { CreateMessageRequest, Message, MessageContext } from '../../contract/contact/message.ts'
import { messageWords } from '../../contract/sentences/message-words.ts'
import { localize } from '../../contract/texts.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { profileToJoin } from '../../people/customers/join-program.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { withoutCardNumbers } from '../support/report-text.ts'
import { findUsableFiles } from '../../people/uploads/use-files.ts'
import { eventAbout, orderAbout, personOf, programAbout, registrationAbout } from './about-rows.ts'
import { insertConversation, ownConversation, shownMessage } from './message-rows.ts'
import { newMessage, subjectOf } from './new-message.ts'
import { showMessage } from './show-message.ts'

type About = {
  program_id: string
  context: MessageContext
  order_id: string | null
  registration_id: string | null
  event_id: string | null
  /** The default title of the conversation. */
  title: string
}

/**
 * POST messages: sends a customer's message to a program, in a conversation or as a new one about an order, a
 * registration, an event, a membership or in general. It is mailed to the program, or shown on the page only if the
 * program has no address. Card numbers are reduced to their last four digits.
 */
export async function sendMessage(ctx: CustomerContext, input: CreateMessageRequest): Promise<Message> {
  const { customer_id } = ctx.actor
  const start = input.conversation_id ? await continued(ctx, input.conversation_id) : await started(ctx, input)
  const { conversation_id, program_id } = start
  const [[program], [person], files] = await Promise.all([
    programAbout(ctx, { program_id, customer_id }),
    personOf(ctx, customer_id),
    findUsableFiles(ctx, { ids: input.attachments ?? [], purpose: 'attachment' }),
  ])
  if (!program || !person) throw new ApiError('not_found', { param: 'program_id' })
  if (files.length < new Set(input.attachments).size) throw new ApiError('file_not_found', { param: 'attachments' })
  if (start.isNew && program.features.communications !== true) throw new ApiError('feature_disabled')
  if (!program.profile_id && (program.billing_status === 'cancelled' || !input.new_customer_profile))
    throw new ApiError('required', { param: 'new_customer_profile' })

  const id = ctx.newId('msg')
  ctx.request.setCreatedLocation(`/v1/profile/messages/${id}`)
  const profile: Statement[] = program.profile_id
    ? []
    : [profileToJoin(ctx, { id: ctx.newId('cup'), customer_id, program_id: program.id })]
  const [[row]] = await commit(
    ctx,
    [
      ...profile,
      ...start.statements,
      ...newMessage(ctx, {
        id,
        conversation_id,
        subject: start.subject,
        sender: 'customer',
        sender_name: `${person.first_name} ${person.last_name}`,
        medium: program.email ? (input.medium ?? 'email') : 'in_app',
        body: withoutCardNumbers(input.body),
        file_ids: files.map((file) => file.id),
      }),
    ],
    shownMessage(ctx, id),
  )
  if (!row) throw new ApiError('internal_error')
  return showMessage(row)
}

type Start = {
  conversation_id: string
  program_id: string
  subject: string
  isNew: boolean
  statements: Statement[]
}

async function continued(ctx: CustomerContext, id: string): Promise<Start> {
  const [conversation] = await ownConversation(ctx, { id, owner: { customer_id: ctx.actor.customer_id } })
  if (!conversation) throw new ApiError('not_found', { param: 'conversation_id' })
  const { program_id, subject } = conversation
  return { conversation_id: id, program_id, subject, isNew: false, statements: [] }
}

async function started(ctx: CustomerContext, input: CreateMessageRequest): Promise<Start> {
  const { title, ...about } = await findAbout(ctx, input)
  const conversation_id = ctx.newId('cnv')
  const subject = subjectOf(withoutCardNumbers(input.subject || title))
  return {
    conversation_id,
    program_id: about.program_id,
    subject,
    isNew: true,
    statements: [
      insertConversation(ctx, {
        ...about,
        id: conversation_id,
        customer_id: ctx.actor.customer_id,
        type: 'conversation',
        campaign_id: null,
        subject,
        started_by: 'customer',
        created: ctx.now,
        updated: ctx.now,
      }),
    ],
  }
}

async function findAbout(ctx: CustomerContext, input: CreateMessageRequest): Promise<About> {
  const about = await readAbout(ctx, input)
  if (input.program_id && input.program_id !== about.program_id)
    throw new ApiError('not_found', { param: 'program_id' })
  if (input.context === 'order' && !about.order_id) throw new ApiError('required', { param: 'order_id' })
  if (input.context === 'registration' && !about.registration_id)
    throw new ApiError('required', { param: 'registration_id' })
  if (input.context === 'event' && !about.event_id) throw new ApiError('required', { param: 'event_id' })
  return { ...about, context: input.context ?? about.context }
}

// The named object must belong to the caller. Another customer's object gets the same error as a missing object.
async function readAbout(ctx: CustomerContext, input: CreateMessageRequest): Promise<About> {
  const { customer_id } = ctx.actor
  const words = messageWords[ctx.language]
  const nothing = { order_id: null, registration_id: null, event_id: null }
  if (input.registration_id) {
    const [found] = await registrationAbout(ctx, { id: input.registration_id, customer_id })
    if (!found || (input.order_id && input.order_id !== found.order_id))
      throw new ApiError('not_found', { param: 'registration_id' })
    const { title } = localize({ title: found.title, translations: found.translations }, ctx.language)
    const { program_id, order_id, attendee } = found
    const ids = { order_id, registration_id: input.registration_id, event_id: null }
    return { ...ids, program_id, context: 'registration', title: `${title}, ${attendee.first_name}` }
  }
  if (input.order_id) {
    const [found] = await orderAbout(ctx, { id: input.order_id, customer_id })
    if (!found) throw new ApiError('not_found', { param: 'order_id' })
    const { program_id, receipt_number } = found
    return { ...nothing, order_id: input.order_id, program_id, context: 'order', title: words.order(receipt_number) }
  }
  if (input.event_id) {
    const [found] = await eventAbout(ctx, { id: input.event_id, customer_id })
    if (!found) throw new ApiError('not_found', { param: 'event_id' })
    const { name } = localize({ name: found.title, translations: found.translations }, ctx.language)
    return { ...nothing, event_id: input.event_id, program_id: found.program_id, context: 'event', title: name }
  }
  if (!input.program_id) throw new ApiError('required', { param: 'program_id' })
  const context = input.context === 'membership' ? 'membership' : 'general'
  return { ...nothing, program_id: input.program_id, context, title: words[context] }
}
