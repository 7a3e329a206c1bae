import type { ProviderEvent, Webhook } from './provider.ts'

/** Maximum age of a webhook in seconds, and tolerance for a clock that is ahead. */
const toleranceSeconds = 300
const encoder = new TextEncoder()
const kinds: readonly string[] = ['payment', 'setup', 'refund', 'dispute', 'source', 'account']

type Report = { event_id: string; kind: string; provider_ref: string; our_ref?: string | null; created: number }

/** A webhook of the sandbox: the raw body, and the header with its time and signature. */
export async function signReport(
  secret: string,
  report: Report,
  now: number,
): Promise<{ body: string; headers: Headers }> {
  const body = JSON.stringify(report)
  const seconds = Math.floor(now / 1000)
  const mac = await crypto.subtle.sign('HMAC', await keyOf(secret), encoder.encode(`${seconds}.${body}`))
  return { body, headers: new Headers({ 'Sandbox-Signature': `t=${seconds},v1=${Buffer.from(mac).toString('hex')}` }) }
}

/** The events of a webhook after its signature was verified. */
export async function parseReport(
  secret: string,
  { body, headers, now }: { body: string; headers: Headers; now: number },
): Promise<Webhook> {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers.get('Sandbox-Signature') ?? '')
  if (!parts) return { ok: false, why: 'no_signature' }
  const [, seconds = '', mac = ''] = parts
  const signed = encoder.encode(`${seconds}.${body}`)
  if (!(await crypto.subtle.verify('HMAC', await keyOf(secret), Buffer.from(mac, 'hex'), signed)))
    return { ok: false, why: 'wrong_signature' }
  if (Math.abs(now / 1000 - Number(seconds)) > toleranceSeconds) return { ok: false, why: 'too_old' }
  const event = eventOf(body)
  return event ? { ok: true, events: [event] } : { ok: false, why: 'malformed' }
}

function eventOf(body: string): ProviderEvent | null {
  let report: Partial<Report> | null
  try {
    report = JSON.parse(body) as Partial<Report> | null
  } catch {
    return null
  }
  if (typeof report?.event_id !== 'string' || typeof report.provider_ref !== 'string') return null
  return {
    event_id: report.event_id,
    kind: kinds.includes(report.kind ?? '') ? (report.kind as ProviderEvent['kind']) : 'other',
    provider_ref: report.provider_ref,
    our_ref: report.our_ref ?? null,
    account: null,
    created: report.created ?? 0,
  }
}

const keyOf = async (secret: string) =>
  crypto.subtle.importKey('raw', encoder.encode(`sandbox:${secret}`), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
