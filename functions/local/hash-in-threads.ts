import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { HashInput } from '../people/accounts/password-hash.ts'

type Job = { input: HashInput; finish: (key: Uint8Array | null) => void }

/** Hashes that wait here at most: the worker's own line lets no more of them come. */
const maxWaiting = 1000

/** How many passwords are hashed at once: one on every core. */
export const hashThreads = (): number => availableParallelism()

/** The worker's HASHER on one machine: a thread on every core, started when first needed, while the runtime's only thread goes on answering. */
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
    // What goes wrong in it ends it, and its hash is answered as failed.
    thread.on('error', () => {})
    // It keeps nothing alive.
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
