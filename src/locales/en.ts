import { account } from './en/account.ts'
import { address } from './en/address.ts'
import { appointments } from './en/appointments.ts'
import { authorize } from './en/authorize.ts'
import { balance } from './en/balance.ts'
import { checkout } from './en/checkout.ts'
import { desk } from './en/desk.ts'
import { docs } from './en/docs.ts'
import { event } from './en/event.ts'
import { explore } from './en/explore.ts'
import { family } from './en/family.ts'
import { home } from './en/home.ts'
import { adults } from './en/adults.ts'
import { memberships } from './en/memberships.ts'
import { merge } from './en/merge.ts'
import { messages } from './en/messages.ts'
import { missing } from './en/missing.ts'
import { moves } from './en/moves.ts'
import { online } from './en/online.ts'
import { order } from './en/order.ts'
import { overview, dayCard } from './en/overview.ts'
import { ownData } from './en/own-data.ts'
import { notifications } from './en/notifications.ts'
import { preferences } from './en/preferences.ts'
import { paymentMethods } from './en/payment-methods.ts'
import { packages } from './en/packages.ts'
import { privacy } from './en/privacy.ts'
import { promotions } from './en/promotions.ts'
import { refund } from './en/refund.ts'
import { registration } from './en/registration.ts'
import { roster } from './en/roster.ts'
import { sale } from './en/sale.ts'
import { confirm, schedule } from './en/schedule.ts'
import { shell } from './en/shell.ts'
import { store } from './en/store.ts'
import { support } from './en/support.ts'
import { waitlist } from './en/waitlist.ts'

/** Every text of the site's pages. English is the shape: French must fill it. */
export const en = {
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
export type Text = typeof en
