import { ApiError } from '../../contract/api-error.ts'

/** Runs work again, from its read on, while another request was faster. The conflict of the last attempt is thrown. */
export async function retryOnConflict<Result>(
  attempts: number,
  work: (attempt: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      const isConflict = error instanceof ApiError && error.isConflict
      if (!isConflict || attempt >= attempts) throw error
    }
  }
}
