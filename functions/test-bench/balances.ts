import { accountBalances } from '../platform/database/tables.ts'
import type { Db } from '../platform/database/database.ts'
import { eq } from 'drizzle-orm'
import { system } from '../platform/actor.ts'
import { enterBalance } from '../money/balances/balance-ledger.ts'
import type { BalanceEntryKind } from '../contract/money/account-balance.ts'
import { makeContext } from '../platform/make-context.ts'
import { commit } from '../platform/database/commit.ts'
import type { World } from './bench.ts'
import { type Person, unique } from './people.ts'

/** Adds an entry to a customer's balance in a program; by default a gift. */
export async function giveBalance(
  bench: World,
  person: Person,
  input: { programId: string; amount: number; kind?: BalanceEntryKind; currency?: string; note?: string },
): Promise<void> {
  const ctx = makeContext({ env: bench.env, now: bench.now() })
  const owner = {
    program_id: input.programId,
    customer_id: person.identity.customer_id,
    customer_profile_id: person.profileId(input.programId),
    currency: input.currency ?? 'CAD',
  }
  const { amount, kind = 'gift', note = null } = input
  await commit(ctx, enterBalance(ctx, owner, { kind, amount, note, dedupe: `given:${unique()}`, actor: system }))
}

/** A customer's balance in a program; undefined without entries. */
export const balanceOf = async (db: Db, person: Person, programId: string): Promise<number | undefined> =>
  (
    await db
      .select({ amount: accountBalances.amount })
      .from(accountBalances)
      .where(eq(accountBalances.customer_profile_id, person.profileId(programId)))
  )[0]?.amount
