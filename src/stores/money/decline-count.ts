import { storageVersion } from '#contract/limits'

/** How often the card of an order was declined, which a page that is loaded again still knows; without storage it counts from none. */
export function declineCount(session: Pick<Storage, 'getItem' | 'setItem'>, orderId: string) {
  const key = `${storageVersion}:declines:${orderId}`
  let count = 0
  const read = () => {
    const stored = Number(session.getItem(key) ?? 0)
    return Math.max(count, Number.isSafeInteger(stored) ? stored : 0)
  }
  return {
    read,
    add: () => {
      count = read() + 1
      session.setItem(key, String(count))
    },
  }
}
