import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

const loopback = ['localhost', '127.0.0.1', '::1']
const everywhere = ['0.0.0.0', '::', '*']

/** True when another process listens on the port. */
export function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(true))
    probe.listen({ host: everywhere.includes(host) ? undefined : host, port }, () => probe.close(() => resolve(false)))
  })
}

/**
 * The socket on which a service manager listens for this process, even while the process does not run (sd_listen_fds);
 * null without a service manager.
 */
export function inheritedSocket(environment: Record<string, string | undefined>, pid = process.pid): number | null {
  const { LISTEN_FDS, LISTEN_PID } = environment
  if (!LISTEN_FDS || Number(LISTEN_PID) !== pid) return null
  if (LISTEN_FDS !== '1') throw new Error(`LISTEN_FDS is ${LISTEN_FDS}, and the site listens on one socket.`)
  return 3
}

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, 'localhost', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port is free.')),
      )
    })
  })
}

/**
 * The origin for links: the loopback name, the configured host, or this machine's own address when it listens
 * everywhere.
 */
export function originOf(host: string, port: number): string {
  if (loopback.includes(host)) return `http://localhost:${port}`
  if (!everywhere.includes(host)) return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const own = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === 'IPv4')
  return `http://${own?.address ?? 'localhost'}:${port}`
}
