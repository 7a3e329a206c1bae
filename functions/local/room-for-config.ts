/** Size in bytes above which copying is noticeable. */
const largeBytes = 500_000
const plain = globalThis.ArrayBuffer
let starting = 0

/** Reserves 50 % more for the configuration message, and the exact size otherwise; in whole words. */
const roomy = new Proxy(plain, {
  construct: (_, [length, ...rest]: [number, ...unknown[]]) => {
    const isMessage = length >= largeBytes && /\ballocate\$1 /.test(new Error().stack ?? '')
    return Reflect.construct(plain, [isMessage ? length + 8 * Math.ceil(length / 16) : length, ...rest])
  },
})

/**
 * Runs an action with a larger buffer for the message into which Miniflare writes its configuration. Otherwise the
 * message would grow by four kilobytes at a time and copy the whole worker each time, which is half of a start's work.
 */
export async function withRoomForConfig<Result>(act: () => Promise<Result>): Promise<Result> {
  starting += 1
  globalThis.ArrayBuffer = roomy
  try {
    return await act()
  } finally {
    starting -= 1
    if (starting === 0) globalThis.ArrayBuffer = plain
  }
}
