import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, get, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, inheritedSocket } from './port.ts'

/** The proxy process, as a service manager starts and stops it. */
const program = `
  const { startFront } = await import('./functions/local/front.ts')
  const { inheritedSocket } = await import('./functions/local/port.ts')
  const port = Number(process.env.PORT)
  const front = await startFront({
    host: 'localhost', port, siteOrigin: 'http://localhost:' + port, socketPath: process.env.SITE_SOCKET,
    trustedProxies: [], listening: inheritedSocket({ LISTEN_FDS: '1', LISTEN_PID: String(process.pid) }),
  })
  process.once('SIGTERM', () => void front.stop().then(() => process.exit(0)))
  console.log('ready')
`
/** Duration of the slow response, which a stop must wait for. */
const slowMs = 2600

type Handle = { bind: (address: string, port: number) => number; fd: number; close: () => void }
/** A socket on which this process accepts nothing, like a service manager's. */
function openSocket(port: number): Handle {
  const { TCP, constants } = (process as never as { binding: (name: string) => never }).binding('tcp_wrap') as {
    TCP: new (type: number) => Handle
    constants: { SERVER: number }
  }
  const handle = new TCP(constants.SERVER)
  expect(handle.bind('127.0.0.1', port)).toBe(0)
  return handle
}

describe('a restart under a service manager that keeps the socket open', () => {
  const folder = mkdtempSync(join(tmpdir(), 'restart-'))
  const socketPath = join(folder, 'site')
  let runtime: Server
  let socket: Handle
  let port = 0
  const children: ChildProcess[] = []
  beforeAll(async () => {
    runtime = createServer((incoming, outgoing) => {
      setTimeout(() => outgoing.end('answered'), incoming.url === '/slow' ? slowMs : 5)
    })
    await new Promise<void>((resolve) => runtime.listen(socketPath, resolve))
    port = await freePort()
    socket = openSocket(port)
  })
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    socket.close()
    runtime.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, PORT: String(port), SITE_SOCKET: socketPath },
      stdio: ['ignore', 'pipe', 'inherit', socket.fd],
    })
    children.push(child)
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
    return child
  }
  const ask = (path: string) =>
    new Promise<string>((resolve) => {
      get({ host: '127.0.0.1', port, path, agent: false, headers: { Host: `localhost:${port}` } }, (answer) => {
        answer.setEncoding('utf8')
        let body = ''
        answer.on('data', (part: string) => (body += part)).on('end', () => resolve(`${answer.statusCode} ${body}`))
      }).once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
    })

  it('requests before, during and after a restart are all answered', { timeout: 60_000 }, async () => {
    const first = await start()
    const answers = [ask('/slow')]
    let isOver = false
    const visitors = (async () => {
      while (!isOver) {
        answers.push(ask('/page'))
        await wait(40)
      }
    })()
    await wait(200)
    first.kill('SIGTERM')
    await once(first, 'exit')
    // The build, migrations and runtime of a new release take some time.
    await wait(600)
    await start()
    await wait(200)
    isOver = true
    await visitors
    expect(answers.length).toBeGreaterThan(15)
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['200 answered']))
  })
})

it('a socket of another process is not used', () => {
  expect(inheritedSocket({ LISTEN_FDS: '1', LISTEN_PID: '7' }, 7)).toBe(3)
  expect(inheritedSocket({ LISTEN_FDS: '1', LISTEN_PID: '7' }, 8)).toBeNull()
  expect(inheritedSocket({}, 8)).toBeNull()
  expect(() => inheritedSocket({ LISTEN_FDS: '2', LISTEN_PID: '8' }, 8)).toThrow(/one socket/)
})
