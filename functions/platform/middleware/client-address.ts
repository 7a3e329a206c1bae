/** The caller's address as the edge reports it. A forwarded-for header from a client is never read. */
export function clientAddress(request: Request): string {
  return request.headers.get('CF-Connecting-IP') ?? 'local'
}

/** The part of an address that records store: /24 of IPv4, /48 of IPv6. */
export function addressPrefix(address: string): string | null {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (address.includes(':')) return `${groupsOf(address).slice(0, 3).join(':')}::/48`
  return null
}

/** The caller for limits by address: IPv6 by its /64, in any spelling. */
export function addressForLimit(address: string): string {
  return address.includes(':') ? groupsOf(address).slice(0, 4).join(':') : address
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [start = '', end] = address.toLowerCase().split('::')
  const [first, last] = [start, end ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const groups = [...(first ?? []), ...(last ?? [])]
  const zeros = end === undefined ? 0 : Math.max(0, 8 - groups.length)
  return [...(first ?? []), ...Array.from({ length: zeros }, () => '0'), ...(last ?? [])].map((group) =>
    group.replace(/^0+(?=[\da-f])/, ''),
  )
}
