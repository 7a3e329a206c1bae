import { describe, expect, it } from 'vitest'
import { nextActionAddress } from './settle-payment.ts'

const site = 'http://localhost:8787'
describe('M-19: the address of the bank step', () => {
  it.each([
    'https://hooks.stripe.com/3d_secure_2/hosted?x=1',
    'https://stripe.com/x',
    'http://localhost:8787/dev/bank/bank_1',
  ])('%s may be a link', (address) => expect(nextActionAddress(address, site)).toBe(address))
  it.each([
    null,
    '',
    'javascript:alert(1)',
    'http://hooks.stripe.com/x',
    'https://stripe.com.evil.example/x',
    'https://evilstripe.com/',
    'https://user@hooks.stripe.com/',
    '//hooks.stripe.com/x',
    'data:text/html,x',
    'http://localhost:8787/pg/lakeside',
    'http://localhost:9999/dev/bank/x',
    'https://evil.example/dev/bank/x',
  ])('%s may not', (address) => expect(nextActionAddress(address, site)).toBeNull())
})
