import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { buildDefines } from '../../functions/local/build-defines.ts'

/** The slowest proof files, longest first. A slow file that started last would run alone at the end. */
const longest = [
  'fuzz/fuzz',
  'model/model',
  'crash/crash',
  'faults/faults',
  'races/races',
  'hostile/pictures-and-log-ins',
  'hostile/hostile',
  'races/more-races',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at === -1 ? longest.length : at
    }
    return files.toSorted((a, b) => rank(a) - rank(b))
  }
}

/**
 * The proofs at small size run three folders at once, and one proof of a folder at a time. With more at once,
 * restarts of a runtime exceed their 5 s.
 */
export default defineConfig({
  define: buildDefines(true),
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['e2e/proofs/prepared-site.ts'],
    pool: 'forks',
    maxWorkers: 3,
    maxConcurrency: 1,
    sequence: { sequencer: LongestFirst },
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
