import { storageVersion } from '#contract/limits'

/** The count of declines of an order's card. It survives a reload. Without storage it starts at zero. */
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
