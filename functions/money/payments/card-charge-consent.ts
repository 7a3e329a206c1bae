import { ApiError } from '../../contract/api-error.ts'
import { displayMoney, money } from '../../contract/display-money.ts'
import { instant } from '../../contract/instant.ts'
import type { CardChargeConsent } from '../../contract/money/card-charges.ts'
import { chargeWords } from '../../contract/sentences/charge-words.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { chargeableCards } from './card-of-memberships.ts'
import {
  chargesOfProgram,
  type ConsentRow,
  currentConsent,
  everyConsentOf,
  insertConsent,
  withdrawConsent,
} from './card-charge-rows.ts'
import { requireProfile } from './provider-customer.ts'
import type { SourceRow } from './source-rows.ts'

type OfProgram = { program_id: string }
type Offered = NonNullable<CardChargeConsent['offered']>

/** What the caller agreed to, and what the program offers to agree to. */
export async function readChargeConsent(ctx: CustomerContext, { program_id }: OfProgram): Promise<CardChargeConsent> {
  await requireProfile(ctx, program_id)
  const whose = { customer_id: ctx.actor.customer_id, program_id }
  const [offered, [row]] = await Promise.all([offeredWords(ctx, program_id), currentConsent(ctx.db, whose)])
  return {
    object: 'card_charge_consent',
    program_id,
    offered,
    agreed: row ? shownConsent(ctx, row) : null,
  }
}

/** Records the consent of the caller to the words of this version, instead of an earlier one. */
export async function agreeToCharges(
  ctx: CustomerContext,
  { program_id, version }: OfProgram & { version: string },
): Promise<CardChargeConsent> {
  await requireProfile(ctx, program_id)
  await retryOnConflict(async () => commit(ctx, await consentWrites(ctx, { program_id, version, param: 'version' })))
  return readChargeConsent(ctx, { program_id })
}

/** Withdraws the consent of the caller. Charges that were made stay. */
export async function withdrawChargeConsent(
  ctx: CustomerContext,
  { program_id }: OfProgram,
): Promise<CardChargeConsent> {
  await requireProfile(ctx, program_id)
  await commit(ctx, [withdrawConsent(ctx.db, { customer_id: ctx.actor.customer_id, program_id }, ctx.now)])
  return readChargeConsent(ctx, { program_id })
}

type WithConsent = OfProgram & { charge_consent?: string | undefined }

/** Statements that record the consent that a customer gives with a card or a payment; none without one. */
export const consentWithCard = async (
  ctx: CustomerContext,
  { program_id, charge_consent: version }: WithConsent,
): Promise<Statement[]> =>
  version === undefined ? [] : consentWrites(ctx, { program_id, version, param: 'charge_consent' })

/** Records the consent that a customer gives while they store a card. */
export async function agreeWithCard(ctx: CustomerContext, input: WithConsent): Promise<void> {
  if (input.charge_consent !== undefined)
    await retryOnConflict(async () => commit(ctx, await consentWithCard(ctx, input)))
}

/** Statements that record a consent; none for one that the caller gave already. Throws if the words have changed. */
async function consentWrites(
  ctx: CustomerContext,
  { program_id, version, param }: OfProgram & { version: string; param: string },
): Promise<Statement[]> {
  const whose = { customer_id: ctx.actor.customer_id, program_id }
  const [offered, [current]] = await Promise.all([offeredWords(ctx, program_id), currentConsent(ctx.db, whose)])
  if (offered?.version !== version) throw new ApiError('state_conflict', { param })
  if (current?.version === version) return []
  const row = {
    ...{ id: ctx.newId('ccc'), ...whose, version },
    ...{ wording: offered.text, language: ctx.contentLanguage ?? ctx.language },
    ...{ amount_limit: offered.limit.value, currency: offered.limit.currency_code },
    ...{ agreed_at: ctx.now, withdrawn_at: null },
  }
  return [withdrawConsent(ctx.db, whose, ctx.now), insertConsent(ctx.db, row)]
}

/** The sentence of the program with the limit that it names, and its version; null where stored cards are not charged. */
async function offeredWords(ctx: Ctx, program_id: string): Promise<Offered | null> {
  const [program] = await chargesOfProgram(ctx.db, program_id)
  const { card_charges: text = null, card_charges_limit: limit = 0, translations = {} } = program?.selling ?? {}
  if (program?.features.online_payments !== true || text === null || limit <= 0) return null
  const soldIn = { currency: program.currency, program }
  const language = ctx.contentLanguage ?? ctx.language
  const own = localize({ card_charges: text, translations }, language).card_charges
  const amount = displayMoney(limit, soldIn, language)
  const texts = [text, translations.en?.card_charges ?? null, translations.fr?.card_charges ?? null]
  return {
    version: await versionOf([...texts, limit, program.currency]),
    text: `${own}\n${chargeWords[language].limit(amount)}`,
    limit: money(limit, soldIn, ctx.language),
  }
}

async function versionOf(words: readonly unknown[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(words)))
  return Buffer.from(digest).toString('hex').slice(0, 16)
}

const shownConsent = (ctx: Ctx, { version, wording, amount_limit, currency, agreed_at }: ConsentRow) => ({
  ...{ version, text: wording, limit: money(amount_limit, currency, ctx.language) },
  agreed_at: instant(agreed_at),
})

/** Every consent of a customer for the archive of their data. */
export async function chargeConsentsOf(ctx: Ctx, customer_id: string) {
  const rows = await everyConsentOf(ctx.db, customer_id)
  return rows.map(({ program_id, withdrawn_at, ...row }) => ({
    ...{ program_id, ...shownConsent(ctx, { program_id, withdrawn_at, ...row }), withdrawn_at: instant(withdrawn_at) },
  }))
}

/** The card that staff may charge, with the consent to it; null without a consent or a card that can be charged. */
export async function cardToCharge(
  ctx: Ctx,
  { profile_id, ...whose }: { customer_id: string; program_id: string; profile_id: string },
): Promise<{ source: SourceRow; consent: ConsentRow } | null> {
  const [[consent], [source]] = await Promise.all([currentConsent(ctx.db, whose), chargeableCards(ctx, profile_id)])
  return consent && source ? { source, consent } : null
}

/** True if a consent covers this charge. */
export const covers = (
  { amount_limit, currency }: Pick<ConsentRow, 'amount_limit' | 'currency'>,
  charge: { amount: number; currency: string },
): boolean => charge.currency === currency && charge.amount <= amount_limit
