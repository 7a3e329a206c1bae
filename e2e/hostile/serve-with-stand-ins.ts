import { serveProduction } from '../../functions/local/serve-production.ts'
import { withStandIns } from '../../functions/test-bench/stand-ins.ts'

/** `npm run serve` with a card provider and a sender of the test's. */
await serveProduction({ name: 'stand-in', before: withStandIns })
