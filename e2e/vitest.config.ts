import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { buildDefines } from '../functions/local/build-defines.ts'

/**
 * Rules, verbs and routes, each suite on a copy of one migrated database in memory. `isolate: false`: modules are loaded once a
 * worker.
 */
export default defineConfig({
  define: buildDefines(true),
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['functions/**/*.test.ts', 'src/**/*.test.ts'],
    environment: 'node',
    // In memory if the system has such a folder, so that no test waits for a disk.
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
