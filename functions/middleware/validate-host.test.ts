import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Bindings, Worker } from '../context.ts'
import { validateHost } from './validate-host.ts'

const app = new Hono<Worker>().use(validateHost).all('*', (c) => c.text('inside'))
const env = { SITE_ORIGIN: 'https://muster.example' } as Bindings
const fetchAddress = async (address: string) => app.request(address, {}, env)

describe('A-25: a request for a host that is not ours', () => {
  it.each(['https://evil.example', 'https://muster.example.evil.example', 'https://muster.example:8443'])(
    '421 for %s, and no cache keeps it',
    async (origin) => {
      const answer = await fetchAddress(`${origin}/pg/lakeside`)
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([421, 'no-store'])
      expect(await answer.text()).toBe('This isn’t the address of this site.\n')
    },
  )

  it('421 wrong_host as the error object from the API', async () => {
    const answer = await fetchAddress('https://evil.example/api/v1/explore/programs')
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([421, 'no-store'])
    expect(await answer.json()).toMatchObject({ code: 421, type: 'wrong_host', path: '/api/v1/explore/programs' })
  })

  it('lets our own in', async () => {
    expect(await (await fetchAddress('https://muster.example/pg/lakeside')).text()).toBe('inside')
  })
})
