import { Agent, request } from 'node:http'
import type { Health } from '../platform/health/health-rules.ts'

const waitMs = 8_000
/** Node tries each address of localhost for 250 ms. On a busy machine a site that is up needs longer. */
const agent = new Agent({ autoSelectFamilyAttemptTimeout: waitMs / 2 })

/**
 * The health of this machine's site; null when there is no response. Sends the request behind the proxy, with the
 * site's host name.
 */
export function askHealth(
  settings: Partial<Record<'HOST' | 'PORT' | 'SITE_ORIGIN', string | undefined>>,
): Promise<Health | null> {
  const { HOST = 'localhost', PORT = '8787', SITE_ORIGIN = '' } = settings
  const host = ['0.0.0.0', '::', '*'].includes(HOST) ? 'localhost' : HOST
  const headers = URL.canParse(SITE_ORIGIN) ? { Host: new URL(SITE_ORIGIN).host } : {}
  return new Promise((resolve) => {
    const options = { agent, host, port: Number(PORT), path: '/api/health', headers, timeout: waitMs }
    const asking = request(options, (answer) => {
      let text = ''
      answer.on('data', (part: Buffer) => {
        text += part.toString()
      })
      answer.on('end', () => resolve(text.includes('"object":"health"') ? (JSON.parse(text) as Health) : null))
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(null))
    asking.end()
  })
}
