import type { SessionCredit } from '#contract/session-credit'
import type { OwnCredit } from './registration-setup.ts'

/** Those of a customer's credits that some packages give and of which something is left, in the order of use. */
export const creditsFrom = (credits: readonly SessionCredit[], packageIds: readonly string[]): OwnCredit[] =>
  credits
    .filter(
      (each) => packageIds.includes(each.package_id) && !each.is_on_hold && (each.is_unlimited || each.available > 0),
    )
    .map(({ id, attendee_profile_id, package_name, available, is_unlimited }) => ({
      id,
      attendee_profile_id,
      name: package_name,
      left: is_unlimited ? null : available,
    }))
