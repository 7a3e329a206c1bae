import { type Choices, choicesFrom } from './choices.ts'
import { cpuMsOf, maxCpuMs } from './cpu-time.ts'

/** The inputs of a parser: the characters that have a meaning for it, and the maximum length. */
export type Grammar = { signs: readonly string[]; maxLength: number }
/** The input on which the parser took the longest time. */
export type Costliest = { ms: number; seed: number; shape: string; start: string }

const plain = ['a', 'é', '0', ' ', '\n', '.', '-', '\t']
const numbersPerInput = 64

type Shape = (choices: Choices, grammar: Grammar) => string

const signOf = (choices: Choices, { signs }: Grammar): string => choices.pick(choices.chance(0.75) ? signs : plain)
/** A text of one to four signs. */
const unitOf = (choices: Choices, grammar: Grammar): string =>
  Array.from({ length: 1 + choices.below(4) }, () => signOf(choices, grammar)).join('')
const fill = (unit: string, length: number): string =>
  unit.repeat(Math.max(0, Math.floor(length / Math.max(1, unit.length))))
/** Two out of three inputs have the maximum length. */
const lengthOf = (choices: Choices, { maxLength }: Grammar): number =>
  choices.chance(0.67) ? maxLength : choices.below(maxLength + 1)

/**
 * Shapes of inputs that cost a parser much time: the parser looks back or ahead, or keeps or compares what it has
 * read.
 */
const shapes: Record<string, Shape> = {
  repeat: (choices, grammar) => {
    const [start, end] = [unitOf(choices, grammar), unitOf(choices, grammar)]
    return start + fill(unitOf(choices, grammar), lengthOf(choices, grammar) - start.length - end.length) + end
  },
  nesting: (choices, grammar) => {
    const [open, middle, close] = [unitOf(choices, grammar), signOf(choices, grammar), unitOf(choices, grammar)]
    const depth = Math.floor(lengthOf(choices, grammar) / (open.length + close.length + 1))
    return open.repeat(depth) + middle + close.repeat(depth)
  },
  'runs side by side': (choices, grammar) => {
    const length = lengthOf(choices, grammar)
    const count = 2 + choices.below(3)
    return Array.from({ length: count }, () => fill(unitOf(choices, grammar), Math.floor(length / count))).join('')
  },
  'long line': (choices, grammar) => {
    const [start, end] = [unitOf(choices, grammar), unitOf(choices, grammar)]
    return start + fill(choices.pick(plain), lengthOf(choices, grammar) - start.length - end.length) + end
  },
  'many long lines': (choices, grammar) => {
    const lines = 2 + choices.below(50)
    const line = fill(signOf(choices, grammar), Math.floor(lengthOf(choices, grammar) / lines) - 2)
    return `${line}${signOf(choices, grammar)}\n`.repeat(lines)
  },
  'many names': (choices, grammar) => {
    const [start, between] = [signOf(choices, grammar), unitOf(choices, grammar)]
    const length = lengthOf(choices, grammar)
    let text = ''
    for (let number = 0; text.length < length; number += 1) text += `${start}n${number}${between}`
    return text.slice(0, length)
  },
  'runs that grow': (choices, grammar) => {
    const [sign, between] = [signOf(choices, grammar), unitOf(choices, grammar)]
    const length = lengthOf(choices, grammar)
    let text = ''
    for (let count = 1; text.length < length; count += 1) text += sign.repeat(count) + between
    return text.slice(0, length)
  },
  'mixed pieces': (choices, grammar) => {
    const pieces = Array.from({ length: 12 }, () => unitOf(choices, grammar).repeat(1 + choices.below(20)))
    return fill(pieces.join(''), lengthOf(choices, grammar))
  },
}
const shapeNames = Object.keys(shapes)

/** An input made of the characters of a grammar, equal for equal seeds. */
export function costlyInput(seed: number, grammar: Grammar): { shape: string; text: string } {
  const choices = choicesFrom(numbersFrom(seed))
  const shape = shapeNames[seed % shapeNames.length] as string
  const text = (shapes[shape] as Shape)(choices, grammar)
  return { shape, text: text.slice(0, grammar.maxLength) }
}

// This is mulberry32, which is fast and good enough to choose signs.
/** Numbers for `choicesFrom`, equal for equal seeds. */
export function numbersFrom(seed: number, count = numbersPerInput): number[] {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) & 0x7fff_ffff
  })
}

/**
 * Runs a parser with generated inputs and returns the one that took longest. Stops at the first input that takes too
 * long twice, because compilation or garbage collection may coincide with one run.
 */
export async function costliestOf(
  grammar: Grammar,
  { from, count, parse }: { from: number; count: number; parse: (text: string) => unknown },
): Promise<Costliest> {
  let worst: Costliest = { ms: 0, seed: from, shape: '', start: '' }
  for (let seed = from; seed < from + count; seed += 1) {
    const { shape, text } = costlyInput(seed, grammar)
    const once = () => cpuMsOf(() => parse(text))
    let ms = await once()
    if (ms >= maxCpuMs) ms = Math.min(ms, await once(), await once())
    if (ms > worst.ms) worst = { ms, seed, shape, start: text.slice(0, 60) }
    if (ms >= maxCpuMs) break
  }
  return worst
}
