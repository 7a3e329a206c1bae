/** Reads the memory of the worker `site` through the runtime's inspector. */
export async function openWorkerMemory(port: number) {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    id: string
    webSocketDebuggerUrl: string
  }[]
  const target = targets.find(({ id }) => id === 'core:user:site')
  if (!target) throw new Error('The inspector does not know the worker.')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  const waiting = new Map<number, (result: Record<string, number>) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: Record<string, number> }
    if (id !== undefined) waiting.get(id)?.(result ?? {})
  })
  let last = 0
  const send = (method: string) =>
    new Promise<Record<string, number>>((resolve) => {
      last += 1
      waiting.set(last, resolve)
      socket.send(JSON.stringify({ id: last, method }))
    })
  return {
    /** Megabytes of the worker, including its buffers and uncollected garbage. */
    heldMb: async (): Promise<number> => {
      const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await send('Runtime.getHeapUsage')
      return (usedSize + embedderHeapUsedSize + backingStorageSize) / 2 ** 20
    },
    close: () => socket.close(),
  }
}
