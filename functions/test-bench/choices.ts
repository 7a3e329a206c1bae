import fc from 'fast-check'

/** The source of random choices for a generator of test data. */
export type Choices = {
  /** An integer from 0, below `end`. */
  below: (end: number) => number
  pick: <Item>(items: readonly Item[]) => Item
  /** True in this share of cases. */
  chance: (share: number) => boolean
}

const limit = 0x7fff_ffff

/** Arrays with exactly `length` items, which shrink to shorter arrays. */
class FullArray<Item> extends fc.Arbitrary<Item[]> {
  readonly #full: fc.Arbitrary<Item[]>
  readonly #shorter: fc.Arbitrary<Item[]>

  constructor(item: fc.Arbitrary<Item>, length: number) {
    super()
    this.#full = fc.array(item, { minLength: length, maxLength: length })
    this.#shorter = fc.array(item, { maxLength: length })
  }

  // Every choice is equally likely: there is no bias to small values.
  generate(random: fc.Random): fc.Value<Item[]> {
    return new fc.Value(this.#full.generate(random, undefined).value, undefined)
  }

  canShrinkWithoutContext(value: unknown): value is Item[] {
    return this.#shorter.canShrinkWithoutContext(value)
  }

  shrink(value: Item[], context: unknown): fc.Stream<fc.Value<Item[]>> {
    return this.#shorter.shrink(value, context)
  }
}

/** Arrays of exactly `length` items, which shrink by dropping items and by shrinking each one. */
export const arrayOf = <Item>(item: fc.Arbitrary<Item>, length: number): fc.Arbitrary<Item[]> =>
  new FullArray(item, length)

/** The numbers behind `count` choices, for `choicesFrom`. */
export const choiceNumbers = (count: number): fc.Arbitrary<number[]> => arrayOf(fc.nat(limit), count)

/** Choices from numbers that fast-check made; after the last one, every choice is the first. */
export function choicesFrom(numbers: readonly number[]): Choices {
  // Numbers are taken from the end, because fast-check drops unused numbers from the front when it shrinks.
  let left = numbers.length
  return choicesBy((end) => {
    left -= 1
    return Math.floor(((numbers[left] ?? 0) / (limit + 1)) * end)
  })
}

const evenly = (end: number) => fc.noBias(fc.nat(end - 1))

/** Endless choices. fast-check shrinks each choice to the first one. */
export const endlessChoices: fc.Arbitrary<Choices> = fc.gen().map((draw) => choicesBy((end) => draw(evenly, end)))

/** Endless choices. Equal seeds give equal choices. */
export const seededChoices = (seed: number): Choices => fc.sample(endlessChoices, { seed, numRuns: 1 })[0] as Choices

function choicesBy(draw: (end: number) => number): Choices {
  const below = (end: number) => (end > 1 ? draw(end) : 0)
  return {
    below,
    pick: (items) => items[below(items.length)] as never,
    chance: (share) => below(1_000_000) < share * 1_000_000,
  }
}

type FailureInput<Value> = {
  arbitrary: fc.Arbitrary<Value>
  seed: number
  runs: number
  /** Time for shrinking a failing value; 0 does not shrink. */
  shrinkMs?: number
  /** Throws when the value violates the guarantee. */
  test: (value: Value) => Promise<void> | void
}

/**
 * Tests a number of values. Returns null, or the first failure: its seed, the error of its shrunk value, and the path
 * that repeats it.
 */
export async function findFailure<Value>(input: FailureInput<Value>): Promise<string | null> {
  const { arbitrary, seed, runs, shrinkMs = 30_000, test } = input
  let failedAt: number | null = null
  const property = fc.asyncProperty(arbitrary, async (value) => {
    // Ends the run, because just listing the smaller values of a long value takes minutes.
    if (failedAt !== null && performance.now() - failedAt >= shrinkMs) throw new fc.PreconditionFailure(true)
    try {
      await test(value)
    } catch (error) {
      failedAt ??= performance.now()
      throw error
    }
  })
  const result = await fc.check(property, { seed, numRuns: runs })
  if (!result.failed) return null
  const { counterexamplePath, numShrinks, errorInstance } = result
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return `${reason} (seed ${seed}, path ${counterexamplePath}, shrunk ${numShrinks} times)`
}
