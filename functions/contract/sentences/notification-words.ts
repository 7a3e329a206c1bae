import type { Language } from '../field-rules.ts'
import type { NotificationOutcome, NotificationReason } from '../delivery/notification.ts'

/** The facts in the text of a notification; unknown ones are null. */
export type NotificationFacts = {
  outcome: NotificationOutcome | null
  /** The title of the booking. */
  title: string | null
  /** The first names of the booked people. */
  names: string | null
  amount: string | null
  receipt: string | null
  isReturned: boolean
}
/** Title and text of a notification, in the list and in short forms, without health data or surnames. */
type Told = (facts: NotificationFacts) => [title: string, text: string]

const en = {
  /** The text of each notification reason. */
  told: {
    order_paid: ({ amount, receipt, title }) => [
      `Paid: ${amount ?? ''}`,
      [receipt && `Receipt ${receipt}`, title].filter(Boolean).join(', '),
    ],
    order_cancelled: ({ title, amount, isReturned }) => [
      title ? `Cancelled: ${title}` : 'Your order is cancelled',
      isReturned ? `${amount} is on its way back to you.` : 'Your booking has ended.',
    ],
    refund_updated: ({ outcome, amount, title }) => [
      outcome === 'declined'
        ? 'Your refund request was declined'
        : outcome === 'waiting'
          ? `Your refund request of ${amount} is still open`
          : outcome === 'failed'
            ? `Your refund of ${amount} hasn’t arrived yet`
            : outcome === 'approved'
              ? `Your refund of ${amount} is on its way`
              : 'Your refund request was answered',
      title ?? '',
    ],
    payment_failed: ({ outcome, amount, title }) => [
      outcome === 'expired'
        ? `Your booking has ended: ${title ?? 'the payment didn’t come'}`
        : outcome === 'waiting'
          ? `Confirm your payment of ${amount}`
          : `Your payment of ${amount} didn’t go through`,
      outcome === 'expired'
        ? 'The payment didn’t come in time.'
        : outcome === 'waiting'
          ? 'Your bank needs you to confirm.'
          : 'You weren’t charged. Try again or use another card.',
    ],
    payment_due: ({ outcome, amount, title }) => [
      outcome === 'received'
        ? `${amount} received`
        : amount === null
          ? 'Your membership no longer covers a place you booked'
          : `${amount} to pay`,
      title ?? '',
    ],
    balance_changed: ({ amount }) => ['Your balance changed', amount ?? ''],
    session_credit_expiring: () => ['Some of your visits expire soon', 'See how many are left, and until when.'],
    session_credit_redeemed: ({ outcome, title }) => [
      outcome === 'restored' ? 'A visit was returned to you' : 'One of your visits was used',
      title ?? '',
    ],
    card_expiring: () => ['One of your cards expires soon', 'Add a new one before you next pay.'],
    registration_confirmed: ({ title, names }) => [
      `Confirmed: ${title ?? 'your booking'}`,
      names ? `For ${names}.` : '',
    ],
    registration_cancelled: ({ title, names, amount, isReturned }) => [
      `Cancelled: ${title ?? 'your booking'}`,
      [names && `For ${names}.`, isReturned && `${amount} is on its way back to you.`].filter(Boolean).join(' '),
    ],
    waiver_pending: ({ title, names }) => [`Sign the waiver: ${title ?? ''}`, names ? `For ${names}.` : ''],
    event_changed: ({ title }) => [`New time or place: ${title ?? 'your event'}`, 'See when and where it is now.'],
    event_cancelled: ({ outcome, title, amount, isReturned }) => [
      outcome === 'one_day'
        ? `One day is called off: ${title ?? 'your event'}`
        : `${title ?? 'Your event'} is cancelled`,
      isReturned ? `${amount} is on its way back to you.` : '',
    ],
    reminder_24h: ({ title, names }) => [`Tomorrow: ${title ?? ''}`, names ? `For ${names}.` : ''],
    reminder_2h: ({ title, names }) => [`Soon: ${title ?? ''}`, names ? `For ${names}.` : ''],
    waitlist_offer: ({ title, names }) => [`A place is free: ${title ?? ''}`, names ? `For ${names}.` : ''],
    waitlist_offer_expiring: ({ outcome, title, names }) => [
      outcome === 'expired' ? `The offer has ended: ${title ?? ''}` : `Your place is about to go: ${title ?? ''}`,
      names ? `For ${names}.` : '',
    ],
    membership_renewed: () => ['Your membership is renewed', ''],
    membership_payment_failed: () => ['Your membership couldn’t be renewed', 'The payment didn’t go through.'],
    membership_ending: () => ['Your membership is ending', ''],
    message_received: () => ['You have a new message', ''],
    feedback_request: ({ title }) => [`How was it? ${title ?? ''}`.trim(), ''],
    email_changed: ({ outcome }) => [
      outcome === 'restored' ? 'Your old email is back' : 'Your email is being changed',
      'If this wasn’t you, check your account.',
    ],
    new_login: () => [
      'New log-in',
      'Someone logged in on a device we don’t know. If it wasn’t you, end it in your account.',
    ],
    password_changed: () => ['Your password was changed', 'If this wasn’t you, reset it now.'],
    passkey_changed: ({ outcome }) => [
      outcome === 'removed' ? 'A passkey was removed' : 'A passkey was added',
      'If this wasn’t you, check your account.',
    ],
    code_requested: () => ['You asked for a code', 'It is in your email.'],
    invitation: () => ['Your invitation was accepted', ''],
    data_request: ({ outcome }) => [
      outcome === 'scheduled'
        ? 'Your account will be deleted'
        : outcome === 'withdrawn'
          ? 'Your account stays'
          : 'Your data is ready',
      '',
    ],
    support_answered: () => ['Support replied', 'The answer is in your email.'],
    newsletter: () => ['News', ''],
    promotion: () => ['An offer for you', ''],
  } satisfies Record<NotificationReason, Told> as Record<NotificationReason, Told>,
}

const fr: typeof en = {
  told: {
    order_paid: ({ amount, receipt, title }) => [
      `Payé\u00a0: ${amount ?? ''}`,
      [receipt && `Reçu ${receipt}`, title].filter(Boolean).join(', '),
    ],
    order_cancelled: ({ title, amount, isReturned }) => [
      title ? `Annulé\u00a0: ${title}` : 'Votre commande est annulée',
      isReturned ? `${amount} vous seront rendus.` : 'Votre réservation a pris fin.',
    ],
    refund_updated: ({ outcome, amount, title }) => [
      outcome === 'declined'
        ? 'Votre demande de remboursement a été refusée'
        : outcome === 'waiting'
          ? `Votre demande de remboursement de ${amount} est toujours ouverte`
          : outcome === 'failed'
            ? `Votre remboursement de ${amount} n’est pas encore arrivé`
            : outcome === 'approved'
              ? `Votre remboursement de ${amount} est en route`
              : 'Votre demande de remboursement a reçu une réponse',
      title ?? '',
    ],
    payment_failed: ({ outcome, amount, title }) => [
      outcome === 'expired'
        ? `Votre réservation a pris fin\u00a0: ${title ?? 'le paiement n’est pas arrivé'}`
        : outcome === 'waiting'
          ? `Confirmez votre paiement de ${amount}`
          : `Votre paiement de ${amount} a échoué`,
      outcome === 'expired'
        ? 'Le paiement n’est pas arrivé à temps.'
        : outcome === 'waiting'
          ? 'Votre banque vous le demande.'
          : 'Rien n’a été débité. Réessayez ou utilisez une autre carte.',
    ],
    payment_due: ({ outcome, amount, title }) => [
      outcome === 'received'
        ? `${amount} reçus`
        : amount === null
          ? 'Votre abonnement ne couvre plus une place réservée'
          : `${amount} à payer`,
      title ?? '',
    ],
    balance_changed: ({ amount }) => ['Votre solde a changé', amount ?? ''],
    session_credit_expiring: () => [
      'Des visites expirent bientôt',
      'Voyez combien il vous en reste, et jusqu’à quand.',
    ],
    session_credit_redeemed: ({ outcome, title }) => [
      outcome === 'restored' ? 'Une visite vous a été rendue' : 'Une de vos visites a été utilisée',
      title ?? '',
    ],
    card_expiring: () => ['Une de vos cartes expire bientôt', 'Ajoutez-en une nouvelle avant votre prochain paiement.'],
    registration_confirmed: ({ title, names }) => [
      `Confirmé\u00a0: ${title ?? 'votre réservation'}`,
      names ? `Pour ${names}.` : '',
    ],
    registration_cancelled: ({ title, names, amount, isReturned }) => [
      `Annulé\u00a0: ${title ?? 'votre réservation'}`,
      [names && `Pour ${names}.`, isReturned && `${amount} vous seront rendus.`].filter(Boolean).join(' '),
    ],
    waiver_pending: ({ title, names }) => [`Décharge à signer\u00a0: ${title ?? ''}`, names ? `Pour ${names}.` : ''],
    event_changed: ({ title }) => [
      `Nouvelle heure ou nouveau lieu\u00a0: ${title ?? 'votre événement'}`,
      'Voyez quand et où il a lieu maintenant.',
    ],
    event_cancelled: ({ outcome, title, amount, isReturned }) => [
      outcome === 'one_day'
        ? `Un jour est annulé\u00a0: ${title ?? 'votre activité'}`
        : `Annulé par l’organisation\u00a0: ${title ?? 'votre événement'}`,
      isReturned ? `${amount} vous seront rendus.` : '',
    ],
    reminder_24h: ({ title, names }) => [`Demain\u00a0: ${title ?? ''}`, names ? `Pour ${names}.` : ''],
    reminder_2h: ({ title, names }) => [`Bientôt\u00a0: ${title ?? ''}`, names ? `Pour ${names}.` : ''],
    waitlist_offer: ({ title, names }) => [`Une place est libre\u00a0: ${title ?? ''}`, names ? `Pour ${names}.` : ''],
    waitlist_offer_expiring: ({ outcome, title, names }) => [
      outcome === 'expired'
        ? `L’offre a pris fin\u00a0: ${title ?? ''}`
        : `Votre place va bientôt vous échapper\u00a0: ${title ?? ''}`,
      names ? `Pour ${names}.` : '',
    ],
    membership_renewed: () => ['Votre abonnement est renouvelé', ''],
    membership_payment_failed: () => ['Votre abonnement n’a pas pu être renouvelé', 'Le paiement a échoué.'],
    membership_ending: () => ['Votre abonnement prend bientôt fin', ''],
    message_received: () => ['Vous avez un nouveau message', ''],
    feedback_request: ({ title }) => [`Comment c’était? ${title ?? ''}`.trim(), ''],
    email_changed: ({ outcome }) => [
      outcome === 'restored' ? 'Votre ancien courriel est rétabli' : 'Votre courriel est en cours de changement',
      'Si ce n’était pas vous, consultez votre compte.',
    ],
    new_login: () => [
      'Nouvelle connexion',
      'Quelqu’un s’est connecté sur un appareil inconnu. Si ce n’était pas vous, fermez cette session dans votre compte.',
    ],
    password_changed: () => [
      'Votre mot de passe a été modifié',
      'Si ce n’était pas vous, réinitialisez-le maintenant.',
    ],
    passkey_changed: ({ outcome }) => [
      outcome === 'removed' ? 'Une clé d’accès a été retirée' : 'Une clé d’accès a été ajoutée',
      'Si ce n’était pas vous, consultez votre compte.',
    ],
    code_requested: () => ['Vous avez demandé un code', 'Il est dans vos courriels.'],
    invitation: () => ['Votre invitation a été acceptée', ''],
    data_request: ({ outcome }) => [
      outcome === 'scheduled'
        ? 'Votre compte sera supprimé'
        : outcome === 'withdrawn'
          ? 'Votre compte est conservé'
          : 'Vos données sont prêtes',
      '',
    ],
    support_answered: () => ['Le soutien vous a répondu', 'La réponse est dans vos courriels.'],
    newsletter: () => ['Nouvelles', ''],
    promotion: () => ['Une offre pour vous', ''],
  },
}

/** Texts of notifications. */
export const notificationWords: Record<Language, typeof en> = { en, fr }
