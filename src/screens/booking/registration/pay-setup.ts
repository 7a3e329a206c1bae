import type { Entitlement } from '#contract/booking/entitlement'
import type { SessionCredit } from '#contract/booking/session-credit'
import type { MembershipPackage, SessionPackage } from '#contract/offering/package'
import { type AllInPrice, allInPrice } from '#pricing/all-in-price'
import type { Ways } from '../../../api/load-pay-ways.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import type { Text } from '../../../locales/choose-language.ts'
import type {
  OwnCredit,
  OwnMembership,
  RegistrationSetup,
  SoldMembership,
  SoldPackage,
  Sum,
} from '../../../stores/booking/registration-setup.ts'
import { packageWords, sellingOf } from '../../offering/packages/package-words.ts'

/** The ways to pay with packages, as props of the form. */
export const waysOf = (ways: Ways, programContext: ProgramContext): RegistrationSetup['ways'] => ({
  credits: ways.credits.map(ownCredit),
  memberships: ways.memberships.map(ownMembership),
  packages: ways.packages.map((item) => soldPackage(item, programContext)),
  joining: ways.joining.map((item) => soldMembership(item, ways.trials, programContext)),
})

function soldPackage(item: SessionPackage | MembershipPackage, programContext: ProgramContext): SoldPackage {
  const { program, text } = programContext
  const cost = item.price.cost.value
  const { name, price, visits } = packageWords(item, programContext)
  return {
    id: item.id,
    name,
    price,
    visits,
    cost,
    sum: sumOf(allInPrice(cost, sellingOf(item, program.selling)), text),
  }
}

function soldMembership(
  item: MembershipPackage,
  trials: Ways['trials'],
  programContext: ProgramContext,
): SoldMembership {
  const { visits: _, price, ...rest } = soldPackage(item, programContext)
  const { program, text } = programContext
  const isForOne = item.for === 'person'
  const sold = {
    ...rest,
    price: [price, text.packages.period[item.billing_period]].filter(Boolean).join(' '),
    isForOne,
    countsVisits: item.allocated_amount !== null && !item.is_unlimited,
    trial: null,
  }
  const had = item.trial_again ? [] : trials
  const isUsedUp = had.some(({ attendee_profile }) => !isForOne || attendee_profile === null)
  if (item.trial_days === null || isUsedUp) return sold
  const free = { cost: 0, sum: sumOf(allInPrice(0, sellingOf(item, program.selling)), text) }
  const words = text.memberships.freeFirst(text.packages.time.day(item.trial_days), sold.price)
  return {
    ...sold,
    trial: {
      sold: { ...sold, ...free, price: words },
      notFor: had.flatMap(({ attendee_profile }) => attendee_profile?.attendee_id ?? []),
    },
  }
}

/** The parts of a price, with taxes by the names that the page uses. */
export const sumOf = ({ first, total, fee, taxes }: AllInPrice, text: Text): Sum => ({
  first,
  total,
  fee,
  taxes: taxes.map(({ name, amount }) => ({ name: text.sale.taxName(name), amount })),
})

const ownCredit = ({ id, attendee_profile_id, package_name, available, is_unlimited }: SessionCredit): OwnCredit => ({
  id,
  attendee_profile_id,
  name: package_name,
  left: is_unlimited ? null : available,
})

const ownMembership = ({ attendee_profile_id, package_name, counts_visits }: Entitlement): OwnMembership => ({
  attendee_profile_id,
  name: package_name,
  countsVisits: counts_visits,
})
