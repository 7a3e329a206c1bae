import type { Language } from '../field-rules.ts'
import type { NoticeTopic } from '../organisation/notices.ts'

/** Words of a topic: its name in the settings, and its mail. */
type MailWords = { subject: (what: string) => string; heading: string; next: string }
type TopicWords = MailWords & { title: string }

/** Words of the mails that the members of a team choose. */
const en = {
  topics: {
    bookings: {
      title: 'Each booking',
      subject: (what) => `New booking: ${what}`,
      heading: 'New booking',
      next: 'The places are on your roster.',
    },
    summary: { title: 'A summary each day at 7:00', subject: (what) => what, heading: 'Your day', next: '' },
    low_places: {
      title: 'Few places left',
      subject: (what) => `Few places left: ${what}`,
      heading: 'Few places left',
      next: 'Once they’re taken, families can only join the waitlist, if you have one.',
    },
    waitlist: {
      title: 'A family joins a waitlist',
      subject: (what) => `New on the waitlist: ${what}`,
      heading: 'New on the waitlist',
      next: 'You can offer them a place at any time.',
    },
    messages: {
      title: 'Messages from families',
      subject: (what) => `New message from ${what}`,
      heading: 'New message',
      next: 'Please answer in the inbox of your organization. Replies to this email don’t reach the family.',
    },
    tasks: {
      title: 'Refund requests and payments that need someone',
      subject: (what) => `To decide: ${what}`,
      heading: 'Something to decide',
      next: 'The link to decide is in the email to your organization’s address.',
    },
  } satisfies Record<NoticeTopic, TopicWords>,
  assigned: {
    subject: (what) => `Yours to answer: ${what}`,
    heading: 'Yours to answer',
    next: 'It’s under Mine in the messages at the desk. Replies to this email don’t reach the family.',
  } satisfies MailWords as MailWords,
  because: (program: string) =>
    `You’re getting this email because you’re on the team of ${program} and have it turned on.`,
  from: 'From',
  about: 'About',
  order: 'Order',
  payment: 'A payment needs your attention',
  requests: (customer: string, amount: string) => `${customer} is asking for ${amount} back`,
  left: (count: number) => (count === 1 ? '1 place left' : `${count} places left`),
  summary: {
    subject: (program: string) => `Today at ${program}`,
    heading: 'Today',
    waiting: 'Needs you',
    of: { refunds: 'Refund requests', messages: 'Unanswered messages', waitlist: 'Entries on waitlists' },
    today: (count: number) => `Coming today: ${count}`,
    sold: (count: number) => `Booked since yesterday: ${count}`,
    amount: (amount: string) => `Orders since yesterday: ${amount}`,
    others: 'Other events',
  },
}
type Words = Omit<typeof en, 'topics'> & { topics: Record<NoticeTopic, TopicWords> }

const fr: Words = {
  topics: {
    bookings: {
      title: 'Chaque réservation',
      subject: (what) => `Nouvelle réservation\u00a0: ${what}`,
      heading: 'Nouvelle réservation',
      next: 'Les places figurent sur votre liste de présence.',
    },
    summary: { title: 'Un résumé chaque jour à 7\u00a0h', subject: (what) => what, heading: 'Votre journée', next: '' },
    low_places: {
      title: 'Il reste peu de places',
      subject: (what) => `Il reste peu de places\u00a0: ${what}`,
      heading: 'Il reste peu de places',
      next: 'Une fois ces places prises, les familles ne pourront que s’inscrire sur la liste d’attente, s’il y en a une.',
    },
    waitlist: {
      title: 'Inscription sur une liste d’attente',
      subject: (what) => `Nouvelle inscription sur la liste d’attente\u00a0: ${what}`,
      heading: 'Nouvelle inscription sur la liste d’attente',
      next: 'Vous pouvez proposer une place à tout moment.',
    },
    messages: {
      title: 'Messages des familles',
      subject: (what) => `Nouveau message de ${what}`,
      heading: 'Nouveau message',
      next: 'Veuillez répondre depuis la boîte de réception de votre organisation. Une réponse à ce courriel ne parvient pas à la famille.',
    },
    tasks: {
      title: 'Demandes de remboursement et paiements à vérifier',
      subject: (what) => `À décider\u00a0: ${what}`,
      heading: 'Une décision vous attend',
      next: 'Le lien pour décider se trouve dans le courriel envoyé à l’adresse de votre organisation.',
    },
  },
  assigned: {
    subject: (what) => `Vous répondez\u00a0: ${what}`,
    heading: 'Une conversation vous est confiée',
    next: 'Elle se trouve sous «\u00a0Les miennes\u00a0», dans les messages du bureau. Une réponse à ce courriel ne parvient pas à la famille.',
  },
  because: (program) =>
    `Vous recevez ce courriel parce que vous faites partie de l’équipe de ${program} et qu’il est activé.`,
  from: 'De',
  about: 'Sujet',
  order: 'Commande',
  payment: 'un paiement demande votre attention',
  requests: (customer, amount) => `${customer} demande le remboursement de ${amount}`,
  left: (count) => (count < 2 ? `${count} place restante` : `${count} places restantes`),
  summary: {
    subject: (program) => `Aujourd’hui à ${program}`,
    heading: 'Aujourd’hui',
    waiting: 'À faire',
    of: {
      refunds: 'Demandes de remboursement',
      messages: 'Messages sans réponse',
      waitlist: 'Inscriptions sur les listes d’attente',
    },
    today: (count) => `Présences prévues aujourd’hui\u00a0: ${count}`,
    sold: (count) => `Réservations depuis hier\u00a0: ${count}`,
    amount: (amount) => `Commandes depuis hier\u00a0: ${amount}`,
    others: 'Autres événements',
  },
}
export const noticeWords: Record<Language, Words> = { en, fr }
