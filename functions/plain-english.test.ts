import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Phrases that only this project used, and what a reader expects instead. */
const dialect: [RegExp, string][] = [
  [/\b(?:who|what|which|where)ever\b(?! (?:possible|needed)\b)/i, 'name the person or the thing'],
  [/\b(?:some|no)body\b/i, 'someone, no one, or the person: the customer, the visitor'],
  [/\banew\b/i, 'again'],
  [/\bbeside(?!s)\b/i, 'next to, with, in addition to'],
  [/\bof (?:which|who|whom|whose)\b/i, 'two sentences, or a possessive'],
  [/\bno more\b(?! than\b)/i, 'no longer'],
  [/\bany ?more\b/i, 'still, no longer'],
  [/\bin vain\b/i, 'without success'],
  [/\b(?:with(?:out)? script|script off)\b/i, 'with or without JavaScript'],
  [/\bbreaks? the batch\b/i, 'aborts the batch'],
  [/\bguard (?:statement )?must follow\b/i, 'the batch must then abort if no row changed'],
  [/\bstands? in\b/i, 'is in'],
  [/\b(?:says?|said|told|tells?) so\b/i, 'name where it is said: the log, the page, the error'],
  [/\bwhat (?:came|comes|was begun|has begun|is not)\b/i, 'the thing: the payment, the answer'],
  [/\bwho (?:waits|wants|asks|came|is signed in)\b/i, 'the waiting customer, the current user'],
  [/\bturns? (?:no one|nobody)\b/i, 'is open to everyone'],
  [/\bso many of\b/i, 'how many'],
  [/\bto mind\b/i, 'reminds'],
  [/\bthe place it\b/i, 'the place that'],
  [/\b(?:thereby|hence|therein|whence|wherein|thereof)\b/i, 'so, by this'],
  [/\bgiven back\b|\bgiv(?:es?|ing) back\b/i, 'refund, return, release'],
  [/\b(?:he|him|his)\b/, 'they, their, or the customer'],
]

/** A title that begins with a verb has no subject when it is read alone in a list of failures. */
const withoutSubject =
  /^(?:is|are|was|were|has|have|never|says?|lets?|leads?|asks?|waits?|does|do|goes|can|cannot|may|must|will|tells?|names?|stays?|begins?|comes?)\s/

type Text = { path: string; line: number; text: string }

const sources = ['functions', 'src', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|astro|mjs|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => path !== 'functions/plain-english.test.ts'),
)

const textsIn = (path: string, source: string, pattern: RegExp): Text[] =>
  [...source.matchAll(pattern)].map((match) => ({
    path,
    line: source.slice(0, match.index).split('\n').length,
    text: match.groups?.text ?? match[0],
  }))

const commentPattern = /\/\*[\s\S]*?\*\/|(?<![\w:'"`/\\])\/\/.*|<!--[\s\S]*?-->/g
const titlePattern =
  /\b(?:it|test|describe)(?:\.\w+)*(?:\([^\n]*\))?\(\s*(?<quote>['"`])(?<text>(?:\\.|(?!\k<quote>).)*)\k<quote>/g

const commentFaults = (texts: Text[]): string[] =>
  texts.flatMap(({ path, line, text }) =>
    dialect
      .filter(([phrase]) => phrase.test(text))
      .map(([phrase, instead]) => `${path}:${line} “${phrase.exec(text)?.[0]}” (${instead}): ${text.slice(0, 120)}`),
  )

const titleFaults = (texts: Text[]): string[] => [
  ...commentFaults(texts),
  ...texts
    .filter(({ text }) => withoutSubject.test(text))
    .map(({ path, line, text }) => `${path}:${line} has no subject: ${text}`),
]

describe('the words of the source', () => {
  it('comments use standard English', () => {
    const comments = sources.flatMap((path) => textsIn(path, readFileSync(join(root, path), 'utf8'), commentPattern))
    expect(comments.length).toBeGreaterThan(2000)
    expect(commentFaults(comments)).toEqual([])
  })

  it('test titles name a subject and a guarantee', () => {
    const titles = sources
      .filter((path) => /\.(?:test|spec|proof)\.ts$/.test(path))
      .flatMap((path) => textsIn(path, readFileSync(join(root, path), 'utf8'), titlePattern))
    expect(titles.length).toBeGreaterThan(2000)
    expect(titleFaults(titles)).toEqual([])
  })

  it.each([
    ['// Whoever holds the link may open it.', 1],
    ['/** Sums of what came back. */ // Kept beside the order.', 2],
    ['// D1 has no interactive transaction, so the guard must be in the batch.', 0],
  ])('the check of comments finds every forbidden phrase: %s has %i', (source, count) => {
    expect(commentFaults(textsIn('a.ts', source, commentPattern))).toHaveLength(count)
  })

  it.each([
    ["it('is 404 for a stranger', () => {})", 1],
    ["it.each(cases)('says so', () => {})", 2],
    ["it('an expired hold frees its place', () => {})", 0],
  ])('the check of titles finds every fault: %s has %i', (source, count) => {
    expect(titleFaults(textsIn('a.test.ts', source, titlePattern))).toHaveLength(count)
  })
})
