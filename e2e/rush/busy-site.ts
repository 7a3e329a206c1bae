import { fork } from 'node:child_process'
import { d1OverHttp, rowsFrom, worldAt } from '../../functions/test-bench/d1-over-http.ts'
import { createHttpClient } from '../../functions/test-bench/http-client.ts'
import { clockFrom } from '../../functions/test-bench/moment.ts'

/** Number of connections of all visitors together. */
const sockets = 1200

export type BusySite = Awaited<ReturnType<typeof openBusySite>>

/** A site on one machine, used through its proxy; each visitor has their own address. */
export async function openBusySite(name: string) {
  const child = fork(new URL('site-process.ts', import.meta.url), [name], { execArgv: [] })
  const { url, now } = await new Promise<{ url: string; now: number }>((resolve, reject) => {
    child.once('message', (message: { url: string; now: number }) => resolve(message))
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}.`)))
  })
  const clock = clockFrom(now)
  const call = createHttpClient(() => url, sockets)
  const db = d1OverHttp(call)
  return {
    url,
    call,
    sql: rowsFrom(db),
    bench: worldAt(url, db, clock.now),
    stop: () =>
      new Promise<void>((resolve) => {
        call.close()
        child.once('exit', () => resolve())
        child.disconnect()
      }),
  }
}

/** The header with a visitor's own address. The site trusts a proxy on this machine. */
export const fromAddress = (number: number): Record<string, string> => ({
  'X-Forwarded-For': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
})
