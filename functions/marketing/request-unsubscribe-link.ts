import { emailKey } from '../accounts/email-key.ts'
import type { UnsubscribeLinkRequest } from '../contract/marketing.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { recordEvent } from '../database/outbox.ts'
import { findReaderByEmail } from './subscription-rows.ts'

const hourMs = 3_600_000

/** Mails a new link to leave the news, one an hour. The work is the same whether the address gets news or not; the mail finds out. */
export async function requestUnsubscribeLink(ctx: Ctx, input: UnsubscribeLinkRequest): Promise<void> {
  const [reader] = await findReaderByEmail(ctx, { program_id: input.program_id, email_key: emailKey(input.email) })

  const ref = reader?.profile_id ?? ctx.newId('cup')
  const key = `${ref}:${Math.floor(ctx.now / hourMs)}`
  await commit(ctx, [recordEvent(ctx, { kind: 'marketing.link_requested', ref, key, body: {} })])
}
