import type { Language } from '../field-rules.ts'

/**
 * The line above the quoted text in every mail of a conversation. In a reply, the text below this line is not a new
 * message.
 */
const replyAbove = { en: 'Write your reply above this line', fr: 'Écrivez votre réponse au-dessus de cette ligne' }

const en = {
  general: 'General question',
  membership: 'My membership',
  order: (receipt: string | null) => (receipt ? `Order ${receipt}` : 'My order'),
  replyAbove: replyAbove.en,
  mail: {
    from: 'From',
    heading: (name: string, count: number) => (count === 1 ? `${name} wrote to you` : `${count} messages from ${name}`),
    about: 'About',
    files: (name: string) => `Open ${name}`,
    filesLeft: (names: readonly string[], count: number) =>
      `${count === 1 ? '1 file was not taken over' : `${count} files were not taken over`}${names.length > 0 ? `: ${names.join(', ')}` : ''}`,
    filesFor: 'Links to files work for 14 days.',
    toProgram: {
      subject: (name: string, subject: string) => `${name}: ${subject}`,
      reply: (name: string) =>
        `Reply to this email and ${name} gets your answer, with the files you attach (JPG, PNG, WebP or PDF).`,
      open: 'Or answer on the page',
      because: 'You’re getting this email because you run this program.',
    },
    toCustomer: {
      subject: (subject: string, program: string) => `Message from ${program}: ${subject}`,
      open: 'Read and answer',
      files: (count: number) => (count === 1 ? '1 file came with it' : `${count} files came with it`),
      reply: 'You can also reply to this email, and attach files (JPG, PNG, WebP or PDF).',
      /** The texts of a mail to an address that was never confirmed. */
      notice: {
        subject: (program: string) => `You have a message from ${program}`,
        heading: 'You have a message',
        logIn: 'Log in to read it.',
      },
      because: 'We send this email when an organisation answers you or writes about your booking.',
    },
    refused: {
      subject: (subject: string) => `Your reply wasn’t delivered: ${subject}`,
      heading: 'Your reply wasn’t delivered',
      reasons: {
        sender:
          'It came from an address we don’t know for this conversation. Send it again from the address that got our email.',
        empty: 'We found no text in it. Write your reply above the quoted email, as text.',
        too_long: 'It’s too long. Send at most 20,000 characters.',
        expired: 'It answers an email that’s more than 180 days old. Reply to a newer one of this conversation.',
        unverified:
          'We couldn’t confirm that it came from you. Ask the people who run your email to set up SPF and DKIM.',
        too_large: 'It’s too large. Send it again without large attachments.',
        too_many: 'There have been too many messages in this conversation today. Try again tomorrow.',
      },
      onPage: 'Or answer on the page.',
      open: 'Open the conversation',
      because: 'We send this once, because a reply came in from this address.',
    },
  },
}

const fr: typeof en = {
  general: 'Question générale',
  membership: 'Mon abonnement',
  order: (receipt) => (receipt ? `Commande ${receipt}` : 'Ma commande'),
  replyAbove: replyAbove.fr,
  mail: {
    from: 'De',
    heading: (name, count) => (count === 1 ? `${name} vous a écrit` : `${count} messages de ${name}`),
    about: 'Sujet',
    files: (name) => `Ouvrir ${name}`,
    filesLeft: (names, count) =>
      `${count === 1 ? '1 fichier n’a pas été repris' : `${count} fichiers n’ont pas été repris`}${names.length > 0 ? `\u00a0: ${names.join(', ')}` : ''}`,
    filesFor: 'Les liens vers les fichiers fonctionnent pendant 14 jours.',
    toProgram: {
      subject: (name, subject) => `${name}\u00a0: ${subject}`,
      reply: (name) =>
        `Répondez à ce courriel et ${name} recevra votre réponse, avec les fichiers que vous joignez (JPG, PNG, WebP ou PDF).`,
      open: 'Ou répondez sur la page',
      because: 'Vous recevez ce courriel parce que vous gérez ce programme.',
    },
    toCustomer: {
      subject: (subject, program) => `Message de ${program}\u00a0: ${subject}`,
      open: 'Lire et répondre',
      files: (count) => (count === 1 ? '1 fichier y est joint' : `${count} fichiers y sont joints`),
      reply: 'Vous pouvez aussi répondre à ce courriel et y joindre des fichiers (JPG, PNG, WebP ou PDF).',
      notice: {
        subject: (program) => `Vous avez un message de ${program}`,
        heading: 'Vous avez un message',
        logIn: 'Connectez-vous pour le lire.',
      },
      because:
        'Nous envoyons ce courriel quand une organisation vous répond ou vous écrit au sujet de votre réservation.',
    },
    refused: {
      subject: (subject) => `Votre réponse n’a pas été transmise\u00a0: ${subject}`,
      heading: 'Votre réponse n’a pas été transmise',
      reasons: {
        sender:
          'Elle vient d’une adresse que nous ne connaissons pas pour cette conversation. Renvoyez-la de l’adresse qui a reçu notre courriel.',
        empty:
          'Nous n’y avons trouvé aucun texte. Écrivez votre réponse au-dessus du courriel cité, sous forme de texte.',
        too_long: 'Elle est trop longue. Envoyez au plus 20 000 caractères.',
        expired:
          'Elle répond à un courriel qui date de plus de 180 jours. Répondez à un courriel plus récent de cette conversation.',
        unverified:
          'Nous n’avons pas pu confirmer qu’elle vient de vous. Demandez à la personne qui s’occupe de vos courriels de configurer SPF et DKIM.',
        too_large: 'Elle est trop volumineuse. Renvoyez-la sans pièces jointes lourdes.',
        too_many: 'Il y a eu trop de messages dans cette conversation aujourd’hui. Réessayez demain.',
      },
      onPage: 'Ou répondez sur la page.',
      open: 'Ouvrir la conversation',
      because: 'Nous envoyons ce courriel une seule fois, parce qu’une réponse est venue de cette adresse.',
    },
  },
}

/** Texts of conversations in mails, and the default subject of a conversation. */
export const messageWords: Record<Language, typeof en> = { en, fr }
/** The line above the quoted text, in every language. */
export const replyLines: readonly string[] = Object.values(replyAbove)
/** Reasons for refusing a reply by mail. */
export type ReplyRefusal = keyof typeof en.mail.refused.reasons
