import { describe, expect, it } from 'vitest'
import { addressForLimit, addressPrefix } from './client-address.ts'

describe('a network address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1::/48'],
    ['2001:DB8:1:2::9', '2001:db8:1:2', '2001:db8:1::/48'],
    ['2001:db8::7', '2001:db8:0:0', '2001:db8:0::/48'],
    ['2001:db8::8', '2001:db8:0:0', '2001:db8:0::/48'],
    ['2001:0db8:0000:0000::9', '2001:db8:0:0', '2001:db8:0::/48'],
    ['2001:db8:0:0:a::', '2001:db8:0:0', '2001:db8:0::/48'],
    ['::1', '0:0:0:0', '0:0:0::/48'],
    ['local', 'local', null],
  ])('the address %s counts as %s for limits and is stored as %s', (address, limit, prefix) => {
    expect([addressForLimit(address), addressPrefix(address)]).toEqual([limit, prefix])
  })
})
