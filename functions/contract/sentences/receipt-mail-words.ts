import type { Language } from '../field-rules.ts'

type ReceiptMailWords = {
  creditNotes: (numbers: readonly string[], receipt: string) => string
  /** The mail with a copy of a receipt or of a credit note. */
  copy: {
    title: Record<'receipt' | 'credit_note', (number: string) => string>
    subject: (title: string, program: string) => string
    lead: (day: string) => string
    fee: string
    instalment: (day: string) => string
    refund: string
    total: string
    tax: (name: string, percent: string) => string
    taxNumber: (number: string) => string
    open: string
  }
}

/** Sentences of mails about receipts and credit notes. */
export const receiptMailWords: Record<Language, ReceiptMailWords> = {
  en: {
    creditNotes: (numbers, receipt) =>
      `Credit note${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')} for receipt ${receipt}.`,
    copy: {
      title: { receipt: (number) => `Receipt ${number}`, credit_note: (number) => `Credit note ${number}` },
      subject: (title, program) => `${title}, ${program}`,
      lead: (day) => `Here is your copy. It was issued on ${day} and has not changed.`,
      fee: 'Booking fee',
      instalment: (day) => `Instalment due ${day}`,
      refund: 'Refund',
      total: 'Total',
      tax: (name, percent) => `Includes ${name} ${percent}%`,
      taxNumber: (number) => `Tax no. ${number}`,
      open: 'Open to print or save',
    },
  },
  fr: {
    creditNotes: (numbers, receipt) =>
      `Note${numbers.length > 1 ? 's' : ''} de crédit ${numbers.join(', ')} pour le reçu ${receipt}.`,
    copy: {
      title: { receipt: (number) => `Reçu ${number}`, credit_note: (number) => `Note de crédit ${number}` },
      subject: (title, program) => `${title}, ${program}`,
      lead: (day) => `Voici votre copie. Ce document date du ${day} et n’a pas changé.`,
      fee: 'Frais de réservation',
      instalment: (day) => `Versement du ${day}`,
      refund: 'Remboursement',
      total: 'Total',
      tax: (name, percent) => `Comprend ${name} ${percent}\u00a0%`,
      taxNumber: (number) => `N° de taxe ${number}`,
      open: 'Ouvrir pour imprimer ou enregistrer',
    },
  },
}
