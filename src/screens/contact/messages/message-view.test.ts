import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/contact/message'
import type { FormFailure } from '../../../api/page-request.ts'
import { textIn } from '../../../locales/choose-language.ts'
import { exampleEvent, exampleProgramContext } from '../../example-program.ts'
import { byDay, choicesOf, excerpt, initials, lastMoment, questionAddress } from './message-view.ts'
import { refusedMessage } from './refused-message.ts'

const context = { ...exampleProgramContext('en'), features: null }

describe('a message in the list of messages', () => {
  it.each([
    ['Nadia Roy', 'NR'],
    ['Lakeside Camps Inc', 'LI'],
    ['éloïse', 'É'],
    ['  ', ''],
  ])('the author "%s" has the initials "%s"', (name, letters) => expect(initials(name)).toBe(letters))

  it('a message is shown by its beginning in one line', () => {
    expect(excerpt('Yes.\n\nSee you.')).toBe('Yes. See you.')
    expect(excerpt('x'.repeat(300))).toHaveLength(120)
  })

  it('a message of today shows its time and an older one its date', () => {
    const now = Date.parse('2027-07-06T20:00:00Z')
    expect(lastMoment('2027-07-06T14:12:00Z', { context, now })).toMatch(/10:12/)
    expect(lastMoment('2027-07-06T02:00:00Z', { context, now })).toMatch(/July\s5/)
  })
})

describe('a conversation', () => {
  it('a conversation is grouped by day', () => {
    const at = (created: string) => ({ created }) as Message
    const days = byDay(['2027-07-06T02:00:00Z', '2027-07-06T14:00:00Z', '2027-07-06T15:00:00Z'].map(at), context)
    expect(days.map(({ messages }) => messages.length)).toEqual([1, 2])
  })

  it('a new message offers the topic of its page first', () => {
    const topics = { order: null, registration: null, event: exampleEvent, coming: [] }
    const values = choicesOf(topics, context).map(({ value }) => value)
    expect(values[0]).toBe(`event:${exampleEvent.id}`)
    expect(values.at(-1)).toBe('general')
  })
})

describe('a rejected message', () => {
  const { messages: words } = textIn('en')
  const refused = (type: string, param: string | null): FormFailure => ({
    form: 'message',
    type: type as FormFailure['type'],
    message: 'Field is required.',
    param,
    errors: [],
    values: { body: 'Hello', attachment: 'file_1', attachment_name: 'plan.pdf' },
  })

  it('a rejected message keeps its text', () => {
    expect(refusedMessage(refused('required', 'body'), words).error('body')).toBe(words.errors.body)
    expect(refusedMessage(refused('file_too_large', 'file'), words).error('file')).toBe(words.errors.file)
    const { typed, kept, error } = refusedMessage(refused('too_long', 'body'), words)
    expect([typed('body'), kept, error('body')]).toEqual([
      'Hello',
      { id: 'file_1', name: 'plan.pdf' },
      'Field is required.',
    ])
    expect(refusedMessage(refused('file_not_found', 'attachments'), words).kept).toBeNull()
    expect(refusedMessage(refused('too_many_requests', null), words).failure?.message).toBe(words.errors.tooMany)
    expect(refusedMessage(null, words)).toMatchObject({ failure: null, kept: null })
  })
})

const questioner = exampleProgramContext('en')
describe('a question without an account', () => {
  it('a question about an event opens the support form with the event and the topic', () => {
    const address = new URL(questionAddress(questioner as never, 'event:evt_1') ?? '', 'https://muster.example')
    expect([address.pathname, Object.fromEntries(address.searchParams)]).toEqual([
      '/support',
      { program_id: 'lakeside', about: 'question.program_information', url: '/pg/lakeside/evt/evt_1' },
    ])
  })
  it.each(['order:ord_1', 'registration:reg_1', 'membership', null])('a question about %s needs the account', (about) =>
    expect(questionAddress(questioner as never, about)).toBeNull(),
  )
})
