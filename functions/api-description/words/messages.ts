import type { ShapeWords } from '../field-words.ts'

const about: ShapeWords = {
  context: ['What the conversation is about.', 'registration'],
  order_id: ['Order it is about, the `id` of an Order; null for none.', 'ord_7mC4xY2vB9'],
  registration_id: ['Registration it is about, the `id` of a Registration; null for none.', 'reg_4sD8fG1hJ6'],
  event_id: ['Event it is about, the `id` of an Event; null for none.', 'evt_5nK2pQ8rT1'],
}
const message: ShapeWords = {
  ...about,
  id: ['Id of the message.', 'msg_5nK2pQ8rT1'],
  conversation_id: ['Conversation it belongs to: the same for every answer.', 'cnv_7mC4xY2vB9'],
  contact_id: ['The customer in the program, the `id` of a CustomerProfile.', 'cup_4zX7cV1bN6'],
  type: ['What it is part of: a conversation, a campaign to many, or a notice of the system.', 'conversation'],
  medium: ['How it goes to its reader: by email too, or on the page alone. `sms` is reserved.', 'email'],
  subject: ['Subject of the conversation.', 'Canoe Week, Maya'],
  body: ['What was written, as plain text.', 'Could we do 4 pm instead of 3:30?'],
  quoted_text: [
    'What was cut from a reply by mail: its quote and signature, with links shortened to their host; null for none.',
    null,
  ],
  state: ['How far it is; it only goes on.', 'sent'],
  sender: ['Who wrote it: the customer or the organisation.', 'organiser'],
  sender_name: ['Name of who wrote it.', 'Jo Tremblay'],
  is_read: ['Whether the customer has read it; what they wrote themselves counts as read.', true],
  campaign_id: ['Campaign it is part of; null for none.', null],
  attachments: 'Files that came with it.',
  'attachments[].id': ['The `id` of a File.', 'file_1aS2dF3gH4'],
  'attachments[].name': ['Its name.', 'care-plan.pdf'],
  'attachments[].content_type': ['Its media type.', 'application/pdf'],
  'attachments[].size': ['Its length in bytes.', 215_040],
  num_messages: ['Messages of the conversation.', 3],
  num_unread: ['Of them, what the customer has not read.', 1],
  is_open: ['Whether the conversation is open. A new message opens a closed one.', true],
  sent: ['When its mail left, in UTC; null until then.', '2027-07-06T14:12:00.000Z', { format: 'date-time' }],
  opened: ['When it was opened for the first time, in UTC; null if that is not known.', null, { format: 'date-time' }],
}
const memberAt = (path: string): ShapeWords => ({
  [`${path}.staff_id`]: ['The `id` of a StaffMember.', 'stf_6hJ1kL9zX3'],
  [`${path}.first_name`]: ['First name; null once their account is erased.', 'Amara'],
  [`${path}.last_name`]: ['Last name; null once their account is erased.', 'Diallo'],
})
const forTeam: ShapeWords = {
  ...message,
  customer_id: ['The customer, the `id` of a Customer.', 'cus_9mB3nV7cX2'],
  assignee: 'The active member of the team who answers; null for no one.',
  ...memberAt('assignee'),
}
const body: ShapeWords = {
  body: ['What you write, as plain text.', 'Could we do 4 pm instead of 3:30?'],
  medium: ['How it goes to its reader: by email too (the default), or on the page alone.', 'email'],
  subject: ['Subject of a new conversation; what it is about where it is left out.', 'Canoe Week, Maya'],
}

export const messageShapes: Record<string, ShapeWords> = {
  Message: message,
  MessageThread: { ...message, messages: 'Every message of the conversation, the oldest first; at most the last 200.' },
  TeamMessage: forTeam,
  TeamThread: {
    ...forTeam,
    messages: 'Every message of the conversation, the oldest first; at most the last 200.',
    members: 'The members of the team who may answer it, by name.',
    ...memberAt('members[]'),
    changes: 'What staff did with the conversation, the oldest first; at most the last 20.',
    'changes[].to': ['What became of it.', 'assigned'],
    'changes[].by': 'The member who did it; null for a client of the API.',
    ...memberAt('changes[].by'),
    'changes[].assignee': 'The member to whom it was given, or from whom it was taken; null otherwise.',
    ...memberAt('changes[].assignee'),
    'changes[].at': ['When it was done, in UTC.', '2027-07-06T12:05:00.000Z', { format: 'date-time' }],
  },
  CloseConversationRequest: {
    answers: ['The newest message you saw, by `id`; 409 if another has arrived. It may be left out.', 'msg_5nK2pQ8rT1'],
  },
  AssignConversationRequest: {
    staff_id: ['Who answers: the `staff_id` of a member, `me` for yourself, or null for no one.', 'stf_6hJ1kL9zX3'],
    instead_of: [
      'The assignee you saw, null for none; 409 if it is another by now. It may be left out.',
      'stf_2bN8vC5xZ1',
    ],
  },
  CreateMessageRequest: {
    ...about,
    ...body,
    conversation_id: ['Conversation to go on in; without one a new one begins.', 'cnv_7mC4xY2vB9'],
    program_id: [
      'Program to write to; it may be left out where an order, a registration or an event says it.',
      'lakeside',
    ],
    attachments: ['Files you uploaded with the purpose `attachment`, by `id`.', ['file_1aS2dF3gH4']],
    new_customer_profile: ['Joins the program with the message; needed where you have no profile there yet.', true],
  },
  OrganiserMessageRequest: {
    ...body,
    conversation_id: ['Conversation to answer in.', 'cnv_7mC4xY2vB9'],
    feedback_id: ['Feedback to answer: the conversation begins with what was said.', 'fbk_3dF5gH7jK9'],
    contact_id: [
      'Whom to write to where there is no conversation yet, the `id` of a CustomerProfile.',
      'cup_4zX7cV1bN6',
    ],
    order_id: ['Order of theirs that a new conversation is about.', 'ord_7mC4xY2vB9'],
    registration_id: ['Registration of theirs that a new conversation is about.', 'reg_4sD8fG1hJ6'],
    sender_name: ['Who writes, as the customer reads it; the program’s name where it is left out.', 'Jo Tremblay'],
    answers: [
      'The newest message you saw in the conversation, by `id`; 409 if another has arrived. It may be left out.',
      'msg_5nK2pQ8rT1',
    ],
  },
  DeskConversation: {
    id: ['Id of the conversation.', 'cnv_7mC4xY2vB9'],
    subject: ['Subject of the conversation.', 'Canoe Week, Maya'],
    customer_name: ['Who you write with.', 'Nadia Roy'],
    context: ['What the conversation is about.', 'registration'],
    order_id: ['Order it is about; null for none.', 'ord_7mC4xY2vB9'],
    is_open: ['Whether the conversation is open. A new message opens a closed one.', true],
    messages: 'Its messages, the oldest first; at most the last 200.',
    'messages[].id': ['Id of the message.', 'msg_5nK2pQ8rT1'],
    'messages[].sender': ['Who wrote it: the customer or the organisation.', 'customer'],
    'messages[].sender_name': ['Name of who wrote it.', 'Nadia Roy'],
    'messages[].body': ['What was written, as plain text.', 'Could we do 4 pm instead of 3:30?'],
    'messages[].quoted_text': [
      'What was cut from a reply by mail: its quote and signature, with links shortened to their host; null for none.',
      null,
    ],
    'messages[].state': ['How far it is; it only goes on.', 'sent'],
    'messages[].is_read': ['Whether the customer has read it; what they wrote themselves counts as read.', true],
    'messages[].attachments': 'Files that came with it.',
    'messages[].attachments[].name': ['Its name.', 'care-plan.pdf'],
    'messages[].attachments[].size': ['Its length in bytes.', 215_040],
    'messages[].attachments[].url': [
      'Address that opens it, for as long as the link works.',
      '/uploads/file_1aS2dF3gH4.full~m3x9~c2ln',
    ],
    'messages[].created': ['When it was written, in UTC.', '2027-07-05T20:40:00.000Z', { format: 'date-time' }],
    expires_at: ['Until when the link works, in UTC.', '2027-07-19T20:40:00.000Z', { format: 'date-time' }],
  },
  AnswerConversationRequest: {
    token: ['Token of the link of the mail.', 'conversation.cnv_7mC4xY2vB9~m3x9~c2ln'],
    body: ['What you write, as plain text.', 'Yes, 4 pm is fine.'],
    sender_name: ['Your name, as the customer reads it.', 'Jo Tremblay'],
    answers: ['The newest message you saw, by `id`; may be left out.', 'msg_5nK2pQ8rT1'],
  },
}
