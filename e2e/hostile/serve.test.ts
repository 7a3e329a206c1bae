import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../functions/local/port.ts'
import { startSettings } from '../../functions/local/secrets.ts'
import { mailEventsPath } from '../../functions/mail/take-mail-events.ts'
import { openMailServer } from '../../functions/test-bench/mail-server.ts'
import { standInSettings } from '../../functions/test-bench/stand-ins.ts'

const folder = '.wrangler/serve-test'
const start = (script: string, settings: Record<string, string>, words: string[] = []) => {
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...process.env, PAYMENT_PROVIDER: '', MAIL_PROVIDER: '', SITE_ORIGIN: '', DATA: folder, ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  return { child, output: () => output }
}

describe('npm run serve', () => {
  it('does not start without a card provider, a sender and an address, and names all three', async () => {
    const { child, output } = start('functions/local/serve.ts', {
      PAYMENT_PROVIDER: 'sandbox',
      MAIL_PROVIDER: 'mailbox',
    })
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(output()).toBe(`npm run serve sells to real visitors and does not start yet:
  - SITE_ORIGIN is missing: the address visitors know the site by, such as https://camps.example.
  - PAYMENT_PROVIDER is sandbox, which takes no real money. Choose stripe.
  - MAIL_PROVIDER is mailbox, which keeps every mail to itself. Choose smtp.
To try the site out: npm start
`)
  })
})

describe('a production build on one machine, with a mail server and a stand-in for cards', () => {
  let child: ChildProcess
  let url: string
  let settings: Record<string, string>
  let output: () => string
  let server: Awaited<ReturnType<typeof openMailServer>>
  beforeAll(async () => {
    server = await openMailServer()
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const port = await freePort()
    url = `http://localhost:${port}`
    settings = {
      ...standInSettings,
      SITE_ORIGIN: url,
      PORT: String(port),
      MAIL_PROVIDER: 'smtp',
      SMTP_URL: server.url,
      MAIL_FROM: 'bookings@camps.example',
      MAIL_RETURN: 'bounces@camps.example',
      OPERATOR_EMAIL: 'operator@camps.example',
    }
    const started = start('e2e/hostile/serve-with-stand-ins.ts', settings)
    child = started.child
    output = started.output
    await new Promise<void>((ready, fail) => {
      child.stdout?.on('data', () => started.output().includes('Muster is ready') && ready())
      child.once('exit', () => fail(new Error(started.output())))
    })
  }, 240_000)
  afterAll(async () => {
    child?.kill('SIGKILL')
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('shows the site, is well, and has no development tools', async () => {
    expect((await fetch(url)).status).toBe(200)
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok', migrations: 'current' })
    for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/clock', '/dev/bank/x', '/dev/mails'])
      expect((await fetch(url + path)).status).toBe(404)
  })

  it('S12: keeps its data and its build to its own user, in a folder that was open to all before', () => {
    const files = globSync([`${folder}/{v3,build/server}/**`, '.wrangler/production/server/**'])
    expect(files.filter((file) => file.endsWith('.sqlite')).length).toBeGreaterThan(0)
    const paths = [folder, '.wrangler/production', ...files]
    expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
  })

  it('B-01: mails the code of a sign-up by SMTP; a returned mail is taken in and the account says so', async () => {
    const email = 'nadia@lake.example'
    const call = (path: string, init: RequestInit = {}) => fetch(`${url}/api/v1${path}`, init)
    const post = (body: unknown): RequestInit => ({
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const signedUp = await call(
      '/signup',
      post({ first_name: 'Zoë', last_name: 'Roy', email, phone: '+14165550123', password: 'walrus kettle 7 violins' }),
    )
    expect(signedUp.status).toBe(201)
    const { access_token } = (await signedUp.json()) as { access_token: string }
    await expect.poll(() => server.to(email), { timeout: 20_000 }).toHaveLength(1)

    const [{ from: returnPath, mail } = { from: '', mail: null }] = server.to(email)
    expect(mail).toMatchObject({
      subject: expect.stringMatching(/^\d{6} is your code/),
      from: { name: 'Muster', address: 'bookings@camps.example' },
      to: [{ address: email }],
      messageId: expect.stringMatching(/^<[0-9a-f]{32}@camps\.example>$/),
      text: expect.stringMatching(/\n\d{6}\n/),
      html: expect.stringContaining('<h1'),
    })
    expect(returnPath).toMatch(/^bounces\+[0-9a-f]{24}@camps\.example$/)

    const profile = async () =>
      (await (await call('/profile', { headers: { Authorization: `Bearer ${access_token}` } })).json()) as object
    expect(await profile()).toMatchObject({ is_email_bounced: false })
    const path = await mailEventsPath({ TOKEN_SECRET: startSettings({}).TOKEN_SECRET ?? '' })
    const received = await fetch(url + path, post({ RecordType: 'Bounce', Type: 'HardBounce', Email: email }))
    expect(await received.json()).toEqual({ object: 'mail_events', taken: 1 })
    expect(await profile()).toMatchObject({ is_email_bounced: true })
    expect((await fetch(`${url}/webhooks/mail/x`, post({}))).status).toBe(404)
  })

  it('is examined by npm run doctor, which ends with 1 as there is no backup', async () => {
    const doctor = start('functions/local/doctor.ts', { ...settings, PAYMENT_PROVIDER: '' }, [
      '--backups',
      `${folder}/none`,
    ])
    expect(await once(doctor.child, 'close')).toEqual([1, null])
    for (const line of [
      /^Settings +STOP +PAYMENT_PROVIDER is missing/m,
      /^Operator +ok +operator@camps\.example/m,
      /^Site +ok/m,
      /^TLS proxy +ok/m,
      /^Disk +/m,
      /^Backups +STOP +There is none/m,
      /^Mail server +ok/m,
      new RegExp(`^  ${url}/webhooks/mail/mail~`, 'm'),
    ])
      expect(doctor.output()).toMatch(line)
  })

  it('wrote no secret, no address and no way in to its log', async () => {
    const secrets = Object.entries(startSettings({})).filter(([name]) => /SECRET|PEPPER|KEY|CLIENTS/.test(name))
    const path = await mailEventsPath({ TOKEN_SECRET: startSettings({}).TOKEN_SECRET ?? '' })
    const words = [
      ...secrets,
      ['path', path.split('/').at(-1)],
      ['email', 'nadia@lake.example'],
      ['SMTP_URL', server.url],
    ]
    expect(words.filter(([, value]) => value && output().includes(value)).map(([name]) => name)).toEqual([])
    expect(output()).toContain('"route":"/webhooks/mail/:token"')
  })

  it('stops when it is told to', async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
