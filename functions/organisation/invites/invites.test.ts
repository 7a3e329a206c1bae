import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../contract/api-error.ts'
import { type InvitesSent, maxInviteRows } from '../../contract/organisation/invite.ts'
import { programInvites } from '../../platform/database/tables.ts'
import { database } from '../../platform/database/database.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeCustomer } from '../../test-bench/people.ts'
import { organiserHeaders } from '../../test-bench/program-file.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { mailsTo } from '../../test-bench/sign-ups.ts'
import { readInviteFile } from './read-invite-file.ts'
import { emailKey } from '../../contract/field-rules.ts'

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
})

const bytes = (text: string) => new TextEncoder().encode(text)
const head = 'email,first_name,last_name\n'
const { Authorization } = organiserHeaders
async function send(text: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}, key?: string) {
  const body = new FormData()
  body.set('file', new File([text], 'people.csv', { type: 'text/csv' }))
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const answer = await bench.call(`/v1/organiser/programs/${programId}/invites`, {
    method: 'POST',
    body,
    headers: { Authorization, ...(key ? { 'Idempotency-Key': key } : {}) },
  })
  return { status: answer.status, body: (await answer.json()) as InvitesSent & ErrorBody }
}
const stored = async () => database(bench.env.DB).select().from(programInvites)

describe('a CSV file of invites', () => {
  it('the columns of a file may be in any order', async () => {
    const rows = [{ email: 'ana@example.com', first_name: 'Ana "Annie"', last_name: 'Roy, Smith' }]
    const quoted = '\uFEFFlast_name,email,first_name\r\n"Roy, Smith",ana@example.com,"Ana ""Annie"""\r\n\r\n'
    expect(await readInviteFile(bytes(quoted), 'en')).toEqual({ count: 1, rows, errors: [] })
    expect(await readInviteFile(bytes('email;first_name;last_name\nana@example.com;Ana;Roy\n'), 'en')).toMatchObject({
      rows: [{ email: 'ana@example.com', first_name: 'Ana', last_name: 'Roy' }],
    })
  })

  it.each([
    ['has no rows', head],
    ['has other columns', 'email,name\nana@example.com,Ana\n'],
    ['has a quote that is not closed', `${head}"ana@example.com,Ana,Roy`],
    ['has more rows than the maximum', head + 'ana@example.com,Ana,Roy\n'.repeat(maxInviteRows + 1)],
  ])('a file of invites is rejected if it %s', async (_, text) => {
    expect(await readInviteFile(bytes(text), 'en')).toBeNull()
  })
})

describe('POST organiser/programs/{program_id}/invites', () => {
  it('every mistake is returned by row and field', async () => {
    const { status, body } = await send(`${head}ana@example.com,Ana,Roy\nnobody,,Win at casino.example\n`)
    expect(status).toBe(400)
    expect(body.type).toBe('row_errors')
    expect(body.errors.map(({ type, param }) => [type, param])).toEqual([
      ['invalid_email', 'rows[2].email'],
      ['required', 'rows[2].first_name'],
      ['invalid_characters', 'rows[2].last_name'],
    ])
    expect(body.message).toContain('skip_errors=true to invite the other person')
    expect(await stored()).toEqual([])
  })

  it.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff])],
    ['empty', ''],
  ])('returns 400 for an upload of invites that is %s', async (_, file) => {
    expect(await send(file)).toMatchObject({ status: 400, body: { type: 'invalid_file', param: 'file' } })
  })

  it('returns 400 without a file', async () => {
    const body = new FormData()
    body.set('dry_run', 'true')
    const path = `/v1/organiser/programs/${programId}/invites`
    const answer = await bench.call(path, { method: 'POST', body, headers: { Authorization } })
    expect([answer.status, ((await answer.json()) as ErrorBody).type]).toEqual([400, 'required'])
  })

  it('each address is invited at most once', async () => {
    const joined = await makeCustomer(bench, { programIds: [programId] })
    const left = await makeCustomer(bench, { programIds: [programId] })
    const run = async (statement: string, ...values: unknown[]) =>
      bench.env.DB.prepare(statement)
        .bind(...values)
        .run()
    await run(
      "UPDATE customer_profiles SET unsubscribed = ?, is_subscribed = 0, unsubscribe_reason = 'normal' WHERE id = ?",
      bench.now(),
      left.profileId(programId),
    )
    await run("INSERT INTO mail_suppressions VALUES (?, 'bounced', '5.1.1', 1)", emailKey('gone@example.com'))
    const file = `${head}new@example.com,Ana,Roy\nNEW@example.com,Ana,Roy\ngone@example.com,Bo,Roy\n${joined.email},Cy,Roy\n${left.email},Di,Roy\n`

    const preview = await send(file, { dry_run: 'true' })
    const expected = {
      rows: 5,
      invited: 1,
      left_out: { repeated: 1, already_invited: 0, already_joined: 1, unsubscribed: 1, suppressed: 1 },
    }
    expect(preview).toMatchObject({ status: 200, body: { ...expected, dry_run: true, message: 'Nothing was sent' } })
    expect(await stored()).toEqual([])

    const sent = await send(file, {}, 'one-file')
    expect(sent).toMatchObject({ status: 200, body: { ...expected, dry_run: false, message: 'Invites sent' } })
    expect(await send(file, {}, 'one-file')).toEqual(sent)
    await bench.tick()
    const mails = await mailsTo(bench, 'new@example.com')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(
      `/pg/${programId}/signup?email=new%40example.com&first_name=Ana&last_name=Roy&lang=en`,
    )
    expect((await mailsTo(bench, 'gone@example.com')).length + (await mailsTo(bench, left.email)).length).toBe(0)
    // The hash identifies an address that is no longer stored.
    expect(await stored()).toMatchObject([{ email: null, first_name: null, last_name: null, outcome: 'sent' }])
    expect((await send(`${head}New@example.com,Ana,Roy\n`)).body).toMatchObject({
      invited: 0,
      left_out: { already_invited: 1 },
    })
  })

  it('the invite is in the chosen language', async () => {
    await send(`${head}fr@example.com,Théo,Roy\n`, { language: 'fr' })
    await bench.tick()
    const [mail] = await mailsTo(bench, 'fr@example.com')
    expect(mail?.text).toContain('Bonjour Théo')
    expect(mail?.text).toContain('&lang=fr')
  })

  it('the mails of a large file are sent at 300 a minute', async () => {
    const rows = Array.from({ length: maxInviteRows }, (_, at) => `many-${at}@example.com,Ana,Roy`).join('\n')
    expect((await send(head + rows)).body).toMatchObject({ invited: maxInviteRows })
    await bench.tick()
    const due = await bench.env.DB.prepare(
      "SELECT count(*) AS n, count(DISTINCT due_at) AS minutes FROM outbox WHERE kind = 'mail.program_invite' AND ref IN (SELECT id FROM program_invites WHERE outcome IS NULL OR email IS NULL)",
    ).first<{ n: number; minutes: number }>()
    expect(due?.n).toBeGreaterThanOrEqual(maxInviteRows)
    expect(due?.minutes).toBeGreaterThanOrEqual(Math.ceil(maxInviteRows / 300))
  })
})

describe('a file with mistakes in some rows', () => {
  it('skip_errors invites the valid rows', async () => {
    const file = `${head}good@example.com,Ana,Roy\nnobody,Bo,Li\n`
    const { status, body } = await send(file, { skip_errors: 'true' })
    expect([status, body.rows, body.invited]).toEqual([200, 2, 1])
    expect(body.errors.map(({ type, param }) => [type, param])).toEqual([['invalid_email', 'rows[2].email']])
    await bench.tick()
    expect(await mailsTo(bench, 'good@example.com')).toHaveLength(1)
    const none = await send(`${head}nobody,Bo,Li\n`, { skip_errors: 'true' })
    expect([none.status, none.body.type]).toEqual([400, 'row_errors'])
    expect(none.body.message).toContain('Every row has a mistake')
  })
})
