import { defineConfig } from 'vitest/config'
import { migrationNames } from '../../functions/database/migration-names.ts'

/** The proofs in their small size. One at a time: each drives a runtime of its own with many requests at once. */
export default defineConfig({
  define: { ENVIRONMENT: JSON.stringify('local'), MIGRATIONS: JSON.stringify(migrationNames()) },
  test: { root: new URL('../..', import.meta.url).pathname, include: ['e2e/**/*.test.ts'], environment: 'node', pool: 'forks', maxWorkers: 1, testTimeout: 240_000, hookTimeout: 60_000 },
})
