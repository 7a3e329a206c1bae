/** The caller's address as the edge reports it; a forwarded-for header of the client is never read. */
export function clientAddress(request: Request): string {
  return request.headers.get('CF-Connecting-IP') ?? 'local'
}

/** The part of an address that is kept in records: /24 of IPv4, /48 of IPv6. */
export function addressPrefix(address: string): string | null {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (address.includes(':')) return `${address.split(':').slice(0, 3).join(':')}::/48`
  return null
}

/** The caller for a limit by address: IPv6 counts by /64. */
export function addressForLimit(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address
}
