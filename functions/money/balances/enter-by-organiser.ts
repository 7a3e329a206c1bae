import type { AccountBalanceEntry, EnterBalanceRequest } from '../../contract/money/account-balance.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { enterBalance } from './balance-ledger.ts'
import { contactByEmail, contactById, type ContactRow, shownEntry } from './balance-rows.ts'
import { showEntry } from './read-balance.ts'
import { emailKey } from '../../contract/field-rules.ts'

type EnterInput = EnterBalanceRequest & { program_id: string }

/** Enters a gift, goodwill, received payment, correction or payout, and mails the customer. */
export async function enterByOrganiser(ctx: OrganiserContext, input: EnterInput): Promise<AccountBalanceEntry> {
  const contact = await findContact(ctx, input)
  const { kind, note = null, currency = contact.currency } = input
  const amount = signedAmount(input)
  const isToSpend = kind === 'gift' || kind === 'goodwill'
  if (isToSpend && contact.features.account_balance !== true)
    throw new ApiError('feature_disabled', { param: 'program_id' })
  if (currency !== contact.currency) throw new ApiError('currency_not_supported', { param: 'currency' })
  if (kind === 'payout' && (contact.amount ?? 0) + amount < 0) throw new ApiError('invalid_amount', { param: 'amount' })

  const owner = {
    program_id: contact.program_id,
    customer_id: contact.customer_id,
    customer_profile_id: contact.id,
    currency,
  }
  const entry = { id: ctx.newId('bal'), kind, amount, note: note === '' ? null : note, actor: ctx.actor }
  const { program_id } = contact
  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/account_balance_entries/${entry.id}`)
  const [[row]] = await commit(
    ctx,
    enterBalance(ctx, owner, { ...entry, dedupe: `entered:${entry.id}` }),
    shownEntry(ctx, { program_id, entry_id: entry.id }),
  )
  if (!row) throw new Error('entry was not written')
  return showEntry(ctx, row)
}

export async function findEntry(
  ctx: OrganiserContext,
  input: { program_id: string; entry_id: string },
): Promise<AccountBalanceEntry> {
  const [row] = await shownEntry(ctx, input)
  if (!row) throw new ApiError('not_found', { param: 'entry_id' })
  return showEntry(ctx, row)
}

async function findContact(ctx: OrganiserContext, input: EnterInput): Promise<ContactRow> {
  const { program_id, contact_id, email } = input
  if (contact_id === undefined && email === undefined) throw new ApiError('required', { param: 'email' })
  const [contact] =
    contact_id !== undefined
      ? await contactById(ctx, { program_id, contact_id })
      : await contactByEmail(ctx, { program_id, email_key: emailKey(email ?? '') })
  if (!contact) throw new ApiError('not_found', { param: contact_id === undefined ? 'email' : 'contact_id' })
  return contact
}

/** A payout is negative, a correction has its own sign, and every other kind is positive. */
function signedAmount({ kind, amount }: EnterInput): number {
  const isGood = kind === 'manual_adjustment' ? amount !== 0 : amount > 0
  if (!isGood) throw new ApiError('invalid_amount', { param: 'amount' })
  return kind === 'payout' ? -amount : amount
}
