import { defineConfig } from 'vitest/config'
import { migrationNames } from '../../functions/database/migration-names.ts'
import { pageStyles } from '../../functions/local/page-styles.ts'

/** The proofs in their small size, three folders at once and one proof of a folder at a time: more, and restarts of a runtime last over their 5 s. */
export default defineConfig({
  define: {
    DEVELOPMENT_TOOLS: 'true',
    MIGRATIONS: JSON.stringify(migrationNames()),
    PAGE_STYLES: JSON.stringify(pageStyles()),
  },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['e2e/proofs/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    maxConcurrency: 1,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
