import { openOneMachineSite } from '../hostile/one-machine-site.ts'

/**
 * A site on one machine in its own process, so that its load uses another core. The parent process ends it through
 * their channel.
 */
const [, , name = 'rush'] = process.argv
const site = await openOneMachineSite({
  name,
  hasFront: true,
  trustedProxies: ['127.0.0.1', '::1'],
  bindings: { RATE_LIMITS: 'strict' },
})
process.once('disconnect', () => void site.stop().finally(() => process.exit(0)))
process.send?.({ url: site.url, now: site.clock.now() })
