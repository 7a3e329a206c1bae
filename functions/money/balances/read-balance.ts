import type { AccountBalance, AccountBalanceEntry } from '../../contract/money/account-balance.ts'
import type { Money } from '../../contract/amount.ts'
import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import { money } from '../../contract/display-money.ts'
import { type List, list, type Page } from '../../contract/paging.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import {
  type ContactRow,
  contactOfCustomer,
  countEntries,
  entriesOf,
  ownContact,
  type ShownEntryRow,
} from './balance-rows.ts'

type InContact = { program_id: string; contact_id: string }

/** The caller's balance with a program, in the program's currency; negative if the caller owes money. */
export async function readBalance(ctx: CustomerContext, input: InContact): Promise<AccountBalance> {
  const contact = await requireOwnContact(ctx, input)
  return {
    object: 'account_balance',
    contact_id: contact.id,
    program_id: contact.program_id,
    amount: money(contact.amount ?? 0, contact, ctx.language),
  }
}

/** The balance of a customer with a program, for its organisation. */
export async function readBalanceOfCustomer(
  ctx: Ctx,
  input: { program_id: string; customer_id: string },
): Promise<Money | null> {
  const [contact] = await contactOfCustomer(ctx, input)
  return contact ? money(contact.amount ?? 0, contact, ctx.language) : null
}

/** The caller's entries with a program, each with the balance after it. */
export async function listBalanceEntries(
  ctx: CustomerContext,
  input: InContact & Page,
): Promise<List<AccountBalanceEntry>> {
  const { id } = await requireOwnContact(ctx, input)
  const [rows, totals] = await ctx.db.batch([entriesOf(ctx, id, input), countEntries(ctx, id)])
  return list(
    rows.map((row) => showEntry(ctx, row)),
    totals[0]?.total ?? 0,
    input,
  )
}

async function requireOwnContact(ctx: CustomerContext, input: InContact): Promise<ContactRow> {
  const [contact] = await ownContact(ctx, { ...input, customer_id: ctx.actor.customer_id })
  if (!contact) throw new ApiError('not_found', { param: 'contact_id' })
  return contact
}

/** An entry as the API returns it to customers and organisations. */
export function showEntry(ctx: Ctx, { entry, balance, receipt_number, program }: ShownEntryRow): AccountBalanceEntry {
  const inMoney = (amount: number) => money(amount, { currency: entry.currency, program }, ctx.language)
  return {
    id: entry.id,
    object: 'account_balance_entry',
    contact_id: entry.customer_profile_id,
    program_id: entry.program_id,
    kind: entry.kind,
    amount: inMoney(entry.amount),
    balance: inMoney(balance),
    order_id: entry.order_id,
    receipt_number,
    note: entry.note,
    created: instant(entry.created),
  }
}
