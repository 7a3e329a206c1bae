import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name)))
const files = [
  ...filesIn('src/locales/en'),
  ...filesIn('src/locales/fr'),
  ...filesIn('functions/contract/sentences'),
  'functions/contract/field-sentences.ts',
].filter((file) => /^(?!.*\.test\.ts$).*\.ts$/.test(file))

/** Words that a busy parent would not use, each with a replacement. */
const unsaid: [RegExp, string][] = [
  [/\b(?:some|no)body\b/i, 'someone, no one'],
  [/\bwhoever\b|\banew\b|\bthereby\b|\bhence\b/i, 'plain words'],
  [/\bby (?:itself|themselves)\b/i, 'automatically'],
  [/\bany ?more\b/i, 'no longer'],
  [/\b(?:comes?|came|coming) (?:off|back to you)\b/i, 'a discount applies, a refund is on its way'],
  [/, at once\b|\b(?:there|stops|stopped|ends) at once\b/i, 'right away'],
  [/\b(?:this|the|a|our|get) mails?\b/i, 'email'],
  [/\bgive (?:it|them|all|something) back\b|\bgiven back\b/i, 'return'],
  [/\bstays? (?:with us|open to you)\b|\bwhat’s open\b/i, 'we keep, you can use it, what’s due'],
  [/\bgoes? on by\b|\bto go on\b|\bgo on (?:to|and)\b/i, 'continue'],
  [/\bsigned in\b|\bsign in\b|\blogged on\b/i, 'log in'],
  [/\bcard was refused\b/i, 'declined'],
  [/\badhésions?\b|\bcarte santé\b|\bévénements?\b|\bbillets?\b/i, 'abonnement, carte d’assurance maladie, activité'],
  [/(?<!\{)\be-?mails?\b(?=.*\b(?:vous|votre|nous)\b)/i, 'courriel'],
]
/** The texts in a line. They are between quotation marks; placeholders are left out. */
const textsIn = (line: string) =>
  [...line.matchAll(/'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, plain, filled]) => (plain ?? filled ?? '').replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…'))
    .filter((text) => /\s/.test(text))

/** Lines that are not texts: imports, exports and comments. */
const isCode = (line: string) => /^\s*(?:import|export|\/\/|\/?\*)/.test(line)

describe('banned words in texts for users', () => {
  it('texts of pages, mails and errors contain no banned words', () => {
    expect(files.length).toBeGreaterThan(100)
    const found = files.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => !isCode(line))
        .flatMap(textsIn)
        .flatMap((text) =>
          unsaid.filter(([words]) => words.test(text)).map(([, instead]) => `${file}: “${text}” (say: ${instead})`),
        ),
    )
    expect(found).toEqual([])
  })

  it('a banned word is found between other words in each language', () => {
    const say = (text: string) =>
      textsIn(`  key: '${text}',`).some((each) => unsaid.some(([words]) => words.test(each)))
    for (const text of [
      'Nobody matches.',
      'It renews by itself.',
      'Not sold any more',
      'You get this mail daily',
      'Nos adhésions',
    ])
      expect(say(text)).toBe(true)
    expect(say('It renews automatically, until you cancel.')).toBe(false)
  })
})
