/** Milliseconds of this thread's own time that a piece of work takes; the time of other processes does not count. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
