import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { buildDefines } from '../functions/local/build-defines.ts'

/**
 * Tests of rules, use cases and routes, each suite on a copy of one migrated database in memory. With `isolate: false`,
 * modules are loaded once per worker.
 */
export default defineConfig({
  define: buildDefines(true),
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['functions/**/*.test.ts', 'src/**/*.test.ts'],
    environment: 'node',
    // A folder in memory if the system has one, so that no test waits for a disk.
    env: existsSync('/dev/shm') ? { TMPDIR: '/dev/shm' } : {},
    setupFiles: ['functions/test-bench/suite.ts'],
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['functions/**/*.ts'],
      exclude: ['functions/**/*.test.ts', 'functions/local/**', 'functions/test-bench/**'],
      reporter: ['text-summary', 'json-summary'],
    },
  },
})
