import type { Text } from './en.ts'
import { account } from './fr/account.ts'
import { address } from './fr/address.ts'
import { appointments } from './fr/appointments.ts'
import { authorize } from './fr/authorize.ts'
import { balance } from './fr/balance.ts'
import { checkout } from './fr/checkout.ts'
import { desk } from './fr/desk.ts'
import { docs } from './fr/docs.ts'
import { event } from './fr/event.ts'
import { explore } from './fr/explore.ts'
import { family } from './fr/family.ts'
import { home } from './fr/home.ts'
import { adults } from './fr/adults.ts'
import { memberships } from './fr/memberships.ts'
import { merge } from './fr/merge.ts'
import { messages } from './fr/messages.ts'
import { missing } from './fr/missing.ts'
import { moves } from './fr/moves.ts'
import { online } from './fr/online.ts'
import { order } from './fr/order.ts'
import { overview, dayCard } from './fr/overview.ts'
import { ownData } from './fr/own-data.ts'
import { notifications } from './fr/notifications.ts'
import { preferences } from './fr/preferences.ts'
import { paymentMethods } from './fr/payment-methods.ts'
import { packages } from './fr/packages.ts'
import { privacy } from './fr/privacy.ts'
import { promotions } from './fr/promotions.ts'
import { refund } from './fr/refund.ts'
import { registration } from './fr/registration.ts'
import { roster } from './fr/roster.ts'
import { sale } from './fr/sale.ts'
import { confirm, schedule } from './fr/schedule.ts'
import { shell } from './fr/shell.ts'
import { store } from './fr/store.ts'
import { support } from './fr/support.ts'
import { waitlist } from './fr/waitlist.ts'

/** Every text in French, written for readers in Canada, not translated. */
export const fr: Text = {
  shell,
  home,
  explore,
  event,
  appointments,
  ownData,
  paymentMethods,
  notifications,
  preferences,
  authorize,
  balance,
  packages,
  privacy,
  promotions,
  store,
  support,
  sale,
  adults,
  memberships,
  merge,
  messages,
  missing,
  moves,
  dayCard,
  desk,
  roster,
  online,
  docs,
  account,
  address,
  family,
  registration,
  checkout,
  order,
  refund,
  schedule,
  overview,
  confirm,
  waitlist,
}
