import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

/**
 * Why a pattern may need more than linear time on some text, or null. A pattern is superlinear when two of its
 * repetitions can divide the same text in many ways (the criterion of Weber and Seidl on its automaton). A search that
 * begins at every character counts as a repetition before the pattern. A repetition after which the match is certain is
 * harmless.
 */
export function superlinearReason(source: string, flags: string): string | null {
  const automaton = new Automaton(source, flags)
  const whole = automaton.alternatives(automaton.pattern.alternatives, true)
  return automaton.reason ?? automaton.ambiguity(whole)
}

type Place = number
/** A part of a pattern, described by the characters that it can begin and end with. */
type Fragment = {
  /** The places where the part can begin; true for each that can only occur at the start of the text. */
  first: Map<Place, boolean>
  /** The places where the part can end; true for each with an assertion between it and the end of the part. */
  last: Map<Place, boolean>
  /** How the part can be empty: under an assertion, or only at the start of the text; null if it cannot. */
  empty: { isConditional: boolean; isAnchored: boolean } | null
}

const search: Place = 0
const empty = (isConditional = false, isAnchored = false): Fragment => ({
  first: new Map(),
  last: new Map(),
  empty: { isConditional, isAnchored },
})

class Automaton {
  readonly pattern: AST.Pattern
  reason: string | null = null
  readonly #flags: string
  readonly #isMultiline: boolean
  readonly #isSticky: boolean
  readonly #samples: string[]
  /** The sample characters that each place accepts, one bit each; the search accepts any. */
  readonly #takes: bigint[]
  readonly #names = ['the search from every character']
  readonly #follows: Set<Place>[] = [new Set()]

  constructor(source: string, flags: string) {
    const [unicode, unicodeSets] = [flags.includes('u'), flags.includes('v')]
    this.pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets })
    this.#flags = flags.replaceAll(/[^isuv]/g, '')
    this.#isMultiline = flags.includes('m')
    this.#isSticky = flags.includes('y')
    this.#samples = samplesOf(this.pattern)
    this.#takes = [(1n << BigInt(this.#samples.length)) - 1n]
  }

  alternatives(all: readonly AST.Alternative[], isAtStart: boolean): Fragment {
    const parts = all.map(({ elements }) => this.#sequence(elements, isAtStart))
    const empties = parts.flatMap((each) => each.empty ?? [])
    return {
      first: merged(parts.map(({ first }) => first)),
      last: merged(parts.map(({ last }) => last)),
      empty:
        empties.length === 0
          ? null
          : {
              isConditional: empties.every(({ isConditional }) => isConditional),
              isAnchored: empties.every(({ isAnchored }) => isAnchored),
            },
    }
  }

  #sequence(elements: readonly AST.Element[], isAtStart: boolean): Fragment {
    return elements.reduce<Fragment>((before, element, index) => {
      const next = elements[index + 1]
      return this.#joined(before, this.#element(element, { next, isAtStart: isAtStart && before.first.size === 0 }))
    }, empty())
  }

  #joined(before: Fragment, after: Fragment): Fragment {
    for (const from of before.last.keys())
      for (const [to, isAnchored] of after.first) if (!isAnchored) this.#follow(from, to)
    const { empty: between } = before
    const { empty: behind } = after
    return {
      first: between
        ? merged([before.first, new Map([...after.first].map(([to, own]) => [to, own || between.isAnchored]))])
        : before.first,
      last: behind
        ? merged([after.last, new Map([...before.last].map(([from, own]) => [from, own || behind.isConditional]))])
        : after.last,
      empty: between &&
        behind && {
          isConditional: between.isConditional || behind.isConditional,
          isAnchored: between.isAnchored || behind.isAnchored,
        },
    }
  }

  #element(element: AST.Element, at: { next?: AST.Element | undefined; isAtStart: boolean }): Fragment {
    switch (element.type) {
      case 'Assertion':
        return this.#assertion(element, at)
      case 'Quantifier':
        return this.#repeated(element, at.isAtStart)
      case 'Group':
      case 'CapturingGroup':
        return this.alternatives(element.alternatives, at.isAtStart)
      case 'Backreference':
        // A back reference repeats a text whose length was already decided.
        return empty(true)
      default:
        return this.#character(element.raw)
    }
  }

  #assertion(assertion: AST.Assertion, at: { next?: AST.Element | undefined; isAtStart: boolean }): Fragment {
    if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind') {
      if (assertion.kind === 'lookbehind' && /[*+]|,\}/.test(assertion.raw))
        this.reason ??= `${assertion.raw} looks back without an end`
      // A lookahead is not repeated once it holds, so its content counts only as a start.
      return { ...empty(true), first: this.alternatives(assertion.alternatives, false).first }
    }
    if (!at.isAtStart) return empty(true)
    if (assertion.kind === 'start') return this.#isMultiline ? this.#afterCharacter('\\n') : empty(true, true)
    const isWordNext = at.next !== undefined && /^(?:\(\?:)?(?:\w|\\[wd])/.test(at.next.raw)
    return assertion.kind === 'word' && !assertion.negate && isWordNext ? this.#afterCharacter('\\W') : empty(true)
  }

  /**
   * The fragment of `^` with the flag `m`, or of `\b` before a word character: it matches at the start of the text and
   * after a character of the class `raw`.
   */
  #afterCharacter(raw: string): Fragment {
    return { ...this.#character(raw), empty: { isConditional: true, isAnchored: true } }
  }

  #repeated({ element, min, max }: AST.Quantifier, isAtStart: boolean): Fragment {
    const part = (isOptional: boolean): Fragment => {
      const once = this.#element(element, { isAtStart: isAtStart && max === 1 })
      return isOptional ? { ...once, empty: { isConditional: false, isAnchored: false } } : once
    }
    // A bounded repetition does not count, but two of them in a row can still divide a text.
    if (max < Number.POSITIVE_INFINITY)
      return Array.from({ length: Math.min(max, 2) }, (_, index) => part(index >= min)).reduce(
        (before, after) => this.#joined(before, after),
        empty(),
      )
    const once = part(min === 0)
    for (const from of once.last.keys()) for (const to of once.first.keys()) this.#follow(from, to)
    return once
  }

  #character(raw: string): Fragment {
    const place = this.#takes.length
    const one = new RegExp(`^(?:${raw})$`, this.#flags)
    this.#takes.push(
      this.#samples.reduce((bits, sample, index) => (one.test(sample) ? bits | (1n << BigInt(index)) : bits), 0n),
    )
    this.#names.push(raw)
    this.#follows.push(new Set())
    return { first: new Map([[place, false]]), last: new Map([[place, false]]), empty: null }
  }

  #follow(from: Place, to: Place): void {
    const follows = this.#follows[from] as Set<Place>
    if (follows.has(to)) this.reason ??= `a repeat inside a repeat of ${this.#names[from]}`
    follows.add(to)
  }

  /** Two successive repetitions that can both read the same text. */
  ambiguity(whole: Fragment): string | null {
    if (!this.#isSticky)
      for (const [place, isAnchored] of whole.first) if (!isAnchored) this.#follows[search]?.add(place)
    if (this.#follows[search]?.size) this.#follows[search]?.add(search)
    const reach = this.#follows.map((_, place) => this.#reachable(place))
    const isRepeat = (place: Place) => reach[place]?.has(place) === true
    const isCertain = (place: Place) => whole.last.get(place) === false
    for (const [p] of this.#takes.entries())
      for (const q of reach[p] ?? [])
        if (p !== q && isRepeat(p) && isRepeat(q) && !isCertain(q) && this.#canDivide(p, q, reach))
          return `${this.#names[p]} and ${this.#names[q]} can divide a text in many ways`
    return null
  }

  #reachable(from: Place): Set<Place> {
    const reached = new Set<Place>()
    const open = [from]
    for (let place = open.pop(); place !== undefined; place = open.pop())
      for (const next of this.#follows[place] ?? [])
        if (!reached.has(next)) {
          reached.add(next)
          open.push(next)
        }
    return reached
  }

  /** True when one text leads from p to p, from p to q and from q to q. */
  #canDivide(p: Place, q: Place, reach: Set<Place>[]): boolean {
    const seen = new Set<string>()
    const open: [Place, Place, Place][] = [[p, p, q]]
    const follows = (place: Place, goal: Place) =>
      [...(this.#follows[place] ?? [])].filter((next) => next === goal || reach[next]?.has(goal))
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const x of follows(at[0], p))
        for (const y of follows(at[1], q)) {
          const both = this.#taken(x) & this.#taken(y)
          if (both === 0n) continue
          for (const z of follows(at[2], q)) {
            if ((both & this.#taken(z)) === 0n) continue
            if (x === p && y === q && z === q) return true
            const key = `${x} ${y} ${z}`
            if (seen.has(key)) continue
            seen.add(key)
            open.push([x, y, z])
          }
        }
    return false
  }

  #taken = (place: Place): bigint => this.#takes[place] ?? 0n
}

/** For places in several maps, the least restricted entry. */
function merged(maps: readonly Map<Place, boolean>[]): Map<Place, boolean> {
  const all = new Map<Place, boolean>()
  for (const map of maps)
    for (const [place, isRestricted] of map) all.set(place, isRestricted && all.get(place) !== false)
  return all
}

const usual = [
  ...Array.from({ length: 128 }, (_, code) => code),
  0x85,
  0xa0,
  0xe9,
  0x130,
  0x17f,
  0x2028,
  0x200b,
  0xfeff,
  0x65e5,
  0x1f600,
]

/** A sample character for every distinction that the pattern makes. */
function samplesOf(pattern: AST.Pattern): string[] {
  const codes = new Set(usual)
  visitRegExpAST(pattern, {
    onCharacterEnter: ({ value }) => void codes.add(value),
    onCharacterClassRangeEnter: ({ min, max }) => void codes.add(Math.max(0, min.value - 1)).add(max.value + 1),
  })
  return [...codes].map((code) => String.fromCodePoint(code))
}
