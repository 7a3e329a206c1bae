/** Settings of a production build with the fake providers of this file. */
export const standInSettings = { PAYMENT_PROVIDER: 'stand-in', MAIL_PROVIDER: 'stand-in' }

/**
 * The statements of a module that runs before the worker's entry. They add a card provider that accepts every card
 * and a sender that drops every mail, because a production build has no real ones here.
 */
export const registerStandIns = `
const intents = new Map()
const intentOf = (input, state) => ({
  id: 'intent_' + input.payment_id, payment_id: input.payment_id, order_id: input.order_id, state,
  amount: input.amount, amount_received: input.amount, currency: input.currency,
  decline: null, next_action_url: null, client_secret: null, card: null,
})
globalThis.paymentProviders = {
  'stand-in': () => ({
    name: 'stand-in',
    clientConfiguration: () => ({
      provider: 'stand-in', publishable_key: null, account: null, policy: { script: [], frame: [], connect: [], image: [] },
    }),
    check: async () => {},
    pay: async (input) => {
      intents.set(input.payment_id, intentOf(input, 'succeeded'))
      return intents.get(input.payment_id)
    },
    read: async ({ payment_id }) => intents.get(payment_id) ?? null,
    cancel: async ({ intent_id }) => [...intents.values()].find(({ id }) => id === intent_id),
    refund: async ({ refund_id }) => ({ id: refund_id, state: 'succeeded', failure: null }),
  }),
}
globalThis.mailSenders = { 'stand-in': () => ({ name: 'stand-in', send: async () => {} }) }
`

/** The worker with both fakes, as source of the module that runs before it. */
export const withStandIns = (entry: string): string =>
  `import worker from '${entry}'\nexport default worker\n${registerStandIns}`

/** Secrets of every site that a test opens. */
export const benchSecrets = {
  TOKEN_SECRET: 'k1:test-secret-of-at-least-32-characters',
  PASSWORD_PEPPER: 'test-pepper-of-at-least-32-characters!',
  HEALTH_KEY: `h1:${Buffer.alloc(32, 7).toString('base64')}`,
  VAPID_KEYS:
    'v2:BO0KyjPeDcxWOxYAPqmznJk8-AO3BeV2abL7nwXkmXLLRhTN24a6taYd1LIqjUkbUebAFVnkrqh3EHv0FPnezZg:RQ0B40kqx97zcOUqaQRAcxQkRaV5seucX3RAc8Nt9ZU,v1:BGVpSI7FZ4vdZFhFwU7Ee9oinvq6AcdjcM2SbqhtBYmvCWmIHlKfRjeRNt4-XaPUkON7bBGEPCms-zeIPXZ0fdI:xsoT0lNlmR_wHKxlDnWFvPROIlMrv-Uv8BBiKq-VDaM',
  ORGANISER_CLIENTS:
    'bench:bench-secret-of-32-characters-x:*:https://bench.example/back,canoe-app::lakeside:https://canoe.example/back|com.example.canoe:/back',
}
