import type { Language } from '../field-rules.ts'

const en = { test: { title: 'It works', body: 'Messages about your bookings will look like this.' } }
const fr: typeof en = {
  test: { title: 'Tout fonctionne', body: 'Les messages sur vos réservations ressembleront à celui-ci.' },
}

/** The words of push messages that are about no notification. */
export const pushWords: Record<Language, typeof en> = { en, fr }
