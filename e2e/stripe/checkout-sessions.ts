import { Refusal } from './validate-request.ts'

type Row = Record<string, unknown> & { id: string }
type Fields = Record<string, unknown>
type Books = {
  rows: Map<string, Row>
  origin: () => string
  now: () => number
  find: (id: string, object: string) => Row
  insert: (prefix: string, object: string, fields: Fields) => Row
  report: (type: string, row: Row) => void
  /** Handles a request to the payment intents. */
  answer: (method: string, path: string, fields: Fields) => Row | Fields
}

/**
 * Stripe's own pages for a card. The intent of a payment page is created when its customer first tries a card, that of a
 * page that only stores a card with the page.
 */
export function checkoutSessions(books: Books) {
  const { rows, origin, now, find, insert, report, answer } = books
  const isOpen = (row: Row) => row['status'] === 'open' && Number(row['expires_at']) > now()
  const stores = (row: Row | Fields) => row['mode'] === 'setup'
  const kindOf = (row: Row | Fields) => (stores(row) ? 'setup_intent' : 'payment_intent')
  const expanded = (row: Row): Row => {
    const kind = kindOf(row)
    return { ...row, [kind]: row[kind] === null ? null : answer('GET', `/v1/${kind}s/${row[kind]}`, {}) } as Row
  }
  function expire(row: Row): Row {
    Object.assign(row, { status: 'expired', url: null })
    const intent = rows.get(String(row[kindOf(row)]))
    if (intent && intent['status'] !== 'succeeded' && intent['status'] !== 'processing')
      Object.assign(intent, { status: 'canceled', next_action: null })
    report('checkout.session.expired', row)
    return row
  }
  /** A page whose time is over is expired. */
  function current(id: string): Row {
    const row = find(id, 'checkout.session')
    return row['status'] === 'open' && !isOpen(row) ? expire(row) : row
  }
  function complete(row: Row): void {
    Object.assign(row, { status: 'complete', url: null })
    report('checkout.session.completed', row)
  }

  function checkTimes(fields: Fields): void {
    const minutes = (Number(fields['expires_at']) - now()) / 60
    if (minutes < 30 || minutes > 24 * 60)
      throw new Refusal(400, {
        type: 'invalid_request_error',
        param: 'expires_at',
        message: 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      })
  }
  function createSetup(fields: Fields): Row {
    const customer = String(fields['customer'])
    find(customer, 'customer')
    checkTimes(fields)
    const { metadata } = fields['setup_intent_data'] as Fields
    const intent = answer('POST', '/v1/setup_intents', { customer, usage: 'off_session', metadata }) as Row
    const row = insert('cs_test', 'checkout.session', {
      currency: null,
      ...fields,
      status: 'open',
      payment_intent: null,
      setup_intent: intent.id,
      amount_total: null,
    })
    return Object.assign(row, { url: `${origin()}/pay/${row.id}` })
  }

  function create(fields: Fields): Row {
    if (stores(fields)) return createSetup(fields)
    const [item] = fields['line_items'] as { quantity: number; price_data: { unit_amount: number; currency: string } }[]
    if (fields['customer']) find(String(fields['customer']), 'customer')
    if (!item || item.price_data.unit_amount < 50)
      throw new Refusal(400, { type: 'invalid_request_error', code: 'amount_too_small', message: 'Amount too small' })
    checkTimes(fields)
    const row = insert('cs_test', 'checkout.session', {
      customer: null,
      ...fields,
      status: 'open',
      payment_intent: null,
      setup_intent: null,
      amount_total: item.quantity * item.price_data.unit_amount,
      currency: item.price_data.currency,
    })
    return Object.assign(row, { url: `${origin()}/pay/${row.id}` })
  }

  function payment(row: Row): Row {
    const { metadata, ...more } = row['payment_intent_data'] as Fields
    const { amount_total: amount, currency, customer } = row
    return answer('POST', '/v1/payment_intents', { ...more, amount, currency, customer, metadata }) as Row
  }

  return {
    /** The customer tries a card on a page. A declined card leaves the page open. Returns the address that follows. */
    pay: (id: string, card: string): string | null => {
      const row = current(id)
      if (row['status'] !== 'open') return null
      if (!stores(row)) row['payment_intent'] ??= payment(row).id
      const path = `/v1/${kindOf(row)}s/${row[kindOf(row)]}/confirm`
      try {
        const intent = answer('POST', path, { payment_method: card, return_url: row['success_url'] }) as Fields
        const step = intent['next_action'] as { redirect_to_url?: { url: string } } | null
        if (intent['status'] === 'requires_action') return step?.redirect_to_url?.url ?? null
        complete(row)
        return String(row['success_url'])
      } catch (error) {
        if (error instanceof Refusal && error.status === 402) return null
        throw error
      }
    },
    /** The bank confirmed the card of a page. */
    bankAnswered: (intentId: string): void => {
      const row = [...rows.values()].find((each) => each[kindOf(each)] === intentId && each['status'] === 'open')
      if (row && rows.get(intentId)?.['status'] === 'succeeded') complete(row)
    },
    /** Handles one request about pages; `parts` are those of its path behind `checkout/sessions`. */
    answer: (method: string, [id = '', verb]: string[], fields: Fields): Row | Fields => {
      if (id === '') return method === 'POST' ? create(fields) : { object: 'list', data: [], has_more: false, url: '' }
      const row = current(id)
      if (verb !== 'expire') return expanded(row)
      if (row['status'] !== 'open')
        throw new Refusal(400, {
          type: 'invalid_request_error',
          message: `Only Checkout Sessions with a status in ["open"] can be expired. This one has a status of ${row['status']}.`,
        })
      return expanded(expire(row))
    },
  }
}
