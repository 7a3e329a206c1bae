import { beforeAll, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../contract/limits.ts'
import { deviceHeader, markDevice } from '../../platform/identity/known-device.ts'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import { makeProgram } from '../../test-bench/programs.ts'
import { mailsTo, post, signupBody } from '../../test-bench/sign-ups.ts'
import { isIdle, sharedIdleMs, teamIdleMs } from './refresh-token.ts'

type Tokens = { access_token: string; refresh_token: string }
type Refusal = { type: string }

let bench: Bench
let programId: string
beforeAll(async () => {
  bench = await openBench()
  programId = await makeProgram(bench)
})
const read = async <Body>(answer: Response | Promise<Response>) => (await (await answer).json()) as Body

/** An owner of a team with a password, who has not logged in since. */
async function makeOwner() {
  const body = signupBody()
  await bench.call('/v1/signup', post(body))
  await bench.env.DB.prepare('UPDATE users SET is_email_verified = 1 WHERE email_key = ?').bind(body.email).run()
  await bench.env.DB.prepare(
    `INSERT INTO staff_members (id, program_id, user_id, email, email_key, first_name, last_name, role, status, language, code_hash, invited_at, expires_at, created, updated)
      SELECT 'stf_' || id, ?1, id, email, email_key, first_name, last_name, 'owner', 'active', 'en', id, 1, 1, 1, 1 FROM users WHERE email_key = ?2`,
  )
    .bind(programId, body.email)
    .run()
  const device = { [deviceHeader]: markDevice(bench.env, body.email, bench.now()) }
  const logIn = (more: object = {}, headers: Record<string, string> = device) =>
    read<Tokens>(bench.call('/v1/login', post({ username: body.email, password: body.password, ...more }, headers)))
  const settings = ({ access_token }: Tokens) =>
    bench.call(`/v1/organiser/programs/${programId}/settings`, { headers: { Authorization: `Bearer ${access_token}` } })
  const send = ({ access_token }: Tokens, path: string, sent: object) =>
    bench.call(path, post(sent, { Authorization: `Bearer ${access_token}`, ...device }))
  const confirm = async (tokens: Tokens) => {
    bench.pass(minuteMs)
    expect((await send(tokens, '/v1/reverify', {})).status).toBe(200)
    const [mail] = await mailsTo(bench, body.email)
    expect([mail?.text, mail?.text.includes('Confirm your email')]).toEqual([
      expect.stringContaining('A new device at the desk'),
      false,
    ])
    return send(tokens, '/v1/verify', { code: /^(\d{6}) /.exec(mail?.subject ?? '')?.[1] ?? '' })
  }
  return { logIn, settings, confirm }
}

describe('the second factor of a member of a team', () => {
  it('a password alone reaches no call of the organisation until the code of a mail is entered', async () => {
    const { logIn, settings, confirm } = await makeOwner()
    const tokens = await logIn()
    expect(await read<Refusal>(settings(tokens))).toMatchObject({ code: 403, type: 'second_factor_required' })
    expect((await confirm(tokens)).status).toBe(200)
    expect((await settings(tokens)).status).toBe(200)
  })

  it('a browser is remembered for thirty days, another one and a shared one are not', async () => {
    const { logIn, settings, confirm } = await makeOwner()
    await confirm(await logIn({ shared_device: true }))
    expect((await settings(await logIn())).status).toBe(403)
    await confirm(await logIn())
    expect((await settings(await logIn())).status).toBe(200)
    expect((await settings(await logIn({}, {}))).status).toBe(403)
    bench.pass(30 * 24 * hourMs + 1)
    expect((await settings(await logIn())).status).toBe(403)
  })
})

describe('the end of a session without use', () => {
  it.each([
    [{ is_staff: 0, is_shared: false }, 80 * hourMs, false],
    [{ is_staff: 1, is_shared: false }, teamIdleMs, false],
    [{ is_staff: 1, is_shared: false }, teamIdleMs + 1, true],
    [{ is_staff: 0, is_shared: true }, sharedIdleMs, false],
    [{ is_staff: 1, is_shared: true }, sharedIdleMs + 1, true],
  ])('a session %j without use for %i ms: idle is %s', (session, unused, result) => {
    const used = { session_created: 0, issued_at: 5, last_used_at: null }
    expect(isIdle({ ...session, ...used }, 5 + unused)).toBe(result)
    expect(isIdle({ ...session, ...used, last_used_at: 1_000_000 }, 5 + unused)).toBe(
      result && unused > 1_000_000 + teamIdleMs,
    )
  })

  it('an idle session is not renewed, and ends', async () => {
    const { logIn } = await makeOwner()
    const { refresh_token } = await logIn({ shared_device: true })
    const refresh = () => bench.call('/v1/oauth/token', post({ refresh_token }))
    bench.pass(sharedIdleMs + 1)
    expect(await read<Refusal>(refresh())).toMatchObject({ code: 401, type: 'token_expired' })
    const ended = await bench.env.DB.prepare(`SELECT 1 FROM sessions WHERE ended_because = 'idle'`).all()
    expect(ended.results).toHaveLength(1)
  })
})
