import type { Language } from '../field-rules.ts'
import { type KeptRecord, maxDeleted } from '../organisation/program-deletion.ts'

type DeletionWords = {
  deleted: (program: string) => string
  confirm: (program: string) => string
  kept: (records: string) => string
  records: Record<KeptRecord, string>
}

/** Texts about the deletion of a program. */
export const deletionWords: Record<Language, DeletionWords> = {
  en: {
    deleted: (program) => `${program} was deleted.`,
    confirm: (program) => `To delete this program, repeat its key: confirm=${program}.`,
    kept: (records) =>
      `This program has records that must be kept: ${records}. Archive its events instead, or ask the people who run the site to end its contract.`,
    records: {
      orders: 'orders',
      registrations: 'registrations',
      waitlist_entries: 'waitlist entries',
      memberships: 'memberships',
      session_credits: 'passes',
      redemptions: 'used visits',
      account_balances: 'balances',
      account_balance_entries: 'balance entries',
      receipts: 'receipts',
      receipt_counters: 'receipt numbers',
      refund_requests: 'refund requests',
      feedback: 'feedback',
      conversations: 'conversations',
      campaigns: 'campaigns',
      payment_sources: 'stored cards',
      invitations: 'invitations',
      support_reports: 'support reports',
      data_exports: 'data exports',
      account_deletions: 'account deletions',
      customer_profiles: `more than ${maxDeleted.customer_profiles} customers`,
      events: `more than ${maxDeleted.events} events`,
    },
  },
  fr: {
    deleted: (program) => `${program} a été supprimé.`,
    confirm: (program) => `Pour supprimer ce programme, répétez sa clé\u00a0: confirm=${program}.`,
    kept: (records) =>
      `Ce programme a des données à conserver\u00a0: ${records}. Archivez plutôt ses événements, ou demandez aux responsables du site de mettre fin à son contrat.`,
    records: {
      orders: 'commandes',
      registrations: 'inscriptions',
      waitlist_entries: 'places en liste d’attente',
      memberships: 'abonnements',
      session_credits: 'forfaits',
      redemptions: 'visites utilisées',
      account_balances: 'soldes',
      account_balance_entries: 'écritures de solde',
      receipts: 'reçus',
      receipt_counters: 'numéros de reçu',
      refund_requests: 'demandes de remboursement',
      feedback: 'avis',
      conversations: 'conversations',
      campaigns: 'envois',
      payment_sources: 'cartes enregistrées',
      invitations: 'invitations',
      support_reports: 'demandes d’assistance',
      data_exports: 'archives de données',
      account_deletions: 'suppressions de compte',
      customer_profiles: `plus de ${maxDeleted.customer_profiles} clients`,
      events: `plus de ${maxDeleted.events} événements`,
    },
  },
}
