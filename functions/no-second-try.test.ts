import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname
/** Settings with which a test runner runs a failed test again. */
const secondTry = /\bretr(?:y|ies)['"]?\s*:\s*(?!0\b)[\d(]|--retr(?:y|ies)\b|\.(?:retry|retries)\(/

const inFolder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name).slice(root.length)
    return entry.isFile() && /\.tsx?$/.test(path) ? [path] : []
  })
const tests = [...inFolder('functions'), ...inFolder('src')].filter((path) => /\.test\.tsx?$/.test(path))

it('no test, proof or story runs again after a failure', () => {
  const found = ['package.json', '.ci/run', ...tests, ...inFolder('e2e')].filter((path) =>
    secondTry.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(found.filter((path) => path !== 'functions/no-second-try.test.ts')).toEqual([])
})

it.each(['{ retry: 1 }', 'retries: 2,', 'vitest run --retry=1', "'retry': 3"])('“%s” is a second try', (text) => {
  expect(secondTry.test(text)).toBe(true)
})
it.each(['retry: 0', "retry: ['approve_with_id']", 'retries: number', "'retry-after': '5'"])(
  '“%s” is no second try',
  (text) => {
    expect(secondTry.test(text)).toBe(false)
  },
)
