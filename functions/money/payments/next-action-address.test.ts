import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import type { PaymentProvider } from '../../platform/cards/provider.ts'
import { sandbox } from '../../platform/cards/sandbox.ts'
import { nextActionAddress } from './return-address.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
const bank: Pick<PaymentProvider, 'isBankAddress'> = {
  isBankAddress: ({ protocol, hostname }) => protocol === 'https:' && hostname === 'bank.example',
}

describe('M-19: the URL of the bank step', () => {
  it("a URL on the provider's own domain is a link", () => {
    expect(nextActionAddress('https://bank.example/3d_secure?x=1', bank)).toBe('https://bank.example/3d_secure?x=1')
    const local = 'http://localhost:8787/dev/bank/bank_1'
    expect(nextActionAddress(local, sandbox(bench.env))).toBe(local)
  })
  it.each([
    null,
    '',
    'javascript:alert(1)',
    'http://bank.example/x',
    'https://bank.example.evil.example/x',
    'https://user@bank.example/',
    '//bank.example/x',
    'data:text/html,x',
    'http://localhost:8787/pg/lakeside',
    'http://localhost:9999/dev/bank/x',
    'https://evil.example/dev/bank/x',
  ])('the URL %s of a bank step is not a link', (address) => {
    expect(nextActionAddress(address, bank)).toBeNull()
    expect(nextActionAddress(address, sandbox(bench.env))).toBeNull()
  })
})
