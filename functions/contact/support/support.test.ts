import { beforeAll, describe, expect, it } from 'vitest'
import { allIssueTypes, issueTypes, type SupportReport, supportTypes } from '../../contract/contact/support.ts'
import { supportStatuses, transitions } from '../../contract/states/support-states.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer, unique } from '../../test-bench/people.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { mailsTo, post } from '../../test-bench/sign-ups.ts'
import { isForProgram, issueOf, placeOf, withoutCardNumbers } from './report-text.ts'

let bench: Bench
let programId: string
const site = `operator${unique()}@example.com`
const organisation = `camp${unique()}@example.com`
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
  await bench.env.DB.prepare('UPDATE programs SET email = ? WHERE id = ?').bind(organisation, programId).run()
})

const report = (more: Record<string, unknown> = {}) => ({
  reporter_name: 'Nadia Roy',
  reporter_email: `reporter${unique()}@example.com`,
  type: 'billing',
  summary: 'My payment failed',
  description: 'I pressed Pay and nothing happened.',
  ...more,
})
async function send(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  bench.env.OPERATOR_EMAIL = site
  try {
    const answer = await bench.call('/v1/support', post(body, headers))
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as SupportReport }
  } finally {
    bench.env.OPERATOR_EMAIL = ''
  }
}

describe('POST support', () => {
  it('a support report is mailed to its recipient and its number to the reporter', async () => {
    const body = report({
      issue_type: 'payment_failed',
      program_id: programId,
      url: 'http://localhost:8787/pg/x/checkout/ord_1?t=secret',
      app_version: '0.117.0',
      failure: {
        type: 'insufficient_funds',
        code: 402,
        message: 'There is not enough money available on this card.',
        param: null,
        path: '/api/v1/profile/orders/ord_1/payments?token=secret',
        timestamp: '2027-04-12T14:36:00-04:00',
      },
    })
    const { status, body: answer } = await send(body)
    expect(status).toBe(201)
    expect(answer).toMatchObject({ object: 'support_report', status: 'received', customer_id: null })
    expect(answer.url).toBe('http://localhost:8787/pg/x/checkout/ord_1')
    expect(answer.failure).toEqual({
      type: 'insufficient_funds',
      code: 402,
      message: 'There is not enough money available on this card.',
      param: null,
      path: '/api/v1/profile/orders/ord_1/payments',
      timestamp: '2027-04-12T18:36:00.000Z',
    })
    const [mail] = await mailsTo(bench, site)
    expect(mail?.subject).toBe(`${answer.reference}: My payment failed`)
    expect(JSON.stringify(mail)).toContain(body.reporter_email)
    expect(mail?.text).toContain('402 · insufficient_funds · /api/v1/profile/orders/ord_1/payments')
    expect(mail?.text).not.toContain('secret')
    const [confirmation] = await mailsTo(bench, body.reporter_email)
    expect(confirmation?.subject).toBe(`We have your message ${answer.reference}`)
    expect(await mailsTo(bench, organisation)).toEqual([])
  })

  it('a report goes to the side that can answer it', async () => {
    const toProgram = await send(report({ type: 'question', issue_type: 'program_information', program_id: programId }))
    expect((await mailsTo(bench, organisation))[0]?.subject).toContain(toProgram.body.reference)
    const nameless = await makeProgram(bench)
    await bench.env.DB.prepare('UPDATE programs SET email = NULL WHERE id = ?').bind(nameless).run()
    const toSite = await send(report({ issue_type: 'refund_missing', program_id: nameless }))
    expect((await mailsTo(bench, site))[0]?.subject).toContain(toSite.body.reference)
  })

  it('a report names the customer only by their session', async () => {
    const person = await makeCustomer(bench)
    const other = await makeCustomer(bench)
    const claimed = await send(report({ customer_id: person.identity.customer_id, reporter_email: person.email }))
    expect(claimed.body.customer_id).toBeNull()
    expect((await mailsTo(bench, person.email))[0]?.text).not.toContain('nothing happened')
    const own = await send(
      report({ customer_id: other.identity.customer_id, reporter_email: person.email }),
      person.headers,
    )
    expect(own.body.customer_id).toBe(person.identity.customer_id)
    expect((await mailsTo(bench, person.email))[0]?.text).toContain('nothing happened')
  })

  it('E-03: returns 429 with a retry time after five reports an hour from one email', async () => {
    const reporter_email = `often${unique()}@example.com`
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(report({ reporter_email }))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = await send(report({ reporter_email: reporter_email.toUpperCase() }))
    expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([429, 3600])
    bench.pass(3_600_000)
    expect((await send(report({ reporter_email }))).status).toBe(201)
  })

  it.each([
    [{ url: 'javascript:alert(1)' }, 'url', 'invalid_url'],
    [{ url: 'data:text/html,x' }, 'url', 'invalid_url'],
    [{ url: 'https://user:pass@example.com/' }, 'url', 'invalid_url'],
    [{ description: 'x'.repeat(5001) }, 'description', 'too_long'],
    [{ description: 'short' }, 'description', 'too_short'],
    [{ description: undefined }, 'description', 'required'],
    [{ summary: 'ab' }, 'summary', 'too_short'],
    [{ summary: 'Bob\r\nBcc: x@example.com' }, 'summary', 'invalid_characters'],
    [{ reporter_name: 'x'.repeat(81) }, 'reporter_name', 'too_long'],
    [{ reporter_email: 'a@b\r\n.example' }, 'reporter_email', 'invalid_email'],
    [{ type: 'complaint' }, 'type', 'invalid_option'],
    [{ type: 'idea', issue_type: 'charged_twice' }, 'issue_type', 'invalid_option'],
    [{ failure: { type: '<script>' } }, 'failure.type', 'invalid_parameter'],
    [{ failure: { type: 'sold_out', path: 'https://evil.example' } }, 'failure.path', 'invalid_parameter'],
    [{ failure: { type: 'sold_out', body: {} } }, 'failure.body', 'unknown_parameter'],
  ])('E-03: returns 400 with the field for %o', async (more, param, type) => {
    const answer = await send(report(more))
    expect([answer.status, answer.body]).toMatchObject([400, { param, type }])
  })

  it("an error about a text's length names the limit", async () => {
    expect((await send(report({ summary: 'ab' }))).body).toMatchObject({ message: 'Use at least 3 characters.' })
  })

  it('returns 404 for a report to an unknown program', async () => {
    expect((await send(report({ program_id: 'no-such-program' }))).status).toBe(404)
  })
})

describe('PUT organiser/programs/{program_id}/support_reports/{reference}', () => {
  const client = { Authorization: `Basic ${btoa('bench:bench-secret-of-32-characters-x')}` }
  const answer = (reference: string, body: object, program = programId) =>
    bench.call(`/v1/organiser/programs/${program}/support_reports/${reference}`, {
      ...post(body, client),
      method: 'PUT',
    })
  const toProgram = async () => {
    const body = report({ issue_type: 'refund_missing', program_id: programId })
    return { ...(await send(body)).body, email: String(body['reporter_email']) }
  }

  it('a new status is mailed to the reporter', async () => {
    const { reference, email, id } = await toProgram()
    expect(await (await answer(reference, { status: 'in_progress' })).json()).toMatchObject({ status: 'in_progress' })
    const received = 'It left today.\nMy card is 4242 4242 4242 4242.'
    expect((await answer(reference, { status: 'resolved', message: received })).status).toBe(200)
    expect((await answer(reference, { status: 'resolved', message: 'Something else.' })).status).toBe(409)
    const mails = await mailsTo(bench, email)
    const subjects = mails.map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith(`Your message ${reference}`))).toHaveLength(2)
    expect(subjects).toContain(`Your message ${reference}: resolved`)
    const last = mails.find(({ subject }) => subject.endsWith('resolved'))
    expect(last?.text).toContain('It left today.')
    expect(last?.text).toContain('•••• 4242')
    const steps = await bench.env.DB.prepare(
      "SELECT from_status, to_status, actor_type FROM status_history WHERE object = 'support_report' AND object_id = ? ORDER BY step",
    )
      .bind(id)
      .all()
    expect(steps.results).toEqual([
      { from_status: 'received', to_status: 'in_progress', actor_type: 'organiser' },
      { from_status: 'in_progress', to_status: 'resolved', actor_type: 'organiser' },
    ])
  })

  it('parallel identical answers are mailed once', async () => {
    const { reference, email } = await toProgram()
    const words = { status: 'closed', message: 'Nothing is missing.' }
    const answers = await Promise.all([answer(reference, words), answer(reference, words), answer(reference, words)])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect((await answer(reference, words)).status).toBe(200)
    const closed = (await mailsTo(bench, email)).filter(({ subject }) => subject.endsWith('closed'))
    expect(closed).toHaveLength(1)
    const again = await answer(reference, { status: 'in_progress' })
    expect(await again.json()).toMatchObject({ code: 409, type: 'state_conflict', param: 'closed' })
  })

  it("returns 404 for another program's report and for a malformed reference", async () => {
    const { reference } = await toProgram()
    const other = await makeProgram(bench)
    const ofSite = (await send(report({ program_id: programId }))).body.reference
    for (const [number, program] of [
      [reference, other],
      [ofSite, programId],
      ['S-1', programId],
      ['x', programId],
    ] as const)
      expect((await answer(number, { status: 'closed' }, program)).status).toBe(404)
    expect(await (await answer(reference, { status: 'received' })).json()).toMatchObject({ code: 400, param: 'status' })
  })
})

describe('organiser/support_reports', () => {
  const basic = (client: string) => ({ Authorization: `Basic ${btoa(client)}` })
  const everywhere = basic('bench:bench-secret-of-32-characters-x')
  const read = async (path: string, headers = everywhere) => {
    const answer = await bench.call(`/v1/organiser/${path}`, { headers })
    return { status: answer.status, body: (await answer.json()) as { data: SupportReport[] } & SupportReport }
  }
  const answerSite = (reference: string, body: object, headers = everywhere) =>
    bench.call(`/v1/organiser/support_reports/${reference}`, { ...post(body, headers), method: 'PUT' })

  it('the operator lists the reports about the site and no others', async () => {
    const toSite = (await send(report({ program_id: programId }))).body
    const toProgram = (await send(report({ issue_type: 'refund_missing', program_id: programId }))).body
    const aboutNone = (await send(report({ issue_type: 'refund_missing' }))).body
    const ofSite = async (query = '') =>
      (await read(`support_reports?limit=100&order=desc${query}`)).body.data.map(({ reference }) => reference)
    expect((await ofSite()).slice(0, 2)).toEqual([aboutNone.reference, toSite.reference])
    const ofProgram = await read(`programs/${programId}/support_reports?order=desc&limit=1`)
    expect(ofProgram.body.data).toEqual([toProgram])
    expect((await read(`support_reports/${toSite.reference}`)).body).toEqual(toSite)
    expect((await read(`support_reports/${toProgram.reference}`)).status).toBe(404)
    await answerSite(toSite.reference, { status: 'closed' })
    expect(await ofSite()).not.toContain(toSite.reference)
    expect(await ofSite('&status=closed')).toContain(toSite.reference)
  })

  it("a reply to the site's answer reaches the operator", async () => {
    const body = report({ program_id: programId })
    const { reference } = (await send(body)).body
    bench.env.OPERATOR_EMAIL = site
    try {
      expect((await answerSite(reference, { status: 'waiting_for_reporter', message: 'Which card?' })).status).toBe(200)
      const mails = await mailsTo(bench, String(body.reporter_email))
      const question = mails.find(({ text }) => text.includes('Which card?'))
      expect(question?.headers).toMatchObject({ 'Reply-To': site })
    } finally {
      bench.env.OPERATOR_EMAIL = ''
    }
  })

  it('returns 404 for a client of some programs', async () => {
    const { reference } = (await send(report({ program_id: programId }))).body
    const secret = 'x'.repeat(32)
    const clients = bench.env.ORGANISER_CLIENTS ?? ''
    bench.env.ORGANISER_CLIENTS = `${clients},camp:${secret}:${programId}`
    try {
      const camp = basic(`camp:${secret}`)
      expect((await read('support_reports', camp)).status).toBe(404)
      expect((await read(`support_reports/${reference}`, camp)).status).toBe(404)
      expect((await answerSite(reference, { status: 'closed' }, camp)).status).toBe(404)
      expect((await read(`programs/${programId}/support_reports`, camp)).status).toBe(200)
    } finally {
      bench.env.ORGANISER_CLIENTS = clients
    }
  })
})

it('every status of a support report but closed has a next status', () => {
  expect(supportStatuses.filter((from) => transitions[from].length === 0)).toEqual(['closed'])
  expect(Object.values(transitions).flat()).not.toContain('received')
})

describe('the stored text of a report', () => {
  it.each([
    ['/pg/x/recovery/rec_0123456789abcdef0123456789abcdefABCDEFGHIJKLMNOP', '/pg/x/recovery/…'],
    ['https://A.example/pg/x?token=1#top', 'https://a.example/pg/x'],
    [
      '/api/v1/profile/orders/ord_0123456789abcdef0123456789abcdef',
      '/api/v1/profile/orders/ord_0123456789abcdef0123456789abcdef',
    ],
  ])('the URL %s is stored as %s', (address, kept) => expect(placeOf(address)).toBe(kept))

  it.each([
    ['My card 4242 4242 4242 4242 was refused', 'My card •••• 4242 was refused'],
    ['4000-0000-0000-0002.', '•••• 0002.'],
    ['Order 20270001840000, please', 'Order 20270001840000, please'],
    ['Call 416 555 0123', 'Call 416 555 0123'],
  ])('the text “%s” is kept as “%s”', (text, kept) => expect(withoutCardNumbers(text)).toBe(kept))

  it('the last issue of every type of support report is “anything else”', () => {
    for (const type of supportTypes) expect(issueOf(type, null)).toBe('other')
    expect(issueTypes.idea).toEqual(['other'])
    expect(allIssueTypes.filter(isForProgram).sort()).toEqual([
      'cannot_register',
      'program_information',
      'refund_missing',
    ])
  })
})
