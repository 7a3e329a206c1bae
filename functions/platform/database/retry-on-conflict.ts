import { ApiError } from '../../contract/api-error.ts'

/**
 * Payments need the most attempts, because a page, the provider's webhook and the scheduler may settle the same
 * payment at once.
 */
export const maxAttempts = 6
const isConflict = (error: unknown): boolean => error instanceof ApiError && error.isConflict

/** Repeats the work, including its reads, while another request was faster. Throws the conflict of the last attempt. */
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
