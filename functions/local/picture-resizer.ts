import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** Scales to a width, or scales an upload to a square with this side in pixels. */
export type ResizeRequest = { bytes: Uint8Array; width: number } | { bytes: Uint8Array; side: number }
export type ResizeResponse =
  | { bytes: Uint8Array; width: number; height: number }
  | { failure: string; isTooLarge?: boolean; isTooLate?: boolean }
type Job = ResizeRequest & { finish: (response: ResizeResponse) => void }

/** Maximum waiting pictures; further ones are shown unscaled. */
const maxWaiting = 16
const maxJobMs = 15_000

/** Resizes pictures in a separate process, one at a time and with low priority, so that no visitor's log-in waits. */
export function startPictureResizer(): { fetch: (request: Request) => Promise<Response>; stop: () => void } {
  const waiting: Job[] = []
  let current: Job | null = null
  let child: ChildProcess | null = null
  let deadline: NodeJS.Timeout | undefined
  let isTooLate = false

  const finish = (response: ResizeResponse) => {
    clearTimeout(deadline)
    current?.finish(response)
    current = null
    startNext()
  }
  const startChild = (): ChildProcess => {
    const started = fork(new URL('resize-pictures.ts', import.meta.url), { serialization: 'advanced', execArgv: [] })
    if (started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    // The child process does not keep its parent alive, and ends with it.
    started.unref()
    started.channel?.unref()
    started.on('message', (response: ResizeResponse) => finish(response))
    started.once('error', () => {})
    started.once('exit', () => {
      child = null
      if (current) finish({ failure: 'not made smaller', isTooLate })
    })
    return started
  }
  const startNext = () => {
    const next = current ? undefined : waiting.shift()
    if (!next) return
    current = next
    isTooLate = false
    deadline = setTimeout(() => {
      isTooLate = true
      child?.kill('SIGKILL')
    }, maxJobMs)
    child ??= startChild()
    const { finish: _finish, ...request } = next
    child.send(request satisfies ResizeRequest)
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
      const query = new URL(request.url).searchParams
      const bytes = new Uint8Array(await request.arrayBuffer())
      const side = query.get('side')
      const response = await resize(
        side === null ? { bytes, width: Number(query.get('width')) } : { bytes, side: Number(side) },
      )
      return 'bytes' in response
        ? new Response(Uint8Array.from(response.bytes), {
            headers: { 'Picture-Width': String(response.width), 'Picture-Height': String(response.height) },
          })
        : new Response(response.failure, { status: statusOf(response, side !== null) })
    },
    stop: () => {
      child?.kill('SIGKILL')
    },
  }
}

/**
 * A picture that took too long is not broken: an upload may be sent again, and a page's picture is shown unscaled until
 * the next attempt.
 */
const statusOf = (
  { isTooLarge, isTooLate }: { isTooLarge?: boolean; isTooLate?: boolean },
  isUpload: boolean,
): number => (isTooLarge ? 413 : isTooLate ? (isUpload ? 503 : 504) : 422)
