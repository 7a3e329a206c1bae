import type { Language } from '../field-rules.ts'

const en = {
  account: (most: string, minutes: string) =>
    `Until your email is confirmed we can hold ${most} bookings for you. Confirm your email, or pay for what you hold, then try again; or try again in ${minutes} minutes.`,
  network: (_: string, minutes: string) =>
    `Many places are held from your network by people whose email isn’t confirmed. Confirm your email, then try again; or try again in ${minutes} minutes.`,
  quantity: (most: string) =>
    `Until your email is confirmed we can hold ${most} items for you. Confirm your email, or choose fewer.`,
  stock: (_: string, minutes: string) =>
    `Until your email is confirmed we can hold only a few for you. Confirm your email, or choose fewer; or try again in ${minutes} minutes.`,
  event: (_: string, minutes: string) =>
    `The other places are for people whose email is confirmed. Confirm your email, then try again; or try again in ${minutes} minutes.`,
}
export type UnprovenCeilingName = keyof typeof en

const fr: typeof en = {
  account: (most: string, minutes: string) =>
    `Tant que votre adresse courriel n’est pas confirmée, nous pouvons garder ${most} réservations pour vous. Confirmez votre adresse ou payez ce que vous gardez, puis réessayez\u00a0; ou réessayez dans ${minutes} minutes.`,
  network: (_: string, minutes: string) =>
    `Beaucoup de places sont gardées depuis votre réseau par des personnes dont l’adresse courriel n’est pas confirmée. Confirmez la vôtre, puis réessayez\u00a0; ou réessayez dans ${minutes} minutes.`,
  quantity: (most: string) =>
    `Tant que votre adresse courriel n’est pas confirmée, nous pouvons garder ${most} articles pour vous. Confirmez votre adresse, ou choisissez-en moins.`,
  stock: (_: string, minutes: string) =>
    `Tant que votre adresse courriel n’est pas confirmée, nous ne pouvons en garder que quelques-uns pour vous. Confirmez votre adresse, ou choisissez-en moins\u00a0; ou réessayez dans ${minutes} minutes.`,
  event: (_: string, minutes: string) =>
    `Les autres places sont pour les personnes dont l’adresse courriel est confirmée. Confirmez la vôtre, puis réessayez\u00a0; ou réessayez dans ${minutes} minutes.`,
}

/**
 * The error that an unconfirmed account, its network or the event has reached its limit of held places; how to lift it,
 * and when to retry.
 */
export const unprovenPlacesSentence = (
  reached: UnprovenCeilingName,
  { most, minutes }: { most: number; minutes: number },
  language: Language,
): string => ({ en, fr })[language][reached](String(most), String(minutes))
