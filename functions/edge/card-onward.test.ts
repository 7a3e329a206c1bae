import { beforeAll, describe, expect, it } from 'vitest'
import { cardPageWords } from '../contract/sentences/card-page-words.ts'
import type { CardSetup } from '../contract/money/payment-method.ts'
import type { CustomerProfile } from '../contract/people/customer.ts'
import { payOnPage } from '../platform/cards/sandbox-page.ts'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { type browser, signedInBrowser } from '../test-bench/edge.ts'
import { makeCustomer, type Person } from '../test-bench/people.ts'
import { makeProgram } from '../test-bench/programs.ts'

describe('adding a card on the provider’s page, without JavaScript', () => {
  let bench: Bench
  let programId: string
  beforeAll(async () => {
    bench = await openBench()
    programId = await makeProgram(bench, {})
  })
  const page = () => `/pg/${programId}/profile/payment-methods`
  const goto = () => `/pg/${programId}/profile/memberships/mem_1`
  const cardsOf = async ({ headers }: Person) =>
    ((await (await bench.call(`/v1/profile/programs/${programId}`, { headers })).json()) as CustomerProfile).sources
  async function visitor() {
    const person = await makeCustomer(bench, { verified: true })
    await bench.call(`/v1/profile/programs/${programId}`, person.json({}))
    return { person, reader: await signedInBrowser(bench, person) }
  }
  const press = async (reader: ReturnType<typeof browser>, fields: Record<string, string> = {}) =>
    (await reader.form(page(), { act: 'add', key: crypto.randomUUID(), ...fields })).headers.get('Location') ?? ''
  async function addressOf(reader: ReturnType<typeof browser>, onward: string): Promise<string> {
    const answer = await reader.get(onward)
    expect(answer.status).toBe(200)
    return answer.headers.get('Refresh')?.replace('0; url=', '') ?? ''
  }
  async function opened(fields: Record<string, string> = {}) {
    const { person, reader } = await visitor()
    const onward = await press(reader, fields)
    const address = await addressOf(reader, onward)
    const enter = async (card = '4242424242424242') =>
      payOnPage(bench.env, { token: address.split('/').at(-1) ?? '', card, now: bench.now() })
    const back = async (entered: Awaited<ReturnType<typeof enter>>, more = '') => {
      const url = new URL(entered && 'next' in entered ? entered.next : '')
      return (await reader.get(`${url.pathname}${url.search}${more}`)).headers.get('Location')
    }
    return { person, reader, onward, address, enter, back }
  }

  it('the form leads over a page of this site to the provider’s page', async () => {
    const { onward, address } = await opened()
    expect(onward).toContain(`${page()}/onward?setup=cset_`)
    expect(address).toMatch(/\/dev\/pay\/page_/)
  })

  it('the card is stored once, and the customer goes on to where they came from', async () => {
    const { person, enter, back } = await opened({ goto: goto() })
    expect(await enter('4000000000000002')).toEqual({ decline: 'generic_decline' })
    const entered = await enter()
    expect([await back(entered), await back(entered)]).toEqual([`${goto()}?saved=added`, `${goto()}?saved=added`])
    expect((await cardsOf(person)).map(({ last4, is_default }) => [last4, is_default])).toEqual([['4242', true]])
  })

  it('the scheduler stores the card of a customer who does not return', async () => {
    const { person, enter } = await opened()
    await enter()
    bench.pass(3 * 60_000)
    await bench.tick()
    await person.renew()
    expect(await cardsOf(person)).toHaveLength(1)
  })

  it('a customer who leaves the page keeps the way on, and the page stays open', async () => {
    const { reader, person, address, enter, back } = await opened({ goto: goto() })
    const left = { next: `http://localhost:8787${page()}/return?setup=${await setupOf(person)}&goto=${goto()}` }
    const query = new URLSearchParams({ goto: goto(), saved: 'left' })
    expect(await back(left, '&left=1')).toBe(`${page()}?${query}`)
    expect(await addressOf(reader, await press(reader))).toBe(address)
    expect(await back(await enter())).toBe(`${goto()}?saved=added`)
  })
  const setupOf = async (person: Person) => {
    const path = `/v1/profile/programs/${programId}/payment_methods/setup`
    return ((await (await bench.call(path, person.json({ on_provider_page: true }))).json()) as CardSetup).id
  }

  it('an unfinished page closes after an hour, and the way on offers the stored cards', async () => {
    const { reader, person, onward, address } = await opened()
    const setup = await setupOf(person)
    bench.pass(61 * 60_000)
    await bench.tick()
    await person.renew()
    const later = await signedInBrowser(bench, person)
    expect((await later.get(`${page()}/return?setup=${setup}`)).headers.get('Location')).toBe(`${page()}?saved=ended`)
    const closed = await later.get(onward)
    expect([closed.status, await closed.text()]).toEqual([404, expect.stringContaining(cardPageWords.en.closed)])
    expect(await addressOf(later, await press(later))).not.toBe(address)
    expect(reader).not.toBe(later)
  })

  it('a page of another customer looks like a closed one', async () => {
    const { onward } = await opened()
    const { reader } = await visitor()
    expect((await reader.get(onward)).status).toBe(404)
  })

  it('the card form replaces an open page, and a card entered there all the same is stored', async () => {
    const { person, enter, back } = await opened()
    const path = `/v1/profile/programs/${programId}/payment_methods`
    expect((await bench.call(`${path}/pm_card_mastercard/attach`, person.json({}))).status).toBe(201)
    expect(await back(await enter())).toBe(`${page()}?saved=added`)
    expect(await cardsOf(person)).toHaveLength(2)
  })

  it('two presses at once open one page', async () => {
    const { person, reader } = await visitor()
    const places = await Promise.all([press(reader), press(reader)])
    const addresses = await Promise.all(places.map(async (place) => addressOf(reader, place)))
    expect(new Set(addresses).size).toBe(1)
    expect(await cardsOf(person)).toEqual([])
  })
})
