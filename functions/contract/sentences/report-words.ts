import type { Language } from '../field-rules.ts'
import type { ItemType } from '../money/order.ts'
import type { ReportColumn, ReportGroup } from '../organisation/reports.ts'

/** The texts of an organisation's reports as files for spreadsheets. */
const en = {
  groups: { day: 'Day', week: 'Week from', event: 'Event', venue: 'Venue', product: 'Product' } satisfies Record<
    ReportGroup,
    string
  >,
  currency: 'Currency',
  total: 'Total',
  columns: {
    orders: 'Orders',
    items: 'Items',
    amount_subtotal: 'Price',
    amount_discount: 'Discount',
    amount_fee: 'Fee',
    amount_tax: 'Tax',
    amount_total: 'Total',
    amount_paid: 'Paid',
    amount_returned: 'Refunded',
    amount_due: 'Due',
    amount_late: 'Overdue',
    payments: 'Payments',
    refunds: 'Refunds',
    amount_received: 'Received',
    amount_net: 'Received less refunded',
    amount_card: 'By card',
    amount_cash: 'In cash',
    amount_cheque: 'By cheque',
    amount_transfer: 'By bank transfer',
    amount_other: 'Another way',
    amount_balance: 'Account balance',
    amount_moved: 'Moved between orders',
    people: 'People',
    days_here: 'Days present',
    days_picked_up: 'Days picked up',
    days_absent: 'Days absent',
    question: 'Question',
    answer: 'Answer',
  } satisfies Record<ReportColumn, string>,
  others: {
    event_option: 'Events',
    appointment_option: 'Appointments',
    session_package: 'Packages',
    membership_package: 'Memberships',
    product_variation: 'Store',
    balance_due: 'Balances due',
    charge: 'Charges',
  } satisfies Record<ItemType | 'charge', string>,
  without: { day: '', week: '', event: 'Other', venue: 'Without a venue', product: 'Other' } satisfies Record<
    ReportGroup,
    string
  >,
}
type ReportWords = typeof en

const fr: ReportWords = {
  groups: { day: 'Jour', week: 'Semaine du', event: 'Événement', venue: 'Lieu', product: 'Produit' },
  currency: 'Devise',
  total: 'Total',
  columns: {
    orders: 'Commandes',
    items: 'Articles',
    amount_subtotal: 'Prix',
    amount_discount: 'Rabais',
    amount_fee: 'Frais',
    amount_tax: 'Taxes',
    amount_total: 'Total',
    amount_paid: 'Payé',
    amount_returned: 'Remboursé',
    amount_due: 'À payer',
    amount_late: 'En retard',
    payments: 'Paiements',
    refunds: 'Remboursements',
    amount_received: 'Reçu',
    amount_net: 'Reçu moins remboursé',
    amount_card: 'Par carte',
    amount_cash: 'En espèces',
    amount_cheque: 'Par chèque',
    amount_transfer: 'Par virement',
    amount_other: 'Autrement',
    amount_balance: 'Solde du compte',
    amount_moved: 'Déplacé entre commandes',
    people: 'Personnes',
    days_here: 'Jours de présence',
    days_picked_up: 'Jours avec départ',
    days_absent: 'Jours d’absence',
    question: 'Question',
    answer: 'Réponse',
  },
  others: {
    event_option: 'Événements',
    appointment_option: 'Rendez-vous',
    session_package: 'Forfaits',
    membership_package: 'Abonnements',
    product_variation: 'Boutique',
    balance_due: 'Soldes dus',
    charge: 'Frais facturés',
  },
  without: { day: '', week: '', event: 'Autre', venue: 'Sans lieu', product: 'Autre' },
}

export const reportWords = { en, fr } satisfies Record<Language, ReportWords>
