import { mkdtempSync } from 'node:fs'
import { Resolver } from 'node:dns/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StripeServer, startStripe } from '../../e2e/stripe/compatible-server.ts'
import { freePort } from './port.ts'
import { checked, examineMachine } from './examine-machine.ts'

const secretKey = 'sk_test_doctor'
const settings = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_doctor',
  STRIPE_WEBHOOK_SECRET: 'whsec_doctor',
}
let server: StripeServer
beforeAll(async () => {
  server = await startStripe({ secretKey, webhookSecret: 'whsec_doctor', now: Date.now })
})
afterAll(async () => server.stop())

/** State and text of each finding, by its subject. */
async function findings(more: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  const found = await examineMachine({
    settings: { ...settings, STRIPE_API_BASE: server.origin, ...more },
    resolver: new Resolver(),
    folder,
    backups: join(folder, 'backups'),
  })
  return new Map(found.map(({ what, state, words }) => [what, `${state}: ${words}`]))
}

describe('the doctor command on a machine', () => {
  it('the doctor command reaches the card provider and compares the clocks', async () => {
    const found = await findings()
    expect(found.get('Card provider')).toMatch(/^look: STRIPE_SECRET_KEY is one for tests/)
    expect(found.get('Time')).toMatch(/^ok/)
    expect(server.faults).toEqual([])
  })

  it('the doctor command distinguishes a wrong key from an unreachable provider', async () => {
    expect((await findings({ STRIPE_SECRET_KEY: 'sk_test_other' })).get('Card provider')).toMatch(/^stop: .*not know/)
    server.happen({ is: 'forbidden', onPath: /refunds$/, times: 1 })
    expect((await findings()).get('Card provider')).toMatch(/^stop: .*may not reach refunds:/)
    const away = await findings({ STRIPE_API_BASE: `http://localhost:${await freePort()}` })
    expect(away.get('Card provider')).toMatch(/^stop: It cannot be reached/)
    expect(away.get('Time')).toMatch(/^look: .*could not be compared/)
  })

  it('the doctor command does not mistake another site on this machine for its own', async () => {
    expect((await findings()).get('Site')).toMatch(/^look: None runs on the data in /)
  })

  it('the doctor command reports a check that crashes', async () => {
    const broken = () => {
      throw new ReferenceError('cardProviderOf is not defined')
    }
    expect(await checked('Time', broken)).toEqual([
      {
        what: 'Time',
        state: 'stop',
        words: 'This check is broken (ReferenceError: cardProviderOf is not defined). Look at it yourself.',
      },
    ])
  })
})
