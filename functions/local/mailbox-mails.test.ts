import { describe, expect, it } from 'vitest'
import { mailTemplateNames } from '../delivery/notifications/notification-table.ts'
import { openBench } from '../test-bench/bench.ts'
import { devRoutes } from './dev-routes.ts'
import { listMails } from './mailbox-mails.ts'

describe('/dev/mailbox.json', () => {
  it('the list has the mails to an address with the documented fields', async () => {
    const testBench = await openBench()
    const email = 'shape@example.com'
    await testBench.call('/v1/signup', {
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
    const [mail, ...more] = await listMails(testBench.bareDb, { to: email, limit: 5 })
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
    expect(mail).toMatchObject({ to: email, attachments: [], created: new Date(testBench.now()).toISOString() })
  })
})

describe('/dev/mails', () => {
  const get = async (path: string) =>
    devRoutes.request(
      `http://localhost:8787/dev${path}`,
      { headers: { 'CF-Connecting-IP': '127.0.0.1' } },
      (await openBench()).env as never,
    )

  it('the page shows every template in both languages', async () => {
    const list = await (await get('/mails')).text()
    for (const name of mailTemplateNames)
      for (const language of ['en', 'fr']) expect(list).toContain(`/dev/mails/${name}/${language}`)
    const receipt = await get('/mails/order_paid/fr')
    expect(receipt.headers.get('Content-Security-Policy')).toContain('sandbox')
    expect(await receipt.text()).toContain('Merci, Nadia')
    expect((await get('/mails/no_such/en')).status).toBe(404)
  })
})
