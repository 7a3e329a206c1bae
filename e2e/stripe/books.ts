import { type TestCard, testCard } from './cards.ts'
import { checkoutSessions } from './checkout-sessions.ts'
import { Refusal } from './validate-request.ts'

type Row = Record<string, unknown> & { id: string }
type Fields = Record<string, unknown>
const usedUp = () =>
  new Refusal(400, {
    type: 'invalid_request_error',
    message: 'This PaymentMethod was detached from a Customer, and may not be used again.',
  })

/** Minimum amount of a charge in minor units: Stripe's half a dollar in most currencies. */
const leastAmount = 50
function requireAmount({ amount }: Fields): void {
  if (amount === undefined || Number(amount) >= leastAmount) return
  throw new Refusal(400, {
    type: 'invalid_request_error',
    code: 'amount_too_small',
    param: 'amount',
    message: 'Amount must be at least $0.50 cad',
  })
}

/** How the next confirmation is handled in addition to its card's behaviour: settled later, or reported wrongly. */
export type Treatment = 'late' | 'other_amount' | 'other_currency' | 'other_order' | null
export type StripeEvent = { id: string; type: string; object: Row; account: string | null; created: number }

/** The data of one account in memory, as Stripe would keep it. Every change creates its event. */
export function openBooks(input: { account: string | null; origin: () => string; clock: () => number }) {
  const rows = new Map<string, Row>()
  const events: StripeEvent[] = []
  let scenario: Treatment = null
  let nextAction: Fields | null = null
  let count = 0
  const newId = (prefix: string) => {
    count += 1
    return `${prefix}_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}${String(count).padStart(8, '0')}`
  }
  const seconds = () => Math.floor(input.clock() / 1000)

  function find(id: string, object: string): Row {
    const row = rows.get(id)
    if (row?.['object'] === object) return row
    throw new Refusal(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: object === 'payment_intent' || object === 'setup_intent' ? 'intent' : object,
      message: `No such ${object}: '${id}'`,
    })
  }
  function insert(prefix: string, object: string, fields: Fields): Row {
    const row = { id: newId(prefix), object, livemode: false, created: seconds(), metadata: {}, ...fields }
    rows.set(row.id, row)
    return row
  }
  function report(type: string, row: Row): void {
    events.push({
      id: newId('evt'),
      type,
      object: structuredClone(row),
      account: input.account,
      created: input.clock(),
    })
  }
  const shown = (row: Row): Row => {
    const method = row['payment_method']
    return typeof method === 'string' ? { ...row, payment_method: rows.get(method) ?? method } : row
  }

  /** The card of a request: a stored card, or a new card from a test source or a token. */
  function cardNamed(fields: Fields, customer: unknown): { row: Row; card: TestCard } {
    const named = String(fields['payment_method'] ?? fields['confirmation_token'] ?? '')
    const stored = rows.get(named)
    const existing = stored ? testCard(String(stored['test_source'])) : testCard(named)
    if (stored?.['detached']) throw usedUp()
    const isTheirs = !stored || (stored['customer'] !== null && stored['customer'] === customer)
    if (!existing || !isTheirs)
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'payment_method',
        message: `No such PaymentMethod: '${named}'`,
      })
    return { row: stored ?? makeMethod(named, existing), card: existing }
  }
  function makeMethod(source: string, { number, brand }: TestCard): Row {
    return insert('pm', 'payment_method', {
      type: 'card',
      customer: null,
      test_source: source.replace(/^ctoken_/, ''),
      card: {
        brand,
        last4: number.slice(-4),
        exp_month: 12,
        exp_year: 2034,
        funding: 'credit',
        country: 'US',
        three_d_secure_usage: { supported: true },
      },
    })
  }

  function refuse(row: Row, errorField: string, declines: { code: string; decline_code?: string }): never {
    const error = {
      type: 'card_error',
      ...declines,
      message: 'Your card was declined.',
      payment_method: rows.get(String(row['payment_method'])),
    }
    Object.assign(row, { status: 'requires_payment_method', [errorField]: error, next_action: null })
    const object = String(row['object'])
    report(object === 'setup_intent' ? 'setup_intent.setup_failed' : 'payment_intent.payment_failed', row)
    throw new Refusal(402, { ...error, [object]: shown(row) })
  }
  /**
   * The next step runs in Stripe.js when the request or its token selects that (a token's default); otherwise it has a
   * URL.
   */
  function askBank(row: Row, { return_url, use_stripe_sdk, confirmation_token }: Fields): void {
    const url = `${input.origin()}/bank/${row.id}`
    const usesSdk = use_stripe_sdk === undefined ? confirmation_token !== undefined : String(use_stripe_sdk) === 'true'
    const usual = usesSdk
      ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
      : { type: 'redirect_to_url', redirect_to_url: { url, return_url } }
    Object.assign(row, { status: 'requires_action', return_url, next_action: nextAction ?? usual })
    nextAction = null
    report(`${row['object']}.requires_action`, row)
  }
  function succeed(row: Row): void {
    const how = scenario
    scenario = null
    if (how === 'late') {
      Object.assign(row, { status: 'processing', next_action: null })
      report('payment_intent.processing', row)
      return
    }
    Object.assign(row, {
      status: 'succeeded',
      next_action: null,
      amount_received: how === 'other_amount' ? Math.floor(Number(row['amount']) / 2) : row['amount'],
      ...(how === 'other_currency' && { currency: 'eur' }),
      ...(how === 'other_order' && { metadata: { ...(row['metadata'] as Fields), order_id: 'ord_of_somebody_else' } }),
    })
    const method = rows.get(String(row['payment_method']))
    if (method && row['setup_future_usage'] && row['customer']) method['customer'] = row['customer']
    report('payment_intent.succeeded', row)
  }
  function requireOpen(row: Row, code: string): void {
    if (row['status'] !== 'requires_payment_method' && row['status'] !== 'requires_confirmation')
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code,
        message: `It has a status of ${row['status']}.`,
        [String(row['object'])]: shown(row),
      })
  }
  function storeCard(row: Row): void {
    Object.assign(row, { status: 'succeeded', next_action: null })
    const method = rows.get(String(row['payment_method']))
    if (method) method['customer'] = row['customer']
    report('setup_intent.succeeded', row)
  }

  const sessions = checkoutSessions({
    rows,
    origin: input.origin,
    now: seconds,
    find,
    insert,
    report,
    answer: (...request) => books.answer(...request),
  })
  const books = {
    events,
    payOnPage: sessions.pay,
    treatNext: (how: Treatment) => {
      scenario = how
    },
    /** Sets the next bank step for any request. */
    askNextBy: (action: Fields) => {
      nextAction = action
    },
    changeNextAction: (id: string, action: Fields) => {
      Object.assign(find(id, 'payment_intent'), { next_action: action })
    },
    /** The card's bank has issued a new card, which is reported to the account. */
    renewCard: (id: string, card: Fields): void => {
      const row = find(id, 'payment_method')
      Object.assign(row, { card: { ...(row['card'] as Fields), ...card } })
      report('payment_method.automatically_updated', row)
    },
    /** A late payment has arrived. */
    settle: (id: string) => succeed(find(id, 'payment_intent')),
    /** The cardholder's decision at the bank; only the first one counts. False for a step without a redirect. */
    decideAtBank: (id: string, isConfirmed: boolean): boolean => {
      const row = rows.get(id)
      if (row?.['status'] !== 'requires_action') return false
      const isSetup = row['object'] === 'setup_intent'
      if (isConfirmed) isSetup ? storeCard(row) : succeed(row)
      else
        try {
          const code = `${row['object']}_authentication_failure`
          refuse(row, isSetup ? 'last_setup_error' : 'last_payment_error', { code })
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      sessions.bankAnswered(id)
      return true
    },
    /** The URL to which the bank redirects the cardholder afterwards. */
    returnUrlOf: (id: string): string | null => {
      const url = rows.get(id)?.['return_url']
      return typeof url === 'string' ? url : null
    },
    dispute: (id: string): Row => {
      const intent = find(id, 'payment_intent')
      const row = insert('dp', 'dispute', {
        payment_intent: id,
        amount: intent['amount_received'],
        currency: intent['currency'],
        reason: 'fraudulent',
        status: 'needs_response',
        evidence_details: { due_by: seconds() + 7 * 86_400 },
      })
      report('charge.dispute.created', row)
      return row
    },
    endDispute: (id: string, status: 'won' | 'lost'): void => {
      report('charge.dispute.closed', Object.assign(find(id, 'dispute'), { status }))
    },
    /** A refund that the card's bank later rejects. */
    failRefund: (id: string): void => {
      report(
        'refund.failed',
        Object.assign(find(id, 'refund'), { status: 'failed', failure_reason: 'lost_or_stolen_card' }),
      )
    },

    /** Handles one request; throws a refusal. */
    answer: (method: string, path: string, fields: Fields): Row | Fields => {
      const [, , kind = '', id = '', verb = '', ...more] = path.split('/')
      if (kind === 'checkout') return sessions.answer(method, verb === '' ? [] : [verb, ...more], fields)
      const call = `${method} ${kind}${id ? '/id' : ''}${verb ? `/${verb}` : ''}`
      if (kind === 'payment_intents' && id === 'search') {
        const [, desired] = /^metadata\['payment_id'\]:'(\w+)'$/.exec(String(fields['query'])) ?? []
        const data = [...rows.values()].filter(
          (row) => row['object'] === 'payment_intent' && (row['metadata'] as Fields)['payment_id'] === desired,
        )
        return { object: 'search_result', data: data.map(shown), has_more: false, url: path }
      }
      switch (call) {
        case 'GET payment_intents':
        case 'GET setup_intents':
        case 'GET payment_methods':
        case 'GET customers':
        case 'GET disputes':
          return { object: 'list', data: [], has_more: false, url: path }
        case 'POST payment_intents': {
          requireAmount(fields)
          if (fields['customer']) find(String(fields['customer']), 'customer')
          const row = insert('pi', 'payment_intent', {
            status: 'requires_payment_method',
            amount_received: 0,
            last_payment_error: null,
            next_action: null,
            payment_method: null,
            customer: null,
            application_fee_amount: null,
            ...fields,
          })
          row['client_secret'] = `${row.id}_secret_${newId('x')}`
          report('payment_intent.created', row)
          return shown(row)
        }
        case 'GET payment_intents/id':
          return shown(find(id, 'payment_intent'))
        case 'POST payment_intents/id': {
          const row = find(id, 'payment_intent')
          requireOpen(row, 'payment_intent_unexpected_state')
          requireAmount(fields)
          if (fields['customer']) find(String(fields['customer']), 'customer')
          const { expand: _expand, ...changes } = fields
          return shown(
            Object.assign(row, changes, changes['setup_future_usage'] === '' && { setup_future_usage: null }),
          )
        }
        case 'POST payment_intents/id/confirm': {
          const row = find(id, 'payment_intent')
          requireOpen(row, 'payment_intent_unexpected_state')
          const { row: used, card } = cardNamed(fields, row['customer'])
          row['payment_method'] = used.id
          row['last_payment_error'] = null
          if (card.declines) refuse(row, 'last_payment_error', card.declines)
          if (card.asksBank && fields['off_session'])
            refuse(row, 'last_payment_error', {
              code: 'authentication_required',
              decline_code: 'authentication_required',
            })
          if (card.asksBank) askBank(row, fields)
          else succeed(row)
          return shown(row)
        }
        case 'POST payment_intents/id/cancel': {
          const row = find(id, 'payment_intent')
          if (row['status'] === 'succeeded' || row['status'] === 'canceled' || row['status'] === 'processing')
            throw new Refusal(400, {
              type: 'invalid_request_error',
              code: 'payment_intent_unexpected_state',
              message: `You cannot cancel this PaymentIntent because it has a status of ${row['status']}.`,
              payment_intent: shown(row),
            })
          Object.assign(row, { status: 'canceled', next_action: null })
          report('payment_intent.canceled', row)
          return shown(row)
        }
        case 'POST refunds': {
          const intent = find(String(fields['payment_intent']), 'payment_intent')
          const isDisputed = [...rows.values()].some(
            (row) =>
              row['object'] === 'dispute' && row['payment_intent'] === intent.id && !/^w/.test(String(row['status'])),
          )
          if (isDisputed)
            throw new Refusal(400, {
              type: 'invalid_request_error',
              code: 'charge_disputed',
              message: 'This charge has been charged back, and can no longer be refunded.',
            })
          const before = [...rows.values()].filter(
            (row) => row['object'] === 'refund' && row['payment_intent'] === intent.id && row['status'] !== 'failed',
          )
          const returned = before.reduce((sum, row) => sum + Number(row['amount']), 0)
          if (returned + Number(fields['amount']) > Number(intent['amount_received']))
            throw new Refusal(400, {
              type: 'invalid_request_error',
              code:
                returned >= Number(intent['amount_received']) ? 'charge_already_refunded' : 'refund_amount_too_large',
              param: 'amount',
              message: 'Refund amount is greater than unrefunded amount on charge.',
            })
          const row = insert('re', 'refund', { status: 'succeeded', currency: intent['currency'], ...fields })
          report('refund.created', row)
          return row
        }
        case 'GET refunds': {
          const data = [...rows.values()].filter(
            (row) => row['object'] === 'refund' && row['payment_intent'] === fields['payment_intent'],
          )
          return { object: 'list', data, has_more: false, url: path }
        }
        case 'GET refunds/id':
          return find(id, 'refund')
        case 'GET disputes/id':
          return find(id, 'dispute')
        case 'POST customers':
          return insert('cus', 'customer', fields)
        case 'POST customers/id':
          return Object.assign(find(id, 'customer'), fields)
        case 'DELETE customers/id': {
          rows.delete(find(id, 'customer').id)
          for (const row of rows.values())
            if (row['object'] === 'payment_method' && row['customer'] === id)
              Object.assign(row, { customer: null, detached: true })
          return { id, object: 'customer', deleted: true }
        }
        case 'POST setup_intents': {
          find(String(fields['customer']), 'customer')
          const row = insert('seti', 'setup_intent', {
            status: 'requires_payment_method',
            last_setup_error: null,
            next_action: null,
            payment_method: null,
            ...fields,
          })
          row['client_secret'] = `${row.id}_secret_${newId('x')}`
          report('setup_intent.created', row)
          return shown(row)
        }
        case 'GET setup_intents/id':
          return shown(find(id, 'setup_intent'))
        case 'POST setup_intents/id/confirm': {
          const row = find(id, 'setup_intent')
          requireOpen(row, 'setup_intent_unexpected_state')
          const { row: used, card } = cardNamed(fields, row['customer'])
          row['payment_method'] = used.id
          row['last_setup_error'] = null
          if (card.declines && !card.canBeStored) refuse(row, 'last_setup_error', card.declines)
          if (card.asksBank) askBank(row, fields)
          else storeCard(row)
          return shown(row)
        }
        case 'GET payment_methods/id':
          return find(id, 'payment_method')
        case 'POST payment_methods/id/detach': {
          const row = find(id, 'payment_method')
          if (row['customer'] === null)
            throw new Refusal(400, {
              type: 'invalid_request_error',
              param: 'payment_method',
              message: 'The payment method you provided is not attached to a customer so detachment is impossible.',
            })
          Object.assign(row, { customer: null, detached: true })
          report('payment_method.detached', row)
          return row
        }
        default:
          throw new Refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${call})` })
      }
    },
  }
  return books
}
