/**
 * Counts each network's use of a limited resource. `most` is the total limit, `each` the limit of one network, so that
 * a network that sends much delays only itself.
 */
export function openShares({ most, each }: { most: number; each: number }) {
  const held = new Map<string, number>()
  let total = 0

  return {
    /** Takes `count` for a network; null beyond its limit or the total. The returned function releases them, once. */
    take: (network: string, count = 1): (() => void) | null => {
      const own = held.get(network) ?? 0
      if (total + count > most || own + count > each) return null
      held.set(network, own + count)
      total += count
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        total -= count
        const left = (held.get(network) ?? count) - count
        if (left > 0) held.set(network, left)
        else held.delete(network)
      }
    },
    isFull: (): boolean => total >= most,
  }
}
export type Shares = ReturnType<typeof openShares>
