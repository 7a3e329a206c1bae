import { defineConfig } from 'vitest/config'
import { migrationNames } from '../../functions/database/migration-names.ts'

/** The proofs in their small size, three folders at once: each proof waits more than half its time for a runtime of its own. */
export default defineConfig({
  define: { DEVELOPMENT_TOOLS: 'true', MIGRATIONS: JSON.stringify(migrationNames()) },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
})
