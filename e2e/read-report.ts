import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A test runner's counts; `said` names the failures, `files` has the duration of each. */
export type Counts = { passed: number; failed: number; skipped: number; said?: string[]; files?: FileTime[] }
type FileTime = { name: string; seconds: number }

/** The counts in vitest's report. */
export function vitestCounts(json: string): Counts {
  const {
    numPassedTests: passed,
    numFailedTests,
    numPendingTests,
    numTodoTests,
    testResults,
  } = JSON.parse(json) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    testResults: {
      name: string
      status: string
      message: string
      startTime: number
      endTime: number
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
    }[]
  }
  // A test file that failed to load has no failing tests, so it is counted here.
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const summary = [
    ...testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) =>
          failure(`${relative('.', name)} > ${fullName}`, failureMessages[0] ?? ''),
        ),
    ),
    ...unloaded.map((file) => failure(relative('.', file.name), file.message)),
  ]
  return {
    passed,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
    said: summary,
    files: testResults.map(({ name, startTime, endTime }) => ({
      name: relative('.', name),
      seconds: (endTime - startTime) / 1000,
    })),
  }
}

/** The counts in Playwright's report. */
export function playwrightCounts(json: string): Counts {
  type Spec = {
    title: string
    file: string
    line: number
    tests: { status: string; results: { duration: number; error?: { message: string } }[] }[]
  }
  type Suite = { specs?: Spec[]; suites?: Suite[] }
  const { stats, errors, suites } = JSON.parse(json) as {
    stats: { expected: number; unexpected: number; skipped: number }
    errors: unknown[]
    suites: Suite[]
  }
  const specsOf = (suite: Suite): Spec[] => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  const specs = suites.flatMap(specsOf)
  const summary = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => failure(`${spec.file}:${spec.line} > ${spec.title}`, results[0]?.error?.message ?? '')),
  )
  const times = new Map<string, number>()
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results))
      times.set(file, (times.get(file) ?? 0) + duration / 1000)
  return {
    passed: stats.expected,
    failed: stats.unexpected + (stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
    said: summary,
    files: [...times].map(([name, seconds]) => ({ name: `e2e/stories/${name}`, seconds })),
  }
}

/** A failure in a few lines. The runner's own output above has the full text. */
function failure(name: string, message: string): string {
  return `✗ ${name}\n${stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n')}`.replaceAll(
    '\n',
    '\n    ',
  )
}
