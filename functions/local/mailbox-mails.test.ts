import { describe, expect, it } from 'vitest'
import { bench } from '../test-bench/bench.ts'
import { listMails } from './mailbox-mails.ts'

describe('/dev/mailbox.json', () => {
  it('lists what left for somebody, in the agreed shape and nothing more', async () => {
    const b = await bench()
    const email = 'shape@example.com'
    await b.call('/v1/signup', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        first_name: 'Nadia',
        last_name: 'Roy',
        email,
        phone: '+14165550123',
        password: 'paddle-2027-lake',
      }),
    })
    const [mail, ...more] = await listMails(b.bareDb, { to: email, limit: 5 })
    expect(more).toEqual([])
    expect(Object.keys(mail ?? {}).sort()).toEqual([
      'attachments',
      'created',
      'from',
      'headers',
      'html',
      'id',
      'subject',
      'text',
      'to',
    ])
    expect(mail).toMatchObject({ to: email, attachments: [], created: new Date(b.now()).toISOString() })
  })
})
