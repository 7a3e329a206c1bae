import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'

export type ResizeRequest = { bytes: Uint8Array; width: number }
export type ResizeResponse = { bytes: Uint8Array } | { failure: string }
type Job = ResizeRequest & { finish: (response: ResizeResponse) => void }

/** Pictures that wait while one is made smaller; the next ones are shown as they are. */
const maxWaiting = 16
const maxJobMs = 15_000

/** Makes pictures smaller in a process of its own, one at a time and behind everything else, so that no visitor's log-in waits for one. */
export function startPictureResizer(): { fetch: (request: Request) => Promise<Response>; stop: () => void } {
  const waiting: Job[] = []
  let current: Job | null = null
  let child: ChildProcess | null = null
  let deadline: NodeJS.Timeout | undefined

  const finish = (response: ResizeResponse) => {
    clearTimeout(deadline)
    current?.finish(response)
    current = null
    startNext()
  }
  const startChild = (): ChildProcess => {
    const started = fork(new URL('resize-pictures.ts', import.meta.url), { serialization: 'advanced', execArgv: [] })
    if (started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    // It ends with this process and keeps nothing alive.
    started.unref()
    started.channel?.unref()
    started.on('message', (response: ResizeResponse) => finish(response))
    started.once('error', () => {})
    started.once('exit', () => {
      child = null
      if (current) finish({ failure: 'not made smaller' })
    })
    return started
  }
  const startNext = () => {
    const next = current ? undefined : waiting.shift()
    if (!next) return
    current = next
    deadline = setTimeout(() => child?.kill('SIGKILL'), maxJobMs)
    child ??= startChild()
    child.send({ bytes: next.bytes, width: next.width } satisfies ResizeRequest)
  }
  const resize = (input: ResizeRequest) =>
    new Promise<ResizeResponse>((done) => {
      waiting.push({ ...input, finish: done })
      startNext()
    })

  return {
    fetch: async (request) => {
      if (waiting.length >= maxWaiting) {
        await request.body?.cancel()
        return new Response(null, { status: 503 })
      }
      const width = Number(new URL(request.url).searchParams.get('width'))
      const response = await resize({ bytes: new Uint8Array(await request.arrayBuffer()), width })
      return 'bytes' in response
        ? new Response(Uint8Array.from(response.bytes))
        : new Response(response.failure, { status: 422 })
    },
    stop: () => {
      child?.kill('SIGKILL')
    },
  }
}
