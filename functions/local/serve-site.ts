import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFront } from './front.ts'
import type { FrontLimits } from './front-limits.ts'
import { type RuntimeInput, startRuntimeOnSocket } from './runtime.ts'

type ServeInput = RuntimeInput & {
  host?: string
  port: number
  siteOrigin: string
  trustedProxies?: readonly string[]
  limits?: Partial<FrontLimits>
  /** A socket that is already listening. */
  listening?: number | null
}

/** Serves the built site on one machine. Visitors reach the proxy process, and only the proxy reaches the runtime. */
export async function serveSite(input: ServeInput): Promise<{ tick: () => Promise<void>; stop: () => Promise<void> }> {
  const { host = 'localhost', port, siteOrigin, trustedProxies, limits, listening = null, ...runtimeInput } = input
  const folder = mkdtempSync(join(tmpdir(), 'muster-'))
  const socketPath = join(folder, 'site')
  const runtime = await startRuntimeOnSocket({
    ...runtimeInput,
    socketPath,
    bindings: { ...runtimeInput.bindings, SITE_ORIGIN: siteOrigin },
  })
  const front = await startFront({
    host,
    port,
    siteOrigin,
    socketPath,
    listening,
    ...(trustedProxies ? { trustedProxies } : {}),
    ...(limits ? { limits } : {}),
  })
  return {
    tick: runtime.tick,
    stop: async () => {
      await front.stop()
      await runtime.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
