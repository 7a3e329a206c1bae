import type { Text } from './en.ts'
import { account } from './fr/people/account.ts'
import { address } from './fr/people/address.ts'
import { answers } from './fr/booking/answers.ts'
import { appointments } from './fr/offering/appointments.ts'
import { authorize } from './fr/people/authorize.ts'
import { balance } from './fr/money/balance.ts'
import { childcare } from './fr/money/childcare.ts'
import { checkout, checkoutForm } from './fr/money/checkout.ts'
import { desk } from './fr/organisation/desk.ts'
import { deskAccess } from './fr/organisation/desk-access.ts'
import { deskEvent } from './fr/organisation/desk-event.ts'
import { deskChange } from './fr/organisation/desk-change.ts'
import { deskFamily } from './fr/organisation/desk-family.ts'
import { deskImport } from './fr/organisation/desk-import.ts'
import { deskMoney } from './fr/organisation/desk-money.ts'
import { deskSearch } from './fr/organisation/desk-search.ts'
import { deskFirstDay } from './fr/organisation/desk-first-day.ts'
import { deskSettings } from './fr/organisation/desk-settings.ts'
import { deskSeason } from './fr/organisation/desk-season.ts'
import { deskCamp } from './fr/organisation/desk-camp.ts'
import { deskCancel } from './fr/organisation/desk-cancel.ts'
import { deskDayOff } from './fr/organisation/desk-day-off.ts'
import { deskMessages } from './fr/organisation/desk-messages.ts'
import { deskSheet } from './fr/organisation/desk-sheet.ts'
import { deskShell } from './fr/organisation/desk-shell.ts'
import { deskOrder } from './fr/organisation/desk-order.ts'
import { deskPrivacy } from './fr/organisation/desk-privacy.ts'
import { deskRegister } from './fr/organisation/desk-register.ts'
import { deskTeam } from './fr/organisation/desk-team.ts'
import { deskToday } from './fr/organisation/desk-today.ts'
import { docs } from './fr/docs.ts'
import { event } from './fr/offering/event.ts'
import { explore } from './fr/offering/explore.ts'
import { family } from './fr/people/family.ts'
import { home } from './fr/home.ts'
import { adults } from './fr/people/adults.ts'
import { memberships } from './fr/booking/memberships.ts'
import { merge } from './fr/people/merge.ts'
import { messages } from './fr/contact/messages.ts'
import { missing } from './fr/missing.ts'
import { moves } from './fr/changes/moves.ts'
import { online } from './fr/online.ts'
import { order } from './fr/money/order.ts'
import { overview, dayCard } from './fr/overview.ts'
import { ownData } from './fr/records/own-data.ts'
import { notifications } from './fr/delivery/notifications.ts'
import { preferences } from './fr/delivery/preferences.ts'
import { paymentMethods } from './fr/money/payment-methods.ts'
import { packages } from './fr/offering/packages.ts'
import { privacy } from './fr/records/privacy.ts'
import { promotions } from './fr/offering/promotions.ts'
import { refund } from './fr/money/refund.ts'
import { registration } from './fr/booking/registration.ts'
import { deskField, roster } from './fr/organisation/roster.ts'
import { sale } from './fr/offering/sale.ts'
import { confirm, schedule } from './fr/booking/schedule.ts'
import { shell } from './fr/shell.ts'
import { store } from './fr/offering/store.ts'
import { support } from './fr/contact/support.ts'
import { waitlist } from './fr/booking/waitlist.ts'

/** Every text in French, written for readers in Canada, not translated. */
export const fr: Text = {
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
