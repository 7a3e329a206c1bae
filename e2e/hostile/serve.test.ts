import { once } from 'node:events'
import { globSync, statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSettings } from '../../functions/local/secrets.ts'
import { mailEventsPath } from '../../functions/delivery/mail/take-mail-events.ts'
import { apiDescription } from '../stripe/validate-request.ts'
import { applyHarbour, approvePart, type ProductionFamily, program, signUpFamily } from './production-family.ts'
import { openProductionSite, type ProductionSite, startCommand } from './production-site.ts'
import { logIn, openPhone, payInForm } from './visit-card-form.ts'

/** Kinds of bank step that need no script: either the step has a URL, or the bank contacts the cardholder. */
const byAddress = new Set(['redirect_to_url', 'card_await_notification'])

describe('npm run serve', () => {
  it('npm run serve names every missing setting and does not start', async () => {
    const { child, output } = startCommand('functions/local/serve.ts', {
      PAYMENT_PROVIDER: 'sandbox',
      MAIL_PROVIDER: 'mailbox',
    })
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(output()).toBe(`npm run serve sells to real visitors and does not start yet:
  - SITE_ORIGIN is missing: the address visitors know the site by, such as https://camps.example.
  - PAYMENT_PROVIDER is sandbox, which takes no real money. Choose stripe.
  - MAIL_PROVIDER is mailbox, which keeps every mail to itself. Choose smtp.
To try the site out: npm start
`)
  })
})

describe('a production build on one machine, with an SMTP server and a Stripe-compatible server', () => {
  let site: ProductionSite
  let url: string
  beforeAll(async () => {
    site = await openProductionSite()
    url = site.url
  }, 240_000)
  afterAll(() => site?.stop())

  it('the production site is healthy and has no development tools', async () => {
    expect((await fetch(url)).status).toBe(200)
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok', migrations: 'current' })
    for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/clock', '/dev/bank/x', '/dev/mails'])
      expect((await fetch(url + path)).status).toBe(404)
  })

  it('S12: only their own user can read the data and the build, even in a folder that was open to all before', () => {
    const files = globSync([`${site.folder}/{v3,build/server}/**`, '.wrangler/production/server/**'])
    expect(files.filter((file) => file.endsWith('.sqlite')).length).toBeGreaterThan(0)
    const paths = [site.folder, '.wrangler/production', ...files]
    expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
  })

  it('B-01: a bounced sign-up code is recorded on the account', async () => {
    const email = 'nadia@lake.example'
    const call = (path: string, init: RequestInit = {}) => fetch(`${url}/api/v1${path}`, init)
    const post = (body: unknown): RequestInit => ({
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const signedUp = await call(
      '/signup',
      post({ first_name: 'Zoë', last_name: 'Roy', email, phone: '+14165550123', password: 'walrus kettle 7 violins' }),
    )
    expect(signedUp.status).toBe(201)
    const { access_token } = (await signedUp.json()) as { access_token: string }
    await expect.poll(() => site.mailServer.to(email), { timeout: 20_000 }).toHaveLength(1)

    const [{ from: returnPath, mail } = { from: '', mail: null }] = site.mailServer.to(email)
    expect(mail).toMatchObject({
      subject: expect.stringMatching(/^\d{6} is your code/),
      from: { name: 'Muster', address: 'bookings@camps.example' },
      to: [{ address: email }],
      messageId: expect.stringMatching(/^<[0-9a-f]{32}@camps\.example>$/),
      text: expect.stringMatching(/\n\d{6}\n/),
      html: expect.stringContaining('<h1'),
    })
    expect(returnPath).toMatch(/^bounces\+[0-9a-f]{24}@camps\.example$/)

    const profile = async () =>
      (await (await call('/profile', { headers: { Authorization: `Bearer ${access_token}` } })).json()) as object
    expect(await profile()).toMatchObject({ is_email_bounced: false })
    const path = await mailEventsPath({ TOKEN_SECRET: startSettings({}).TOKEN_SECRET ?? '' })
    const received = await fetch(url + path, post({ RecordType: 'Bounce', Type: 'HardBounce', Email: email }))
    expect(await received.json()).toEqual({ object: 'mail_events', taken: 1 })
    expect(await profile()).toMatchObject({ is_email_bounced: true })
    expect((await fetch(`${url}/webhooks/mail/x`, post({}))).status).toBe(404)
  })

  let family: ProductionFamily
  /** Reports to the webhook what Stripe would about an intent, signed. */
  const reportOf = async (kinds: RegExp, after = 0): Promise<number[]> => {
    const events = site.stripe
      .books(null)
      .events.slice(after)
      .filter(({ type }) => kinds.test(type))
    const reports = events.map((event) => site.stripe.report(event))
    const answers = reports.map(({ body, headers }) =>
      fetch(`${url}/webhooks/stripe`, { method: 'POST', headers, body }),
    )
    return (await Promise.all(answers)).map(({ status }) => status)
  }

  it('a customer signs up, pays with a bank confirmation and is refunded in a production build', async () => {
    await applyHarbour(site)
    family = await signUpFamily(site, 'nadia@harbour.example')
    const order = await family.newOrder('Maya')
    expect(await family.pay(order.id, 'pm_card_chargeDeclined')).toMatchObject({
      status: 402,
      body: { type: 'generic_decline' },
    })
    const payment = await family.pay(order.id, 'pm_card_authenticationRequired')
    expect(payment).toMatchObject({ status: 201, body: { status: 'requires_action', has_next_action: true } })
    expect(new URL(payment.body.next_action_url).origin).toBe(site.stripe.origin)
    site.stripe.decideAtBank(payment.body.next_action_url, true)

    // The customer does not return, so only the webhook makes the order paid.
    expect(await reportOf(/^payment_intent\.succeeded$/)).toEqual([200])
    await expect.poll(async () => (await family.orderOf(order.id)).status, { timeout: 20_000 }).toBe('paid')
    const paid = await family.orderOf(order.id)
    expect(paid).toMatchObject({
      amount_paid: { value: paid.amount_total.value },
      registrations: [{ status: 'confirmed' }],
    })
    const { mail } = await site.mailTo(family.email, new RegExp(paid.receipt_number ?? 'no receipt'))
    expect(mail.html).toContain(`${url}/pg/${program}/profile/orders/${order.id}`)
    expect(mail.text).toContain(paid.amount_total.display)
    expect(mail.attachments.map(({ mimeType }) => mimeType)).toContain('text/calendar')

    const before = site.stripe.books(null).events.length
    const asked = await family.call(`/profile/orders/${order.id}/refund`, {
      reason: 'other',
      metadata: { reason_other: 'Broken wrist' },
    })
    expect([asked.status, asked.body.status]).toEqual([201, 'requested'])
    const part = paid.amount_total.value - 1234
    expect((await approvePart(site, asked.body.id, part)).status).toMatch(/approved|completed/)
    await expect
      .poll(async () => (await family.orderOf(order.id)).amount_returned.value, { timeout: 20_000 })
      .toBe(part)
    expect(await reportOf(/^refund\./, before)).toEqual([200])
    const booked = site.stripe.books(null).events.filter(({ type }) => type === 'refund.created')
    expect(booked.map(({ object }) => object['amount'])).toEqual([part])
    await site.mailTo(family.email, /^Your refund of \$/)
    expect(site.stripe.faults).toEqual([])
  })

  it('Stripe’s card form is loaded at the checkout only', async () => {
    const [order, second] = [await family.newOrder('Samuel'), await family.newOrder('Léa')]
    const phone = await openPhone(site)
    try {
      const { page } = phone
      for (const path of ['', `/evt/${family.event_id}`, `/evt/${family.event_id}/register`])
        await page.goto(`/pg/${program}${path}`, { waitUntil: 'networkidle' })
      await logIn(page, family, `/pg/${program}/profile/orders/${order.id}`)
      expect(phone.providerRequests).toEqual([])

      await page.goto(`/pg/${program}/checkout/${order.id}`)
      await payInForm(page, 'pm_card_chargeDeclined')
      await page.getByText('Your bank did not accept this payment').waitFor()
      expect(phone.providerRequests).toEqual([expect.stringMatching(/^https:\/\/js\.stripe\.com\/\w+\/stripe\.js$/)])
      await payInForm(page, 'pm_card_visa')
      await page.waitForURL(/\/profile\/orders\/ord_/)
      expect(await family.orderOf(order.id)).toMatchObject({ status: 'paid' })

      await page.goto(`/pg/${program}/checkout/${second.id}`)
      await payInForm(page, 'pm_card_authenticationRequired')
      await page.waitForURL(/\/bank\/pi_/)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.waitForURL(/\/profile\/orders\/ord_/)
      expect(await family.orderOf(second.id)).toMatchObject({ status: 'paid' })
      expect(phone.messages).toEqual([])
    } finally {
      await phone.close()
    }
  })

  it('Stripe’s script runs a bank confirmation that has no redirect URL, for each kind', async () => {
    const order = await family.newOrder('Noor')
    const books = site.stripe.books(null)
    books.askNextBy({ type: 'use_stripe_sdk', use_stripe_sdk: {} })
    const { body: payment } = await family.pay(order.id, 'pm_card_authenticationRequired')
    expect(payment).toMatchObject({
      status: 'requires_action',
      next_action_url: null,
      client_secret: expect.stringContaining('_secret_'),
    })
    const [intent = ''] = payment.client_secret.split('_secret_')
    const asked: string[] = []
    let answer: 'lost' | 'confirmed' = 'lost'
    const phone = await openPhone(site, (secret) => {
      asked.push(secret)
      if (answer === 'lost') return { error: { type: 'api_connection_error', message: 'The bank cannot be reached.' } }
      books.decideAtBank(intent, true)
      return { paymentIntent: { status: 'succeeded' } }
    })
    try {
      const { page } = phone
      await logIn(page, family, `/pg/${program}/profile/orders/${order.id}`)
      const kinds = apiDescription['x-next-actions'].payment_intent.filter((kind) => !byAddress.has(kind))
      for (const type of kinds) {
        books.changeNextAction(intent, { type, [type]: {} })
        await page.goto(
          `/confirm-payment?${new URLSearchParams({ program_id: program, order_id: order.id, payment_id: payment.id })}`,
        )
        await page.getByText('The bank cannot be reached.').waitFor()
        expect(asked.splice(0), type).toEqual([payment.client_secret])
      }
      answer = 'confirmed'
      await page.getByRole('button', { name: 'Confirm with your bank' }).click()
      await page.waitForURL(/\/profile\/orders\/ord_/)
      expect(await family.orderOf(order.id)).toMatchObject({ status: 'paid' })
      expect(phone.messages).toEqual([])
    } finally {
      await phone.close()
    }
  })

  it.each([
    {
      machine: 'a healthy machine',
      broken: {},
      backups: 'none',
      // The domain of the tests does not exist.
      stops: ['SPF camps.example', 'DMARC camps.example'],
      lines: [
        /^Settings +ok/m,
        /^Site +ok +http:/m,
        /^Time +ok/m,
        /^Mail server +ok/m,
        /^Card provider +LOOK +.*one for/m,
      ],
    },
    {
      machine: 'a broken machine',
      broken: { STRIPE_SECRET_KEY: 'sk_test_other', SMTP_URL: 'smtp://localhost:9', MAIL_FROM: 'nobody' },
      backups: 'nowhere',
      stops: ['Settings', 'Backups', 'Mail server', 'Card provider'],
      lines: [
        /^Settings +STOP +MAIL_FROM is "nobody"/m,
        /^Backups +STOP +There is none/m,
        /^Card provider +STOP +It does not know/m,
      ],
    },
  ])('npm run doctor reports the state of $machine', async ({ broken, backups, stops, lines }) => {
    const doctor = startCommand('functions/local/doctor.ts', { ...site.settings, ...broken }, ['--backups', backups])
    expect(await once(doctor.child, 'close')).toEqual([1, null])
    const stopped = [...doctor.output().matchAll(/^(\S.*?) +STOP/gm)].map(([, what]) => what)
    expect(stopped, doctor.output()).toEqual(stops)
    const always = [
      /^Operator +ok +operator@camps\.example/m,
      /^TLS proxy +ok/m,
      /^Disk +/m,
      new RegExp(`^  ${url}/webhooks/mail/mail~`, 'm'),
    ]
    for (const line of [...always, ...lines]) expect(doctor.output()).toMatch(line)
    expect(doctor.output()).not.toContain('is broken')
  })

  it('the log contains no secret, URL or token', async () => {
    const secrets = Object.entries(startSettings({})).filter(([name]) => /SECRET|PEPPER|KEY|CLIENTS/.test(name))
    const path = await mailEventsPath({ TOKEN_SECRET: startSettings({}).TOKEN_SECRET ?? '' })
    const words = [
      ...secrets,
      ['path', path.split('/').at(-1)],
      ['email', 'nadia@lake.example'],
      ['email of a buyer', family.email],
      ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'].map((name) => [
        name,
        site.settings[name as 'STRIPE_SECRET_KEY'],
      ]),
      ['SMTP_URL', site.mailServer.url],
    ]
    expect(words.filter(([, value]) => value && site.output().includes(value)).map(([name]) => name)).toEqual([])
    expect(site.output()).toContain('"route":"/webhooks/mail/:token"')
  })

  it('the site shuts down when asked', async () => {
    const ended = once(site.child, 'exit')
    site.child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
