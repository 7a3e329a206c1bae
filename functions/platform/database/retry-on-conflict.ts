import { ApiError } from '../../contract/api-error.ts'

/** Payments need the most: a page, the provider's report and the clock may settle the same one at once. */
export const maxAttempts = 6
const isConflict = (error: unknown): boolean => error instanceof ApiError && error.isConflict

/** Runs work again, from its read on, while another request was faster. The conflict of the last attempt is thrown. */
export async function retryOnConflict<Result>(
  work: (attempt: number) => Promise<Result>,
  mayRetry: (error: unknown) => boolean = isConflict,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      if (!mayRetry(error) || attempt >= maxAttempts) throw error
    }
  }
}
