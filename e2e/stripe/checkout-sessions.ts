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

/** Stripe's own payment pages. The intent of a page is created when its customer first tries a card. */
export function checkoutSessions(books: Books) {
  const { rows, origin, now, find, insert, report, answer } = books
  const isOpen = (row: Row) => row['status'] === 'open' && Number(row['expires_at']) > now()
  const expanded = (row: Row): Row => {
    const intent = row['payment_intent']
    return {
      ...row,
      payment_intent: intent === null ? null : answer('GET', `/v1/payment_intents/${intent}`, {}),
    } as Row
  }
  function expire(row: Row): Row {
    Object.assign(row, { status: 'expired', url: null })
    const intent = rows.get(String(row['payment_intent']))
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

  function create(fields: Fields): Row {
    const [item] = fields['line_items'] as { quantity: number; price_data: { unit_amount: number; currency: string } }[]
    if (fields['customer']) find(String(fields['customer']), 'customer')
    if (!item || item.price_data.unit_amount < 50)
      throw new Refusal(400, { type: 'invalid_request_error', code: 'amount_too_small', message: 'Amount too small' })
    const minutes = (Number(fields['expires_at']) - now()) / 60
    if (minutes < 30 || minutes > 24 * 60)
      throw new Refusal(400, {
        type: 'invalid_request_error',
        param: 'expires_at',
        message: 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      })
    const row = insert('cs_test', 'checkout.session', {
      customer: null,
      ...fields,
      status: 'open',
      payment_intent: null,
      amount_total: item.quantity * item.price_data.unit_amount,
      currency: item.price_data.currency,
    })
    return Object.assign(row, { url: `${origin()}/pay/${row.id}` })
  }

  return {
    /** The customer tries a card on a page. A declined card leaves the page open. Returns the address that follows. */
    pay: (id: string, card: string): string | null => {
      const row = current(id)
      if (row['status'] !== 'open') return null
      const { metadata, ...more } = row['payment_intent_data'] as Fields
      row['payment_intent'] ??= (
        answer('POST', '/v1/payment_intents', {
          ...more,
          amount: row['amount_total'],
          currency: row['currency'],
          customer: row['customer'],
          metadata,
        }) as Row
      ).id
      const path = `/v1/payment_intents/${row['payment_intent']}/confirm`
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
      const row = [...rows.values()].find((each) => each['payment_intent'] === intentId && each['status'] === 'open')
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
