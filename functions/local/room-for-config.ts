/** From this size on copying shows. */
const largeBytes = 500_000
const plain = globalThis.ArrayBuffer
let starting = 0

/** Half as much again for the message of the configuration, as much as was asked for otherwise; whole words. */
const roomy = new Proxy(plain, {
  construct: (_, [length, ...rest]: [number, ...unknown[]]) => {
    const isMessage = length >= largeBytes && /\ballocate\$1 /.test(new Error().stack ?? '')
    return Reflect.construct(plain, [isMessage ? length + 8 * Math.ceil(length / 16) : length, ...rest])
  },
})

/**
 * Does something with room to spare for the message that Miniflare writes its configuration into. That one grows by four
 * kilobytes at a time, and copies the whole worker each time: half of the work of a start.
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
