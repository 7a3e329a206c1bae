// Over 250 lines: every sentence of the mails about orders, in both languages.
import { uncapitalise } from '../date-format.ts'
import type { Language } from '../field-rules.ts'

/** Texts of the mails about orders, places and money. */
const en = {
  because: (program: string) => `You’re getting this email because of your order with ${program}.`,
  showOrder: 'View your order',
  addToCalendar: 'Add to your calendar',
  online: 'Online',
  familyCalendar: 'Family bookings',
  lines: {
    discount: 'Discount',
    fee: 'Booking fee',
    includedFee: 'Booking fee (in the price)',
    tax: (name: string, percent: string) => `${name} ${percent}%`,
    included: (name: string, percent: string) => `${name} ${percent}% (in the price)`,
    total: 'Total',
    paid: 'Total paid',
    paidSoFar: (total: string) => `Paid so far, of ${total}`,
    due: 'Total due',
    refund: 'Refund',
    afterRefund: 'Paid after refund',
  },
  paid: {
    subject: (what: string, receipt: string) => `Confirmed: ${what} (receipt ${receipt})`,
    heading: 'You’re booked',
    /** The greeting for one event, when the mail may name people. */
    seeYou: (day: string, names: string) => `See you on ${day}, ${names}`,
    taxNumber: (number: string) => `Tax number ${number}`,
    lead: (name: string | null, program: string, places: number) =>
      `${name === null ? 'Thank you' : `Thank you, ${name}`}. Your ${places === 1 ? 'place' : 'places'} at ${program} ${places === 1 ? 'is' : 'are'} booked.`,
    waiver: (names: string | null): string =>
      names === null
        ? 'A waiver still needs your signature.'
        : `We still need your signature on the waiver for ${names}.`,
    sign: 'Sign the waiver',
    readWaiver: 'Read the waiver you signed',
    /** An option and the people booked in it. */
    forWhom: (option: string, names: string) => `${option}, for ${names}`,
    places: (option: string, count: number) => (count === 1 ? option : `${option}, ${count} places`),
    facts: { when: 'When', where: 'Where', bring: 'Bring', cancel: 'Refund' },
    openMap: 'Open in maps',
    /** The line below a store product; `text` is the program's own text. */
    pickUp: (text: string | null): string =>
      text === null ? 'Questions about how to get it? Reply to this email.' : `Pick-up: ${text}`,
    message: 'Message us about this order',
    noRefund: 'No money is refunded.',
    preview: (start: string, where: string | null, receipt: string, amount: string) =>
      `${start}${where === null ? '' : ` at ${where}`}. Receipt ${receipt}, ${amount}.`,
    debtSubject: (amount: string, receipt: string) => `We received your ${amount} (receipt ${receipt})`,
    storeHeading: 'Thank you for your order',
    storeLead: (name: string | null, program: string) =>
      `${name === null ? 'Thank you' : `Thank you, ${name}`}. Here’s what you bought from ${program}.`,
    debtHeading: 'Paid, thank you',
    debtLead: (program: string, amount: string) => `You paid ${program} the ${amount} you owed.`,
    move: {
      subject: (what: string, receipt: string) => `Paid: your move to ${what} (receipt ${receipt})`,
      heading: 'Your move is paid',
      lead: (amount: string) => `You paid the difference of ${amount}. Your booking is now:`,
    },
    debt: 'Balance due',
    receipt: (receipt: string) => `Receipt ${receipt}`,
    byCard: (card: string) => `Paid by ${card}.`,
    byHand: 'Paid. Thank you.',
    free: 'There is nothing to pay.',
  },
  card: (brand: string, last4: string) => `${brand} ending ${last4}`,
  anyCard: 'your card',
  offline: {
    subject: (day: string, places: number) =>
      places === 1 ? `Your place is held until ${day}` : `Your places are held until ${day}`,
    heading: (places: number): string => (places === 1 ? 'Your place is held' : 'Your places are held'),
    lead: ({ amount, program, until, places }: { amount: string; program: string; until: string; places: number }) =>
      `Please pay ${amount} to ${program} by ${until}. Until then, ${places === 1 ? 'this place is' : 'these places are'} yours:`,
    how: (program: string) => `Reply to this email to ask ${program} how to pay.`,
    byCard: 'You can also pay by card on the order page.',
  },
  expired: {
    subject: (what: string) => `Not paid in time: ${what}`,
    heading: 'Your order expired',
    lead: (program: string, places: number) =>
      `You didn’t pay ${program} in time, so we released ${places === 1 ? 'this place' : 'these places'}:`,
    again: 'You can try again from the order page while there are places left.',
  },
  cancelled: {
    subject: (who: string | null, what: string) => `Cancelled: ${who === null ? what : `${who}, ${what}`}`,
    heading: (who: string | null) => `${who === null ? 'Your' : `${who}’s`} place is cancelled`,
    lead: 'We’ve released this place:',
    byStaff: (program: string) => `${program} cancelled this place:`,
    inCash: (amount: string, program: string) => `${program} refunded ${amount} to you in cash.`,
    afterMembership:
      'The membership that opened this place ended before its day, and the normal price was not paid in time. So we’ve released it:',
    stays: (names: string | null, places: number): string => {
      if (names === null) return places === 1 ? 'Your other place stays booked.' : 'Your other places stay booked.'
      return places === 1 ? `${names}’s place stays booked.` : `The places of ${names} stay booked.`
    },
    staysOf: (who: string) => `${who}’s other bookings stay as they are.`,
    automatic: (amount: string, to: string) =>
      `${amount} goes back to ${to}. It usually takes 5 to 10 days to show on your statement.`,
    byHand: (amount: string, program: string) => `You’ll get ${amount} back. ${program} will get in touch about how.`,
    request: (amount: string, program: string) =>
      `You asked for a refund of ${amount}. ${program} will review it and email you.`,
    nothing: 'Under the refund policy, nothing is refunded.',
    free: 'It was free, so there’s nothing to refund.',
    visit: {
      back: (count: number, left: number, total: number) =>
        count === 1
          ? `Your visit is back on your pass: ${left} of ${total} left.`
          : `${count} visits are back on your pass: ${left} of ${total} left.`,
      used: (count: number, left: number, total: number) =>
        count === 1
          ? `You cancelled late, so your visit stays used: ${left} of ${total} left.`
          : `You cancelled late, so ${count} visits stay used: ${left} of ${total} left.`,
      expired: (count: number): string =>
        count === 1
          ? 'Your visit came back, but your pass has expired.'
          : 'Your visits came back, but your pass has expired.',
      unlimited: 'Your pass covers as many visits as you like, so there’s nothing to refund.',
    },
    unpaid: 'You hadn’t paid for this yet, so there’s nothing to pay and nothing to refund.',
  },
  orderCancelled: {
    subject: (what: string) => `Cancelled: ${what}`,
    heading: 'Your order is cancelled',
    lead: (places: number): string => (places === 1 ? 'We’ve released this place:' : 'We’ve released these places:'),
    byStaff: (program: string, places: number): string =>
      places === 1 ? `${program} cancelled this place:` : `${program} cancelled these places:`,
    lateSubject: (what: string) => `Your payment came too late: ${what}`,
    lateHeading: 'Your payment came too late',
    lateLead:
      'Your bank confirmed the payment after the time for these places had run out, and someone else has them now:',
    lateLeadByHand: (program: string) =>
      `${program} received your money after the time for these places had run out, and someone else has them now:`,
    lateMoneyByHand: (amount: string, program: string) =>
      `We’re sorry. You’ll get everything back: ${program} will get in touch about how you get ${amount}.`,
    lateMoney: (amount: string, to: string) =>
      `We’re sorry. You’ll get everything back: ${amount} goes to ${to}, and you don’t need to do anything. It usually takes 5 to 10 days to show on your statement.`,
  },
  eventCancelled: {
    subject: (what: string, program: string) => `Cancelled by ${program}: ${what}`,
    heading: 'This event is cancelled',
    lead: (program: string, what: string) => `We’re sorry: ${program} has cancelled ${what}.`,
    unpaid: 'You hadn’t paid for this order yet. It’s closed, and there’s nothing left to pay.',
  },
  eventChanged: {
    time: {
      subject: (what: string, program: string) => `New time: ${what} (${program})`,
      heading: 'New time',
    },
    place: {
      subject: (what: string, program: string) => `New place: ${what} (${program})`,
      heading: 'New place',
    },
    both: {
      subject: (what: string, program: string) => `New time and place: ${what} (${program})`,
      heading: 'New time and place',
    },
    lead: (program: string, what: string) => `${program} has moved ${what}. Now it’s:`,
    before: (was: string) => `Before: ${was}.`,
    stay: (places: number) =>
      `You don’t need to do anything: your ${places === 1 ? 'place is' : 'places are'} kept. If the change doesn’t suit you, reply to this email; the order page shows your refund if you cancel.`,
    calendar: 'Open the calendar file to update your calendar.',
  },
  moved: {
    subject: (what: string, when: string) => `New time: ${what}, ${when}`,
    heading: 'Your new time is booked',
    lead: 'Your booking is now:',
    place: {
      subject: (what: string, when: string) => `Moved: ${what}, now ${when}`,
      heading: 'Your place has moved',
      lead: 'The booking is now:',
      byStaff: (program: string) => `${program} moved this place. The booking is now:`,
      returned: (amount: string) => `You get ${amount} back. Your bank takes 5 to 10 days.`,
      paid: (amount: string) => `You paid the difference of ${amount}.`,
    },
  },
  changes: {
    subject: (count: number, what: string) => `${count} changes to your booking: ${what}`,
    heading: (count: number) => `${count} changes to your booking`,
  },
  returned: {
    subject: (amount: string, program: string) => `Your payment of ${amount} to ${program} is on its way back`,
    heading: 'Your payment is on its way back',
    cancelled: (amount: string, program: string) =>
      `Your payment of ${amount} to ${program} arrived after this order was cancelled. We’re refunding all of it to the card you paid with.`,
    notDue: (amount: string, program: string) =>
      `Your payment of ${amount} to ${program} arrived when nothing was due for this order. We’re refunding all of it to the card you paid with.`,
    next: 'You don’t need to do anything. Your bank shows it in 5 to 10 days.',
  },
  refundFailed: {
    subject: (amount: string) => `We couldn’t refund ${amount} yet`,
    heading: 'Your refund didn’t go through',
    lead: (amount: string, program: string) =>
      `Your bank didn’t accept ${amount} back on the card you paid with. ${program} knows and will arrange another way with you.`,
    disputed: (amount: string, program: string) =>
      `You disputed this payment with your bank, so the bank is giving you the ${amount} back. ${program} doesn’t return it a second time.`,
  },
  confirmation: {
    subject: (amount: string, program: string) => `Confirm your payment of ${amount} to ${program}`,
    heading: 'Your bank asks you to confirm a payment',
    lead: (program: string, amount: string, card: string, what: string) =>
      `${program} tried to charge ${amount} to ${card} for ${what}. Your bank wants you to confirm it first. Nothing was charged.`,
    open: 'Confirm with your bank',
    next: 'It takes a minute, and you don’t need to log in. If you didn’t expect this payment, reply to this email before you confirm.',
  },
  reminder: {
    subject: (what: string, when: string) => `${what}: ${when}`,
    heading: { inOneDay: 'See you soon', inTwoHours: 'It starts soon' },
    lead: (what: string, program: string) => `${program} expects you at ${what}.`,
    bring: (what: string) => `What to bring: ${what}`,
    join: 'Join online',
    joinAs: (who: string) => `Join online: ${who}`,
    joinFrom: 'You can join from half an hour before it starts, even if you’re late.',
  },
  waiverPending: {
    subject: (what: string) => `Please accept the waiver for ${what}`,
    heading: 'A waiver is waiting for you',
    lead: (program: string, what: string, when: string) =>
      `${program} asks you to read and accept its waiver before ${what} starts (${when}). It takes two minutes.`,
    open: 'Read and accept',
  },
}
export type OrderMailWords = typeof en

const fr: OrderMailWords = {
  because: (program) => `Vous recevez ce courriel en raison de votre commande chez ${program}.`,
  showOrder: 'Voir votre commande',
  addToCalendar: 'Ajouter à votre calendrier',
  online: 'En ligne',
  familyCalendar: 'Réservations de la famille',
  lines: {
    discount: 'Rabais',
    fee: 'Frais de réservation',
    includedFee: 'Frais de réservation (dans le prix)',
    tax: (name, percent) => `${name} ${percent}\u00a0%`,
    included: (name, percent) => `${name} ${percent}\u00a0% (dans le prix)`,
    total: 'Total',
    paid: 'Payé au total',
    paidSoFar: (total) => `Payé jusqu’ici, sur ${total}`,
    due: 'À payer au total',
    refund: 'Remboursement',
    afterRefund: 'Payé après le remboursement',
  },
  paid: {
    subject: (what, receipt) => `Confirmé\u00a0: ${what} (reçu ${receipt})`,
    heading: 'C’est réservé',
    seeYou: (day, names) => `À bientôt le ${day}, ${names}`,
    taxNumber: (number) => `Numéro de taxe ${number}`,
    lead: (name, program, places) =>
      `${name === null ? 'Merci' : `Merci, ${name}`}. ${places === 1 ? `Votre place chez ${program} est réservée` : `Vos places chez ${program} sont réservées`}.`,
    waiver: (names) =>
      names === null ? 'Il reste une décharge à signer.' : `Il reste à signer la décharge pour ${names}.`,
    sign: 'Signer la décharge',
    readWaiver: 'Lire la décharge que vous avez signée',
    forWhom: (option, names) => `${option}, pour ${names}`,
    places: (option, count) => (count === 1 ? option : `${option}, ${count} places`),
    facts: { when: 'Quand', where: 'Où', bring: 'À apporter', cancel: 'Remboursement' },
    openMap: 'Ouvrir la carte',
    pickUp: (text) =>
      text === null ? 'Des questions sur la remise? Répondez à ce courriel.' : `Où le prendre\u00a0: ${text}`,
    message: 'Nous écrire au sujet de la commande',
    noRefund: 'Aucune somme n’est remboursée.',
    preview: (start, where, receipt, amount) =>
      `${start}${where === null ? '' : `, ${where}`}. Reçu ${receipt}, ${amount}.`,
    debtSubject: (amount, receipt) => `Nous avons reçu vos ${amount} (reçu ${receipt})`,
    storeHeading: 'Merci de votre commande',
    storeLead: (name: string | null, program: string) =>
      `${name === null ? 'Merci' : `Merci, ${name}`}. Voici ce que vous avez acheté chez ${program}.`,
    debtHeading: 'Payé, merci',
    debtLead: (program, amount) => `Vous avez payé à ${program} les ${amount} que vous deviez.`,
    move: {
      subject: (what, receipt) => `Payé\u00a0: votre changement pour ${what} (reçu ${receipt})`,
      heading: 'Votre changement est payé',
      lead: (amount) => `Vous avez payé la différence de ${amount}. Voici votre réservation\u00a0:`,
    },
    debt: 'Solde à payer',
    receipt: (receipt) => `Reçu ${receipt}`,
    byCard: (card) => `Payé par ${card}.`,
    byHand: 'Payé. Merci.',
    free: 'Il n’y a rien à payer.',
  },
  card: (brand, last4) => `${brand} se terminant par ${last4}`,
  anyCard: 'votre carte',
  offline: {
    subject: (day, places) =>
      places === 1 ? `Votre place est gardée jusqu’au ${day}` : `Vos places sont gardées jusqu’au ${day}`,
    heading: (places) => (places === 1 ? 'Votre place est gardée' : 'Vos places sont gardées'),
    lead: ({ amount, program, until, places }) =>
      `Veuillez payer ${amount} à ${program} au plus tard le ${until}. D’ici là, ${places === 1 ? 'cette place est' : 'ces places sont'} à vous\u00a0:`,
    how: (program) => `Répondez à ce courriel pour demander à ${program} comment payer.`,
    byCard: 'Vous pouvez aussi payer par carte sur la page de votre commande.',
  },
  expired: {
    subject: (what) => `Non payé à temps\u00a0: ${what}`,
    heading: 'Votre commande a expiré',
    lead: (program, places) =>
      `Le délai pour payer ${program} est écoulé; ${places === 1 ? 'cette place est de nouveau libre' : 'ces places sont de nouveau libres'}\u00a0:`,
    again: 'Vous pouvez réessayer sur la page de la commande, tant qu’il reste des places.',
  },
  cancelled: {
    subject: (who, what) => `Annulé\u00a0: ${who === null ? what : `${who}, ${what}`}`,
    heading: (who) => (who === null ? 'Votre place est annulée' : `La place de ${who} est annulée`),
    lead: 'Cette place est de nouveau libre\u00a0:',
    byStaff: (program) => `${program} a annulé cette place\u00a0:`,
    inCash: (amount, program) => `${program} vous a remboursé ${amount} en argent comptant.`,
    afterMembership:
      'L’abonnement qui ouvrait cette place a pris fin avant sa date, et le prix normal n’a pas été payé à temps. La place est donc de nouveau libre\u00a0:',
    stays: (names, places) => {
      if (names === null)
        return places === 1 ? 'Votre autre place reste réservée.' : 'Vos autres places restent réservées.'
      return places === 1 ? `La place de ${names} reste réservée.` : `Les places de ${names} restent réservées.`
    },
    staysOf: (who) => `Les autres réservations de ${who} ne changent pas.`,
    automatic: (amount, to) =>
      `${amount} vous sont remboursés sur ${to}. Les banques prennent de 5 à 10 jours pour l’afficher.`,
    byHand: (amount, program) => `${amount} vous sont remboursés. ${program} vous écrira pour dire comment.`,
    request: (amount, program) =>
      `Vous avez demandé un remboursement de ${amount}. ${program} étudiera la demande et vous écrira.`,
    nothing: 'Selon la politique de remboursement, rien n’est remboursé.',
    free: 'Il n’y avait rien à payer; rien n’est remboursé.',
    visit: {
      back: (count, left, total) =>
        count === 1
          ? `Votre visite est de retour sur votre forfait\u00a0: il en reste ${left} sur ${total}.`
          : `${count} visites sont de retour sur votre forfait\u00a0: il en reste ${left} sur ${total}.`,
      used: (count, left, total) =>
        count === 1
          ? `L’annulation est tardive\u00a0: votre visite reste utilisée. Il en reste ${left} sur ${total}.`
          : `L’annulation est tardive\u00a0: ${count} visites restent utilisées. Il en reste ${left} sur ${total}.`,
      expired: (count) =>
        count === 1
          ? 'Votre visite est de retour, mais votre forfait a expiré.'
          : 'Vos visites sont de retour, mais votre forfait a expiré.',
      unlimited: 'Votre forfait couvre autant de visites que vous voulez\u00a0: il n’y a rien à rembourser.',
    },
    unpaid: 'Rien n’avait encore été payé\u00a0: il n’y a rien à payer ni à rembourser.',
  },
  orderCancelled: {
    subject: (what) => `Annulé\u00a0: ${what}`,
    heading: 'Votre commande est annulée',
    lead: (places) =>
      places === 1 ? 'Cette place est de nouveau libre\u00a0:' : 'Ces places sont de nouveau libres\u00a0:',
    byStaff: (program, places) =>
      places === 1 ? `${program} a annulé cette place\u00a0:` : `${program} a annulé ces places\u00a0:`,
    lateSubject: (what) => `Votre paiement est arrivé trop tard\u00a0: ${what}`,
    lateHeading: 'Votre paiement est arrivé trop tard',
    lateLead:
      'Votre banque a confirmé le paiement après la fin du temps prévu, et quelqu’un d’autre a maintenant ces places\u00a0:',
    lateLeadByHand: (program) =>
      `${program} a reçu votre argent après la fin du temps prévu, et quelqu’un d’autre a maintenant ces places\u00a0:`,
    lateMoneyByHand: (amount, program) =>
      `Nous sommes désolés. Tout vous est rendu\u00a0: ${program} vous écrira pour convenir de la façon de vous rendre ${amount}.`,
    lateMoney: (amount, to) =>
      `Nous sommes désolés. Tout vous est rendu\u00a0: ${amount} retournent sur ${to} sans que vous ayez à agir. Les banques prennent de 5 à 10 jours pour l’afficher.`,
  },
  eventCancelled: {
    subject: (what, program) => `${what} n’aura pas lieu (${program})`,
    heading: 'Cette activité n’aura pas lieu',
    lead: (program, what) => `Nous sommes désolés\u00a0: ${program} a annulé ${what}.`,
    unpaid: 'Votre commande n’était pas encore payée. Elle est terminée, et plus rien n’est dû.',
  },
  eventChanged: {
    time: {
      subject: (what, program) => `Nouvel horaire\u00a0: ${what} (${program})`,
      heading: 'Il y a un nouvel horaire',
    },
    place: {
      subject: (what, program) => `Nouveau lieu\u00a0: ${what} (${program})`,
      heading: 'Il y a un nouveau lieu',
    },
    both: {
      subject: (what, program) => `Nouvel horaire et nouveau lieu\u00a0: ${what} (${program})`,
      heading: 'Il y a un nouvel horaire et un nouveau lieu',
    },
    lead: (program, what) => `${program} a déplacé ${what}. Voici les nouveaux détails\u00a0:`,
    before: (was) => `Avant\u00a0: ${was.replace(/^(?:Lun|Mar|Mer|Jeu|Ven|Sam|Dim)\b/, (day) => day.toLowerCase())}.`,
    stay: (places) =>
      `Vous n’avez rien à faire\u00a0: ${places === 1 ? 'votre place est gardée' : 'vos places sont gardées'}. Si le changement ne vous convient pas, répondez à ce courriel; la page de la commande dit ce qui est remboursé si vous annulez.`,
    calendar: 'Le fichier d’agenda met votre agenda à jour.',
  },
  moved: {
    subject: (what, when) => `Nouvelle heure\u00a0: ${what}, ${uncapitalise(when)}`,
    heading: 'Votre nouvelle heure est réservée',
    lead: 'Vous avez choisi une autre heure. Voici les nouveaux détails\u00a0:',
    place: {
      subject: (what, when) => `Déplacé\u00a0: ${what}, maintenant ${uncapitalise(when)}`,
      heading: 'Votre place a été déplacée',
      lead: 'Vous avez déplacé une place. Voici les nouveaux détails\u00a0:',
      byStaff: (program) => `${program} a déplacé cette place. Voici les nouveaux détails\u00a0:`,
      returned: (amount) => `On vous rend ${amount}. Votre banque prend de 5 à 10 jours.`,
      paid: (amount) => `Vous avez payé la différence de ${amount}.`,
    },
  },
  changes: {
    subject: (count, what) => `${count} changements à votre réservation\u00a0: ${what}`,
    heading: (count) => `${count} changements à votre réservation`,
  },
  returned: {
    subject: (amount, program) => `Votre paiement de ${amount} à ${program} vous est rendu`,
    heading: 'Votre paiement vous est rendu',
    cancelled: (amount, program) =>
      `Votre paiement de ${amount} à ${program} est arrivé après l’annulation de cette commande. Nous le remboursons en entier sur la carte utilisée.`,
    notDue: (amount, program) =>
      `Votre paiement de ${amount} à ${program} est arrivé alors que rien n’était dû pour cette commande. Nous le remboursons en entier sur la carte utilisée.`,
    next: 'Vous n’avez rien à faire. Votre banque l’affiche dans 5 à 10 jours.',
  },
  refundFailed: {
    subject: (amount) => `Nous n’avons pas encore pu rembourser ${amount}`,
    heading: 'Votre remboursement n’a pas fonctionné',
    lead: (amount, program) =>
      `Votre banque n’a pas repris ${amount} sur la carte utilisée. ${program} le sait et trouvera un autre moyen avec vous.`,
    disputed: (amount, program) =>
      `Vous avez contesté ce paiement auprès de votre banque\u00a0: c’est elle qui vous rend les ${amount}. ${program} ne les rembourse pas une deuxième fois.`,
  },
  confirmation: {
    subject: (amount, program) => `Confirmez votre paiement de ${amount} à ${program}`,
    heading: 'Votre banque vous demande de confirmer un paiement',
    lead: (program, amount, card, what) =>
      `${program} a voulu prélever ${amount} sur ${card} pour ${what}. Votre banque veut d’abord votre accord. Rien n’a été prélevé.`,
    open: 'Confirmer avec votre banque',
    next: 'Cela prend une minute, sans connexion à votre compte. Si vous n’attendiez pas ce paiement, répondez à ce courriel avant de confirmer.',
  },
  reminder: {
    subject: (what, when) => `${what}\u00a0: ${uncapitalise(when)}`,
    heading: { inOneDay: 'À bientôt', inTwoHours: 'Ça commence bientôt' },
    lead: (what, program) => `${program} vous attend\u00a0: ${what}.`,
    bring: (what) => `Quoi apporter\u00a0: ${what}`,
    join: 'Rejoindre en ligne',
    joinAs: (who) => `Rejoindre en ligne\u00a0: ${who}`,
    joinFrom: 'Vous pouvez entrer dès une demi-heure avant le début, même en retard.',
  },
  waiverPending: {
    subject: (what) => `Décharge à accepter pour ${what}`,
    heading: 'Une décharge vous attend',
    lead: (program, what, when) =>
      `${program} vous demande de lire et d’accepter sa décharge avant le début de ${what} (${uncapitalise(when)}). Cela prend deux minutes.`,
    open: 'Lire et accepter',
  },
}

export const orderMailWords: Record<Language, OrderMailWords> = { en, fr }
