import type { Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { queueJob } from '../../platform/database/outbox.ts'
import { paymentById, paymentByIntent } from './payment-rows.ts'
import { findProviderEvent, insertProviderEvent } from './provider-event-rows.ts'
import type { ProviderEvent } from '../../platform/cards/provider.ts'
import { sourceById } from './source-rows.ts'

/**
 * Stores a provider's events, each once, with the job that each causes in the same batch. Only the reference in an
 * event is used; the object is read at the provider, so events may be repeated, late or in any order. An event about an
 * unknown object is stored and causes nothing.
 */
export async function storeProviderEvents(ctx: Ctx, events: ProviderEvent[]): Promise<void> {
  for (const event of events)
    if (!(await findProviderEvent(ctx.db, event.event_id)))
      await commit(ctx, [insertEvent(ctx, event), ...(await jobsOf(ctx, event))])
}

function insertEvent(ctx: Ctx, event: ProviderEvent): Statement {
  const { event_id, kind, provider_ref, our_ref, account, created } = event
  return insertProviderEvent(ctx.db, {
    id: event_id,
    provider: paymentProvider(ctx.env).name,
    kind,
    provider_ref,
    our_ref,
    account,
    created,
    received: ctx.now,
  })
}

async function jobsOf(ctx: Ctx, event: ProviderEvent): Promise<Statement[]> {
  const { event_id: key, kind, our_ref } = event
  if (kind === 'dispute') return [queueJob(ctx, { kind: 'dispute.reported', ref: key, key })]
  if (kind === 'refund') return our_ref === null ? [] : [queueJob(ctx, { kind: 'refund.reported', ref: our_ref, key })]
  if (kind === 'setup') return our_ref === null ? [] : [queueJob(ctx, { kind: 'setup.reported', ref: our_ref, key })]
  if (kind === 'source') return reportedSource(ctx, event)
  if (kind !== 'payment') return []
  const ref = await reportedPayment(ctx, event)
  return ref === null ? [] : [queueJob(ctx, { kind: 'payment.reported', ref, key })]
}

// Queues a job for a card that a customer stored here. Other cards of the provider do not matter.
async function reportedSource(ctx: Ctx, { event_id: key, provider_ref: ref }: ProviderEvent): Promise<Statement[]> {
  const [source] = await sourceById(ctx.db, ref)
  return source?.detached_at === null ? [queueJob(ctx, { kind: 'source.reported', ref, key })] : []
}

/**
 * The payment of an event: the one with its intent, or the one named in the event that has no intent yet. Until the
 * provider's page is paid, its payment has the page's reference and not that of the intent.
 */
async function reportedPayment(ctx: Ctx, { provider_ref, our_ref }: ProviderEvent): Promise<string | null> {
  const [[ofIntent], [named]] = await ctx.db.batch([
    paymentByIntent(ctx.db, provider_ref),
    paymentById(ctx.db, our_ref ?? ''),
  ])
  if (ofIntent) return ofIntent.id
  return named && (named.intent_id === null || named.on_provider_page) ? named.id : null
}
