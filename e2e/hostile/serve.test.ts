import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../functions/local/port.ts'
import { standInSettings } from '../../functions/test-bench/stand-ins.ts'

const folder = '.wrangler/serve-test'
const start = (script: string, settings: Record<string, string>) => {
  const child = spawn(process.execPath, [script], {
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

describe('a production build on one machine, with stand-ins for both', () => {
  let child: ChildProcess
  let url: string
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const port = await freePort()
    url = `http://localhost:${port}`
    const started = start('e2e/hostile/serve-with-stand-ins.ts', {
      ...standInSettings,
      SITE_ORIGIN: url,
      PORT: String(port),
    })
    child = started.child
    await new Promise<void>((ready, fail) => {
      child.stdout?.on('data', () => started.output().includes('Muster is ready') && ready())
      child.once('exit', () => fail(new Error(started.output())))
    })
  }, 240_000)
  afterAll(() => {
    child?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('shows the site, is well, and has no development tools', async () => {
    expect((await fetch(url)).status).toBe(200)
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok', migrations: 'current' })
    for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/clock'])
      expect((await fetch(url + path)).status).toBe(404)
  })

  it('S12: keeps its data and its build to its own user, in a folder that was open to all before', () => {
    const files = globSync([`${folder}/{v3,build/server}/**`, '.wrangler/production/server/**'])
    expect(files.filter((file) => file.endsWith('.sqlite')).length).toBeGreaterThan(0)
    const paths = [folder, '.wrangler/production', ...files]
    expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
  })

  it('stops when it is told to', async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
