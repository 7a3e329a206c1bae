/** Maximum CPU time, in ms, for any input from a stranger, because there is only one thread. */
export const maxCpuMs = 100

/** CPU time of this thread for a piece of work, in ms; other processes do not count. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Measures slow work a second time, because compilation or garbage collection may coincide with the first run. */
export async function steadyCpuMsOf(work: () => unknown): Promise<number> {
  const ms = await cpuMsOf(work)
  return ms < maxCpuMs ? ms : Math.min(ms, await cpuMsOf(work))
}
