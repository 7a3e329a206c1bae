import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { checkCodeAttempts, countAttempt, uncountAttempt } from '../discounts/limit-code-attempts.ts'

/**
 * The attempt to use a code with a booking. It is counted with the first read, outside the batch of the booking, and
 * stays counted only when the code does not apply.
 */
export class CodeEntry {
  readonly #ctx: CustomerContext
  readonly #aside: CustomerContext
  readonly #counting: ReturnType<typeof countAttempt>
  #isCounted = false

  constructor(ctx: CustomerContext) {
    this.#ctx = ctx
    this.#aside = Object.create(ctx, {
      request: { value: { ...ctx.request, idempotency: null, staleTags: new Set() } },
    }) as CustomerContext
    this.#counting = countAttempt(ctx)
  }

  /** Runs these reads, the first time together with the count. Throws `too_many_requests` above the limit. */
  async countIn<const Reads extends readonly [Statement, ...Statement[]]>(reads: Reads) {
    if (this.#isCounted) return commit(this.#aside, [], ...reads)
    this.#isCounted = true
    const { attempt, write, read } = this.#counting
    const [counted, ...results] = await commit(this.#aside, [write], read, ...reads)
    checkCodeAttempts(this.#ctx, attempt, counted)
    return results
  }

  /** The statement that removes the attempt from the count, for the batch that applies the code. */
  get removal(): Statement {
    return uncountAttempt(this.#ctx, this.#counting.attempt)
  }

  /** Removes the attempt from the count, for a booking that ends without a decision about its code. */
  async remove(): Promise<void> {
    await commit(this.#aside, [this.removal])
  }
}
