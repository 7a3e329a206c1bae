/** Settings of a production build that has the stand-ins of this file. */
export const standInSettings = { PAYMENT_PROVIDER: 'stand-in', MAIL_PROVIDER: 'stand-in' }

/** Statements for a module in front of the worker's entry: a card provider that takes every card and a sender that drops every mail, where a production build has no real ones. */
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

/** The worker with both stand-ins, as text of the module in front of it. */
export const withStandIns = (entry: string): string =>
  `import worker from '${entry}'\nexport default worker\n${registerStandIns}`
