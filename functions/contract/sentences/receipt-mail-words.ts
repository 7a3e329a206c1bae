import type { Language } from '../field-rules.ts'

type ReceiptMailWords = { creditNotes: (numbers: readonly string[], receipt: string) => string }

/** Sentences of mails about receipts and credit notes. */
export const receiptMailWords: Record<Language, ReceiptMailWords> = {
  en: {
    creditNotes: (numbers, receipt) =>
      `Credit note${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')} for receipt ${receipt}.`,
  },
  fr: {
    creditNotes: (numbers, receipt) =>
      `Note${numbers.length > 1 ? 's' : ''} de crédit ${numbers.join(', ')} pour le reçu ${receipt}.`,
  },
}
