import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { costliestOf, type Costliest } from './test-bench/costly-inputs.ts'
import { maxCpuMs } from './test-bench/cpu-time.ts'
import { type Parser, parsers } from './test-bench/parsers.ts'

/** Number of generated inputs per parser: `npm run test:long` uses a thousand. */
const inputs = Number(process.env.COSTLY_INPUTS ?? 16)

const figures: Record<string, Costliest> = {}
afterAll(() => {
  const { COSTLY_FIGURES: file } = process.env
  if (file) writeFileSync(file, JSON.stringify(figures, null, 1))
})

/** Typical faulty parsers: each takes quadratic time or more. */
const planted: Parser[] = [
  {
    name: 'a trailing repeat after a lazy one',
    grammar: { signs: ['Status: 5', ';', '@'], maxLength: 18_000 },
    parse: (text) => text.split('\n').map((line) => /^([\w-]+):\s*(.*?)\s*$/.exec(line)),
  },
  {
    name: 'a search for the end from every beginning',
    grammar: { signs: ['[', ']', '('], maxLength: 34_000 },
    parse: (text) => text.replaceAll(/\[[^\n]*?\]\(/g, ''),
  },
  {
    name: 'a list that is searched for every name',
    grammar: { signs: ['&', '='], maxLength: 100_000 },
    parse: (text) => {
      const names: string[] = []
      for (const [name = ''] of text.split('&').map((pair) => pair.split('=')))
        if (!names.includes(name)) names.push(name)
    },
  },
  {
    name: 'a rest that is copied for every sign',
    grammar: { signs: ['"', '\\', ','], maxLength: 19_000 },
    parse: (text) => {
      for (let rest = [...text]; rest.length > 0; rest = rest.slice(1)) if (rest[0] === '\0') break
    },
  },
]

describe('a parser with superlinear time', () => {
  it.each(planted)('the measurement detects planted code: $name', async ({ grammar, parse }) => {
    expect((await costliestOf(grammar, { from: 1, count: 300, parse })).ms).toBeGreaterThan(maxCpuMs)
  })
})

describe(`each of ${inputs} generated inputs is parsed within ${maxCpuMs} ms of CPU`, () => {
  it.each(parsers)('$name takes linear time', { timeout: 1_200_000 }, async ({ name, grammar, parse }) => {
    const worst = await costliestOf(grammar, { from: 1, count: inputs, parse })
    figures[name] = worst
    expect(worst.ms, JSON.stringify(worst)).toBeLessThan(maxCpuMs)
  })
})
