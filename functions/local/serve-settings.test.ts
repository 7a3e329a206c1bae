import { expect, it } from 'vitest'
import { missingSettings, realProviders } from './serve-settings.ts'

const available = { paymentProviders: ['cards'], mailSenders: ['post'] }
const settings = { SITE_ORIGIN: 'https://camps.example', PAYMENT_PROVIDER: 'cards', MAIL_PROVIDER: 'post' }

it('a site with a card provider and a mail sender lacks no setting', () =>
  expect(missingSettings(settings, available)).toEqual([]))

it.each([
  [
    { SITE_ORIGIN: undefined },
    'SITE_ORIGIN is missing: the address visitors know the site by, such as https://camps.example.',
  ],
  [
    { SITE_ORIGIN: 'camps.example' },
    'SITE_ORIGIN is "camps.example", and must be an origin, such as https://camps.example.',
  ],
  [
    { SITE_ORIGIN: 'https://camps.example/' },
    'SITE_ORIGIN is "https://camps.example/", and must be an origin, such as https://camps.example.',
  ],
  [{ SITE_ORIGIN: 'http://camps.example' }, 'SITE_ORIGIN is http://camps.example, and visitors must come over https.'],
  [{ PAYMENT_PROVIDER: undefined }, 'PAYMENT_PROVIDER is missing. Choose cards.'],
  [{ PAYMENT_PROVIDER: 'sandbox' }, 'PAYMENT_PROVIDER is sandbox, which takes no real money. Choose cards.'],
  [{ PAYMENT_PROVIDER: 'coins' }, 'PAYMENT_PROVIDER is coins, which this version does not have. Choose cards.'],
  [{ MAIL_PROVIDER: 'mailbox' }, 'MAIL_PROVIDER is mailbox, which keeps every mail to itself. Choose post.'],
  [
    { MAIL_FROM: 'Lakeside <x@camps.example>' },
    'MAIL_FROM is "Lakeside <x@camps.example>", and must be an email address, such as bookings@camps.example.',
  ],
  [
    { MAIL_RETURN: 'bounces' },
    'MAIL_RETURN is "bounces", and must be an email address, such as bookings@camps.example.',
  ],
  [
    { OPERATOR_EMAIL: 'nonsense' },
    'OPERATOR_EMAIL is "nonsense", and must be an email address, such as bookings@camps.example.',
  ],
  [{ MAIL_REPLY_SERVER_CHECKS: 'yes' }, 'MAIL_REPLY_SERVER_CHECKS is "yes", and must be on or off.'],
])('a production site with the settings %j reports: %s', (change, sentence) =>
  expect(missingSettings({ ...settings, ...change }, available)).toEqual([sentence]),
)

it.each([
  [undefined, /^SMTP_URL is missing: .*smtps:/],
  ['mail.example', /^SMTP_URL must be an address/],
  ['https://user:hunter2@mail.example', /^SMTP_URL must be an address/],
  ['smtps://user:hunter2@mail.example:465', null],
  ['smtp://localhost:2525', null],
])('the mail sender smtp needs the address of a mail server in SMTP_URL: %s', (SMTP_URL, sentence) => {
  const missing = missingSettings(
    { ...settings, MAIL_PROVIDER: 'smtp', SMTP_URL },
    { ...available, mailSenders: ['smtp'] },
  )
  if (sentence === null) return expect(missing).toEqual([])
  expect(missing).toEqual([expect.stringMatching(sentence)])
  expect(missing[0]).not.toContain('hunter2')
})

it('this release sends real mail only by SMTP on one machine', () =>
  expect(missingSettings(settings, realProviders())).toContain(
    'MAIL_PROVIDER is post, which this version does not have. Choose smtp.',
  ))

it('this release takes real cards only through Stripe', () =>
  expect(missingSettings({ ...settings, PAYMENT_PROVIDER: 'stripe' }, { ...available, ...realProviders() })).toEqual(
    expect.arrayContaining([
      'STRIPE_SECRET_KEY is missing: the secret key, sk_… or rk_…, of your Stripe account.',
      'STRIPE_PUBLISHABLE_KEY is missing: the publishable key, pk_…, of your Stripe account.',
      'STRIPE_WEBHOOK_SECRET is missing: the signing secret of the webhook endpoint, whsec_…, of your Stripe account.',
    ]),
  ))
