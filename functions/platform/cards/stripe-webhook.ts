import type { ProviderEvent, Webhook } from './provider.ts'
import { isModeOf, openStripe } from './stripe-client.ts'
import type { StripeSettings } from '../context.ts'

/** Maximum age of a webhook, and tolerance for a clock that is ahead. */
const toleranceSeconds = 300
/** One time and one or more signatures in lower-case hex; a longer header is not from Stripe. */
const headerForm = /^t=(\d{1,12})((?:,v\d=[0-9a-f]{64}){1,8})$/

const kinds: [prefix: string, kind: ProviderEvent['kind']][] = [
  ['payment_intent.', 'payment'],
  ['checkout.session.', 'payment'],
  ['setup_intent.', 'setup'],
  ['refund.', 'refund'],
  ['charge.refund.', 'refund'],
  ['charge.dispute.', 'dispute'],
  ['payment_method.', 'source'],
  ['account.', 'account'],
]

type StripeEvent = {
  id?: unknown
  type?: unknown
  livemode?: unknown
  account?: unknown
  created?: unknown
  data?: { object?: { id?: unknown; metadata?: Record<string, unknown> | null } | null } | null
}

/**
 * The event of a webhook, once a signature of the raw body is valid and its time is recent. Events of the other mode
 * are dropped.
 */
export async function parseStripeWebhook(
  settings: StripeSettings,
  { body, headers, now }: { body: string; headers: Headers; now: number },
): Promise<Webhook> {
  const header = headers.get('Stripe-Signature') ?? ''
  const [, time = '', signatures = ''] = headerForm.exec(header) ?? []
  if (!signatures.includes(',v1=')) return { ok: false, why: 'no_signature' }
  // The library rejects old times, but not future ones.
  if (Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return { ok: false, why: 'too_old' }
  if (!(await isSigned(settings, { body, header, now }))) return { ok: false, why: 'wrong_signature' }
  const event = parsed(body)
  if (typeof event?.id !== 'string' || typeof event.type !== 'string') return { ok: false, why: 'malformed' }
  return { ok: true, events: isModeOf(settings, event.livemode) ? [shownEvent(event.id, event.type, event)] : [] }
}

/** A page, and the setup intent of one, belong to a payment or to a card that is stored without one. */
const mayBeOfPage = /^(?:checkout\.session|setup_intent)\./
function kindOfPage({ setup_id, payment_id }: Record<string, unknown>): ProviderEvent['kind'] | null {
  if (typeof setup_id === 'string') return 'setup'
  return typeof payment_id === 'string' ? 'payment' : null
}

async function isSigned(
  settings: StripeSettings,
  { body, header, now }: { body: string; header: string; now: number },
): Promise<boolean> {
  const { default: Library } = await import('stripe')
  const { signature } = (await openStripe(settings)).webhooks
  const crypto = Library.createSubtleCryptoProvider()
  for (const secret of (settings.STRIPE_WEBHOOK_SECRET ?? '').split(','))
    if (await signature?.verifyHeaderAsync(body, header, secret, toleranceSeconds, crypto, now).catch(() => false))
      return true
  return false
}

function parsed(body: string): StripeEvent | null {
  try {
    return JSON.parse(body) as StripeEvent | null
  } catch {
    return null
  }
}

function shownEvent(id: string, type: string, event: StripeEvent): ProviderEvent {
  const object = event.data?.object
  const metadata = object?.metadata ?? {}
  const named = kinds.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'other'
  const kind = mayBeOfPage.test(type) ? (kindOfPage(metadata) ?? named) : named
  const ours = metadata[kind === 'setup' ? 'setup_id' : kind === 'refund' ? 'refund_id' : 'payment_id']
  return {
    event_id: id,
    kind,
    provider_ref: typeof object?.id === 'string' ? object.id : '',
    our_ref: typeof ours === 'string' ? ours : null,
    account: typeof event.account === 'string' ? event.account : null,
    created: Number(event.created ?? 0) * 1000,
  }
}
