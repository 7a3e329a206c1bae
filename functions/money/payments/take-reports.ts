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
 * Takes a provider's events: each is kept once, in the batch that leaves the work it sets off. Nothing it says is believed
 * but what it is about, and that is read again at the provider; so events may come twice, late, or in any order. What
 * concerns nothing of ours is kept and sets nothing off.
 */
export async function takeReports(ctx: Ctx, events: ProviderEvent[]): Promise<void> {
  for (const event of events)
    if (!(await findProviderEvent(ctx.db, event.event_id)))
      await commit(ctx, [keep(ctx, event), ...(await workOf(ctx, event))])
}

function keep(ctx: Ctx, event: ProviderEvent): Statement {
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

async function workOf(ctx: Ctx, event: ProviderEvent): Promise<Statement[]> {
  const { event_id: key, kind, our_ref } = event
  if (kind === 'dispute') return [queueJob(ctx, { kind: 'dispute.reported', ref: key, key })]
  if (kind === 'refund') return our_ref === null ? [] : [queueJob(ctx, { kind: 'refund.reported', ref: our_ref, key })]
  if (kind === 'setup') return our_ref === null ? [] : [queueJob(ctx, { kind: 'setup.reported', ref: our_ref, key })]
  if (kind === 'source') return reportedSource(ctx, event)
  if (kind !== 'payment') return []
  const ref = await reportedPayment(ctx, event)
  return ref === null ? [] : [queueJob(ctx, { kind: 'payment.reported', ref, key })]
}

// Of the cards that the provider knows only those are ours that customers keep.
async function reportedSource(ctx: Ctx, { event_id: key, provider_ref: ref }: ProviderEvent): Promise<Statement[]> {
  const [source] = await sourceById(ctx.db, ref)
  return source?.detached_at === null ? [queueJob(ctx, { kind: 'source.reported', ref, key })] : []
}

/** The payment an event is about: the one of its intent, else the one that it names and that has no intent yet. */
async function reportedPayment(ctx: Ctx, { provider_ref, our_ref }: ProviderEvent): Promise<string | null> {
  const [[ofIntent], [named]] = await ctx.db.batch([
    paymentByIntent(ctx.db, provider_ref),
    paymentById(ctx.db, our_ref ?? ''),
  ])
  if (ofIntent) return ofIntent.id
  return named?.intent_id === null ? named.id : null
}
