import { dayMs } from '../../contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskConversation } from '../../contract/organisation/desk-conversation.ts'
import type { Message, MessageThread } from '../../contract/contact/message.ts'
import { deskLink } from '../../delivery/mail/desk-link.ts'
import type { Bench } from '../../test-bench/bench.ts'
import { type Person, unique } from '../../test-bench/people.ts'
import { openBenchWithShop, openShop, type Shop } from '../../test-bench/shop.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { pdf, uploadOf } from '../../test-bench/uploads.ts'

const organisation = `camp${unique()}@lakeside.example`
type Answer = DeskConversation & { code: number; type: string; param: string }
let bench: Bench
let shop: Shop
beforeAll(async () => {
  ;({ bench, shop } = await openBenchWithShop({ program: { features: { communications: true } } }))
  await bench.env.DB.prepare('UPDATE programs SET email = ? WHERE id = ?').bind(organisation, shop.programId).run()
})

const write = async (person: Person, body: string, extra: Record<string, unknown> = {}) => {
  const answer = await bench.call('/v1/profile/messages', person.json({ program_id: shop.programId, body, ...extra }))
  return (await answer.json()) as Message
}
const tokenOf = async (text: string): Promise<string> => {
  const mail = (await mailsTo(bench, organisation)).find((each) => each.text.includes(text))
  return decodeURIComponent(/desk\?token=([^&\s]+)/.exec(mail?.text ?? '')?.[1] ?? '')
}
const show = async (token: string, program_id = shop.programId) =>
  (await (await bench.call(`/v1/desk/conversation?${new URLSearchParams({ program_id, token })}`)).json()) as Answer
const answer = async (token: string, input: Record<string, unknown>, program_id = shop.programId) => {
  const response = await bench.call('/v1/desk/conversation', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ program_id, token, sender_name: 'Jo Tremblay', body: 'Yes, gladly.', ...input }),
  })
  return (await response.json()) as Answer
}
const thread = (person: Person, id: string) => shop.read<MessageThread>(person, `/v1/profile/messages/${id}`)

describe('the conversation page linked from a mail to the organisation', () => {
  it('the organisation answers on the page without an account', async () => {
    const person = await shop.customer({ firstName: 'Nadia' })
    const file = (await (await bench.call('/v1/files', uploadOf(person, { bytes: pdf() }))).json()) as { id: string }
    const text = `Is the bus early? ${unique()}`
    const message = await write(person, text, { attachments: [file.id], subject: 'The bus' })
    const token = await tokenOf(text)
    const shown = await show(token)
    expect(shown).toMatchObject({
      object: 'desk_conversation',
      subject: 'The bus',
      customer_name: 'Nadia Roy',
      messages: [{ id: message.id, sender: 'customer', body: text, attachments: [{ size: expect.any(Number) }] }],
    })
    expect(shown.messages[0]?.attachments[0]?.url).toMatch(/^\/uploads\/file_\w+\.full~/)

    const after = await answer(token, { answers: message.id, body: 'At 8.\r\nCard 4242 4242 4242 4242.' })
    expect(after.messages.at(-1)).toMatchObject({
      sender: 'organiser',
      sender_name: 'Jo Tremblay',
      body: 'At 8.\nCard •••• 4242.',
      is_read: false,
    })
    expect((await thread(person, message.id)).messages).toHaveLength(2)
    expect((await show(token)).messages.at(-1)?.is_read).toBe(true)
    const mail = (await mailsTo(bench, person.email)).find(({ text }) => text.includes('At 8.'))
    expect(mail?.subject).toContain('The bus')
  })

  it('an answer is rejected if a newer message has arrived', async () => {
    const person = await shop.customer()
    const text = `First ${unique()}`
    const first = await write(person, text)
    const token = await tokenOf(text)
    await write(person, 'And one more thing', { conversation_id: first.conversation_id })
    expect(await answer(token, { answers: first.id })).toMatchObject({ code: 409, type: 'state_conflict' })
    const { messages } = await show(token)
    expect(messages.map(({ body }) => body)).toEqual([text, 'And one more thing'])
    const [one, two] = await Promise.all([1, 2].map(() => answer(token, { answers: messages.at(-1)?.id })))
    expect([one?.code ?? 200, two?.code ?? 200].sort()).toEqual([200, 409])
    expect((await answer(token, {})).messages).toHaveLength(4)
  })

  it('an invalid answer names its field', async () => {
    const person = await shop.customer()
    const text = `Hello ${unique()}`
    const message = await write(person, text)
    const token = await tokenOf(text)
    for (let time = 0; time < 5; time += 1) expect((await show(token)).messages).toHaveLength(1)
    const cases = [
      [{ body: ' ' }, 400, 'body'],
      [{ body: 'x'.repeat(5001) }, 400, 'body'],
      [{ sender_name: '' }, 400, 'sender_name'],
      [{ answers: 'msg_other' }, 409, 'answers'],
    ] as const
    for (const [input, code, param] of cases)
      expect({ input, ...(await answer(token, input)) }).toMatchObject({ input, code, param })
    expect((await thread(person, message.id)).messages).toHaveLength(1)
  })

  it('a link is valid only for its own program, purpose and time', async () => {
    const person = await shop.customer()
    const text = `Private ${unique()}`
    await write(person, text)
    const token = await tokenOf(text)
    const elsewhere = await openShop(bench)
    expect(await show(token, elsewhere.programId)).toMatchObject({ code: 404 })
    expect(await answer(token, {}, elsewhere.programId)).toMatchObject({ code: 404 })
    expect(await show(`${token.slice(0, -3)}abc`)).toMatchObject({ code: 404 })
    expect(await show(token.replace('conversation', 'payment_alert'))).toMatchObject({ code: 404 })
    const task = await bench.call(`/v1/desk?${new URLSearchParams({ program_id: shop.programId, token })}`)
    expect(task.status).toBe(404)
    const link = await deskLink(
      { env: bench.env, now: bench.now(), siteOrigin: 'https://book.example' },
      { program_id: shop.programId, kind: 'refund_request', id: 'cnv_1', language: 'en' },
    )
    expect(await show(new URL(link).searchParams.get('token') ?? '')).toMatchObject({ code: 404 })
    bench.pass(14 * dayMs + 1000)
    expect(await show(token)).toMatchObject({ code: 410, type: 'link_expired' })
    expect(await answer(token, {})).toMatchObject({ code: 410 })
  })
})
