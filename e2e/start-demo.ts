import { globSync, rmSync } from 'node:fs'
import { reexport } from '../functions/local/worker-modules.ts'
import { runSite } from '../functions/local/run-site.ts'
import { startQuickHasher } from '../functions/test-bench/quick-hasher.ts'
import { siteClock } from './site-clock.ts'

// States of pages that an earlier run examined.
for (const folder of globSync('.wrangler/results/page-states-*')) rmSync(folder, { recursive: true })

/** `npm start -- --fresh` for stories: the demo on its own clock. */
try {
  const { site } = await runSite({
    command: 'npm start',
    isProduction: false,
    fresh: true,
    // The stories name this server as the receiver of a reply.
    defaults: { RESPONSE_CHECKS: 'on', MAIL_REPLY_AUTHSERV_ID: 'mx.example' },
    startHasher: startQuickHasher,
    before: (entry) => reexport(entry) + siteClock.text,
  })
  console.log(`The demo is at ${site}, where it is ${new Date(siteClock.now()).toISOString()}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
