import { expect, it } from 'vitest'
import { missingSettings, realProviders } from './serve-settings.ts'

const available = { paymentProviders: ['cards'], mailSenders: ['post'] }
const settings = { SITE_ORIGIN: 'https://camps.example', PAYMENT_PROVIDER: 'cards', MAIL_PROVIDER: 'post' }

it('a site with a card provider, a sender and its address lacks nothing', () =>
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
])('with %j it lacks: %s', (change, sentence) =>
  expect(missingSettings({ ...settings, ...change }, available)).toEqual([sentence]),
)

it('this version has neither a card provider nor a sender of real mail', () =>
  expect(missingSettings(settings, realProviders())).toEqual([
    'PAYMENT_PROVIDER is cards, which this version does not have. This version has no provider for real cards yet.',
    'MAIL_PROVIDER is post, which this version does not have. This version has no sender for real mail yet.',
  ]))
