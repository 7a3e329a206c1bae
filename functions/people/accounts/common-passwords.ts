import { plainPassword, unpackWords } from './plain-password.ts'

/** Words that passwords are made of and that are missing from the published list; refused in every common variation. */
const words = `
bienvenue login roblox fortnite twitter instagram yahoo hotmail gmail ubuntu ete hiver printemps automne fevrier juin
aout septembre lundi mercredi jeudi vendredi doudou qwertz qwer wasd abc abcd abcde abcdef abcdefg abcdefgh aaa xxx hi
hey coucou mama papa boy god cat dog campfire gryffindor dumbledore red bitcoin max coco marshmallow zaq1 registration
camps members
`
  .trim()
  .split(/\s+/)

const commonWords = new Set(words.map(plainPassword))
let published: Promise<Set<string>> | undefined
// The list is loaded for the first new password, because most isolates never set one.
const loadPublished = async () => unpackWords((await import('./published-passwords.json')).default.packed)

const keyRows = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2z3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol',
  '1aqw2zsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  'aqwzsxedcrfvtgbyhn',
  '147258369',
  '159753',
  'a1b2c3d4e5f6',
]
const lines = keyRows.flatMap((row) => [row + row, [...row].reverse().join('').repeat(2)])
/** Up to this many characters before or after a word leave it easy to guess. */
const maxBefore = 3
const maxAfter = 8
const dressAfter =
  /^(?:[^a-z]{0,4}|[^a-z\d]{0,3}(?:19|20)\d\d[^a-z\d]{0,3}|\d{1,4}[^a-z\d]{1,3}|[^a-z\d]{1,3}\d{1,4}[^a-z\d]{0,2})$/

/**
 * Whether a password is among the first that attackers try: a published one or a known word with variations, a
 * keyboard walk, one repeated character or piece, or a date.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const lower = password.toLowerCase()
  if (isRepeated(lower) || isWalk(lower) || isDate(lower)) return true
  published ??= loadPublished()
  const publishedWords = await published
  return withoutAffixes(lower)
    .map(plainPassword)
    .some((core) => commonWords.has(core) || publishedWords.has(core))
}

/** The password without a few characters before or after a word, or one half of a doubled word. */
function withoutAffixes(lower: string): string[] {
  const bare = lower.replace(/[\s._-]/g, '')
  const candidates = [lower, bare]
  for (const text of [lower, bare]) {
    for (let before = 0; before <= maxBefore; before += 1) {
      for (let after = 0; after <= Math.min(maxAfter, text.length - before); after += 1) {
        if (/^[^a-z]*$/.test(text.slice(0, before)) && dressAfter.test(text.slice(text.length - after)))
          candidates.push(text.slice(before, text.length - after))
      }
    }
  }
  return candidates.flatMap((each) =>
    each.length % 2 === 0 && each.slice(0, each.length / 2) === each.slice(each.length / 2)
      ? [each, each.slice(0, each.length / 2)]
      : [each],
  )
}

function isRepeated(lower: string): boolean {
  return /^(.{1,4})\1+.{0,3}$/su.test(lower)
}

const minWalk = 5
/** Whether the characters are neighbours on the keyboard, in up to three runs of three and more: 1234qwer, zaq12wsx. */
function isWalk(lower: string): boolean {
  const core = lower.replace(/[^a-z0-9]/g, '')
  return [core, core.replace(/\d{1,4}$/, ''), core.replace(/^\d{1,4}/, '')].some(
    (keys) => keys.length >= minWalk && inRuns(keys, 3),
  )
}

function inRuns(keys: string, maxRuns: number): boolean {
  if (keys === '') return true
  if (maxRuns === 0) return false
  for (let length = keys.length; length >= 3; length -= 1) {
    const run = keys.slice(0, length)
    if (lines.some((line) => line.includes(run)) && inRuns(keys.slice(length), maxRuns - 1)) return true
  }
  return false
}

/** Eight digits that are a date: 31122010, 20101231. */
function isDate(lower: string): boolean {
  const day = lower.replace(/[\s./-]/g, '')
  return /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|[12]\d|3[01])(?:19|20)\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/.test(
    day,
  )
}
