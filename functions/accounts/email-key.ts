/** An email as it is looked up: the whole address lower-cased, NFC. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase()
