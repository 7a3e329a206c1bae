/** No input of a stranger may hold the only thread for longer, in ms of CPU. */
export const maxCpuMs = 100

/** Milliseconds of this thread's own time that a piece of work takes; the time of other processes does not count. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The same of work that took too long: once more, as a compilation or a collection of garbage may fall into the first run. */
export async function steadyCpuMsOf(work: () => unknown): Promise<number> {
  const ms = await cpuMsOf(work)
  return ms < maxCpuMs ? ms : Math.min(ms, await cpuMsOf(work))
}
