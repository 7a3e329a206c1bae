import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { HashInput } from '../people/accounts/password-hash.ts'

type Job = { input: HashInput; finish: (key: Uint8Array | null) => void }

/** Maximum number of waiting hashes, equal to the limit of the worker's own queue. */
const maxWaiting = 1000

/** Number of parallel password hashes: one per core. */
export const hashThreads = (): number => availableParallelism()

/**
 * The worker's HASHER on one machine: one thread per core, started on first use, while the runtime's only thread
 * continues to answer requests.
 */
export function startHashThreads(count = hashThreads()): {
  fetch: (request: Pick<Request, 'json'>) => Promise<Response>
  stop: () => void
} {
  const idle: Worker[] = []
  const waiting: Job[] = []
  const all = new Set<Worker>()

  const startThread = (): Worker => {
    const thread = new Worker(new URL('hash-thread.ts', import.meta.url), { execArgv: [] })
    all.add(thread)
    // An error ends the thread, and only the hash that it was computing fails.
    thread.on('error', () => {})
    thread.unref()
    return thread
  }
  const work = (thread: Worker, { input, finish }: Job) => {
    const keep = (key: Uint8Array) => {
      thread.off('exit', lose)
      idle.push(thread)
      finish(key)
      next()
    }
    const lose = () => {
      thread.off('message', keep)
      all.delete(thread)
      finish(null)
      next()
    }
    thread.once('message', keep)
    thread.once('exit', lose)
    thread.postMessage(input)
  }
  const next = () => {
    if (waiting.length === 0) return
    const thread = idle.pop() ?? (all.size < count ? startThread() : null)
    const job = thread && waiting.shift()
    if (job) work(thread, job)
  }

  return {
    fetch: async (request) => {
      const input = (await request.json()) as HashInput
      if (waiting.length >= maxWaiting) return new Response(null, { status: 503 })
      const key = await new Promise<Uint8Array | null>((finish) => {
        waiting.push({ input, finish })
        next()
      })
      return key ? new Response(Uint8Array.from(key)) : new Response(null, { status: 500 })
    },
    stop: () => {
      for (const thread of all) void thread.terminate()
    },
  }
}
