import type { Language } from '../field-rules.ts'
import type { RequirableField } from '../people/attendee-fields.ts'

const en = {
  mail: {
    subject: (program: string, places: number) =>
      places === 1 ? `Your place at ${program}` : `Your places at ${program}`,
    heading: (places: number): string => (places === 1 ? 'A place is booked for you' : 'Places are booked for you'),
    complete: (program: string) => `${program} booked for you. A few answers are still missing:`,
    pay: ({ program, amount, until }: { program: string; amount: string; until: string }) =>
      `${program} booked for you. Please answer what is missing and pay ${amount} by ${until}. Until then, we hold:`,
    open: 'Complete the booking',
    once: 'The link needs no password. Please don’t forward it.',
  },
  page: {
    title: 'Complete the booking',
    lead: (program: string) => `${program} booked for you.`,
    born: 'Date of birth of the child',
    bornHint: 'Year-month-day, such as 2016-02-19. With several children, that of any of them.',
    bornWrong: 'This is not the date of birth in the booking. Check the date, or ask the program.',
    fields: {
      date_of_birth: 'Date of birth',
      parent_name: 'Parent’s name',
      emergency_contact_phone: 'Emergency phone',
      emergency_contact_email: 'Emergency email',
      health_card_number: 'Health card number',
    } satisfies Record<RequirableField, string>,
    dayHint: 'Year-month-day, such as 2016-02-19.',
    next: 'Continue',
    waiver: (title: string) => `I have read and accept: ${title}`,
    waiverMissing: 'Accept the waiver to continue.',
    choose: 'Choose',
    yes: 'Yes',
    no: 'No',
    address: {
      address_line_1: 'Street',
      city: 'City',
      region: 'Province',
      postcode: 'Postal code',
      country_short_code: 'Country code',
    },
    save: 'Save',
    done: 'Thank you, everything is answered.',
    pay: (amount: string) => `Pay ${amount} by card`,
    paid: 'The order is paid. There is nothing left to do.',
    toPayment: 'Go to the payment page',
    unknown: 'This link no longer works',
    unknownText: 'It expired, or part of it is missing. Ask the program for a new one.',
  },
}

const fr: typeof en = {
  mail: {
    subject: (program, places) => (places === 1 ? `Votre place chez ${program}` : `Vos places chez ${program}`),
    heading: (places) => (places === 1 ? 'Une place est réservée pour vous' : 'Des places sont réservées pour vous'),
    complete: (program) => `${program} a réservé pour vous. Il manque encore quelques réponses\u00a0:`,
    pay: ({ program, amount, until }) =>
      `${program} a réservé pour vous. Veuillez répondre aux questions et payer ${amount} au plus tard le ${until}. D’ici là, nous gardons\u00a0:`,
    open: 'Compléter la réservation',
    once: 'Ce lien fonctionne sans mot de passe. Merci de ne pas le transférer.',
  },
  page: {
    title: 'Compléter la réservation',
    lead: (program) => `${program} a réservé pour vous.`,
    born: 'Date de naissance de l’enfant',
    bornHint: 'Année-mois-jour, par exemple 2016-02-19. S’il y a plusieurs enfants, celle de l’un d’eux.',
    bornWrong: 'Ce n’est pas la date de naissance de la réservation. Vérifiez la date ou demandez à l’organisme.',
    fields: {
      date_of_birth: 'Date de naissance',
      parent_name: 'Nom du parent',
      emergency_contact_phone: 'Téléphone d’urgence',
      emergency_contact_email: 'Courriel d’urgence',
      health_card_number: 'Numéro de carte d’assurance maladie',
    },
    dayHint: 'Année-mois-jour, par exemple 2016-02-19.',
    next: 'Continuer',
    waiver: (title) => `J’ai lu et j’accepte\u00a0: ${title}`,
    waiverMissing: 'Acceptez la décharge pour continuer.',
    choose: 'Choisir',
    yes: 'Oui',
    no: 'Non',
    address: {
      address_line_1: 'Rue',
      city: 'Ville',
      region: 'Province',
      postcode: 'Code postal',
      country_short_code: 'Code du pays',
    },
    save: 'Enregistrer',
    done: 'Merci, toutes les réponses sont là.',
    pay: (amount) => `Payer ${amount} par carte`,
    paid: 'La commande est payée. Il n’y a plus rien à faire.',
    toPayment: 'Aller à la page de paiement',
    unknown: 'Ce lien ne fonctionne plus',
    unknownText: 'Il a expiré, ou il en manque une partie. Demandez un nouveau lien à l’organisme.',
  },
}

/** Words of the mail and the page with which a family completes a booking by staff. */
export const bookingLinkWords: Record<Language, typeof en> = { en, fr }
