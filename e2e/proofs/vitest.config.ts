import { defineConfig } from 'vitest/config'
import { migrationNames } from '../../functions/database/migration-names.ts'

/** The proofs in their small size, some at once: each waits part of its time for a runtime of its own. */
export default defineConfig({
  define: { DEVELOPMENT_TOOLS: 'true', MIGRATIONS: JSON.stringify(migrationNames()) },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['e2e/proofs/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    maxConcurrency: 2,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
