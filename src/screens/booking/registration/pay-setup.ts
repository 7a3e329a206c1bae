import type { Entitlement } from '#contract/booking/entitlement'
import type { SessionCredit } from '#contract/booking/session-credit'
import type { Event } from '#contract/offering/event'
import type { SessionPackage } from '#contract/offering/package'
import { type AllInPrice, allInPrice } from '#pricing/all-in-price'
import type { Ways } from '../../../api/load-pay-ways.ts'
import type { ProgramContext } from '../../../layouts/program-context.ts'
import type { Text } from '../../../locales/choose-language.ts'
import type {
  OwnCredit,
  OwnMembership,
  RegistrationSetup,
  SoldPackage,
  Sum,
} from '../../../stores/booking/registration-setup.ts'
import { packageWords, sellingOf } from '../../offering/packages/package-words.ts'

/** The ways to pay with packages, as props of the form. */
export const waysOf = (
  ways: Ways,
  { restrict_to_package_ids: ids }: Pick<Event, 'restrict_to_package_ids'>,
  programContext: ProgramContext,
): RegistrationSetup['ways'] => ({
  credits: ways.credits.map(ownCredit),
  memberships: ways.memberships.map(ownMembership),
  packages: ways.packages.map((item) => soldPackage(item, programContext)),
  ids,
})

function soldPackage(item: SessionPackage, programContext: ProgramContext): SoldPackage {
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
