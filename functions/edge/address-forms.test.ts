import { beforeAll, describe, expect, it } from 'vitest'
import { findFormFailure } from '../in-process.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { type browser, signedUpBrowser } from '../test-bench/edge.ts'
import { makeProgram } from '../test-bench/programs.ts'

const home = {
  address_line_1: '48 Shore Road',
  address_line_2: '',
  city: 'Mirror Lake',
  region: 'Ontario',
  postcode: 'K7H 3C6',
  country: 'CA',
  language: 'en',
}

describe('the form of an address, with script off', () => {
  let bench: Bench
  let programId: string
  let customer: ReturnType<typeof browser>
  let headers: Record<string, string>
  beforeAll(async () => {
    bench = await openBench()
    programId = await makeProgram(bench)
    ;({ visitor: customer, headers } = await signedUpBrowser(bench, programId))
  })
  const path = () => `/pg/${programId}/profile/account/address`
  const stored = async () =>
    (
      (await (await bench.call('/v1/profile/customer_addresses', { headers })).json()) as {
        data: { id: string; city: string; address_line_2: string | null }[]
      }
    ).data

  it('adds one once for one key, changes it, and deletes it', async () => {
    const sent = { ...home, key: 'one-address' }
    const added = await customer.form(path(), sent)
    expect(added.headers.get('Location')).toBe(`/pg/${programId}/profile/account?saved=address`)
    await customer.form(path(), sent)
    const [address] = await stored()
    expect(await stored()).toHaveLength(1)
    const address_id = address?.id ?? ''
    await customer.form(path(), { ...home, address_id, address_line_2: 'Unit 4' })
    expect(await stored()).toMatchObject([{ id: address_id, address_line_2: 'Unit 4' }])
    await customer.form(path(), { address_id, action: 'delete' })
    expect(await stored()).toEqual([])
  })

  it('names what is wrong for the country, and keeps what was typed', async () => {
    const answer = await customer.form(path(), { ...home, region: 'Bavaria', postcode: '12345' })
    expect(answer.headers.get('Location')).toBe(path())
    const failure = await findFormFailure(customer.pageRequest(), bench.env, 'address')
    expect(failure?.errors.map(({ type, param }) => [type, param])).toEqual([
      ['invalid_region', 'region'],
      ['invalid_postcode', 'postcode'],
    ])
    expect(failure?.values).toMatchObject({ address_line_1: '48 Shore Road', postcode: '12345' })
  })
})
