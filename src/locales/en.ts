import { account } from './en/people/account.ts'
import { address } from './en/people/address.ts'
import { answers } from './en/booking/answers.ts'
import { appointments } from './en/offering/appointments.ts'
import { authorize } from './en/people/authorize.ts'
import { balance } from './en/money/balance.ts'
import { childcare } from './en/money/childcare.ts'
import { checkout, checkoutForm } from './en/money/checkout.ts'
import { desk } from './en/organisation/desk.ts'
import { deskAccess } from './en/organisation/desk-access.ts'
import { deskEvent } from './en/organisation/desk-event.ts'
import { deskChange } from './en/organisation/desk-change.ts'
import { deskFamily } from './en/organisation/desk-family.ts'
import { deskImport } from './en/organisation/desk-import.ts'
import { deskMoney } from './en/organisation/desk-money.ts'
import { deskSearch } from './en/organisation/desk-search.ts'
import { deskFirstDay } from './en/organisation/desk-first-day.ts'
import { deskSettings } from './en/organisation/desk-settings.ts'
import { deskSeason } from './en/organisation/desk-season.ts'
import { deskCamp } from './en/organisation/desk-camp.ts'
import { deskCancel } from './en/organisation/desk-cancel.ts'
import { deskDayOff } from './en/organisation/desk-day-off.ts'
import { deskMessages } from './en/organisation/desk-messages.ts'
import { deskSheet } from './en/organisation/desk-sheet.ts'
import { deskShell } from './en/organisation/desk-shell.ts'
import { deskOrder } from './en/organisation/desk-order.ts'
import { deskPrivacy } from './en/organisation/desk-privacy.ts'
import { deskRegister } from './en/organisation/desk-register.ts'
import { deskTeam } from './en/organisation/desk-team.ts'
import { deskToday } from './en/organisation/desk-today.ts'
import { docs } from './en/docs.ts'
import { event } from './en/offering/event.ts'
import { explore } from './en/offering/explore.ts'
import { family } from './en/people/family.ts'
import { home } from './en/home.ts'
import { adults } from './en/people/adults.ts'
import { memberships } from './en/booking/memberships.ts'
import { merge } from './en/people/merge.ts'
import { messages } from './en/contact/messages.ts'
import { missing } from './en/missing.ts'
import { moves } from './en/changes/moves.ts'
import { online } from './en/online.ts'
import { order } from './en/money/order.ts'
import { overview, dayCard } from './en/overview.ts'
import { ownData } from './en/records/own-data.ts'
import { notifications } from './en/delivery/notifications.ts'
import { preferences } from './en/delivery/preferences.ts'
import { paymentMethods } from './en/money/payment-methods.ts'
import { packages } from './en/offering/packages.ts'
import { privacy } from './en/records/privacy.ts'
import { promotions } from './en/offering/promotions.ts'
import { refund } from './en/money/refund.ts'
import { registration } from './en/booking/registration.ts'
import { deskField, roster } from './en/organisation/roster.ts'
import { sale } from './en/offering/sale.ts'
import { confirm, schedule } from './en/booking/schedule.ts'
import { shell } from './en/shell.ts'
import { store } from './en/offering/store.ts'
import { support } from './en/contact/support.ts'
import { waitlist } from './en/booking/waitlist.ts'

/** Every text of the site's pages. The English texts define the type that the French ones must match. */
export const en = {
  shell,
  home,
  explore,
  answers,
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
  deskAccess,
  deskEvent,
  deskChange,
  deskFamily,
  deskPrivacy,
  deskField,
  deskImport,
  deskMoney,
  deskSearch,
  deskFirstDay,
  deskSettings,
  deskSeason,
  deskCamp,
  deskCancel,
  deskDayOff,
  deskMessages,
  deskSheet,
  deskShell,
  deskOrder,
  deskRegister,
  deskTeam,
  deskToday,
  roster,
  online,
  docs,
  account,
  address,
  family,
  registration,
  checkout,
  childcare,
  checkoutForm,
  order,
  refund,
  schedule,
  overview,
  confirm,
  waitlist,
}
export type Text = typeof en
