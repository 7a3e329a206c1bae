import type { Ctx } from '../../platform/context.ts'
import { type Delivery, mailTemplate } from '../../delivery/mail/mail-template.ts'
import {
  frameOf,
  loadWaitlistMail,
  pageOf,
  paragraph,
  rowsOf,
  sampleOf,
  untilOf,
  type WaitlistMail,
  whoOf,
  wordsOf,
} from './waitlist-mail.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** Tells that someone is on the list, with everyone who joined together. Not sent once they left. */
export const waitlistJoinedMail = mailTemplate<WaitlistMail>({
  load: async (ctx, delivery) => loadWaitlistMail(ctx, delivery, { statuses: registrationStates.waiting.statuses }),
  compose: (mail, site) => {
    const { joined, interested } = wordsOf(mail)
    const subject = (mail.isInterest ? interested : joined).subject(mail.title)
    return {
      ...frameOf(mail),
      subject,
      heading: subject,
      parts: [
        paragraph((mail.isInterest ? interested : joined).lead(whoOf(mail))),
        ...(mail.position === null ? [] : [paragraph(joined.position(mail.position))]),
        rowsOf(mail),
        { type: 'button', label: joined.show, url: pageOf(mail, site, '/profile/schedule') },
      ],
    }
  },
  sample: (language) => sampleOf(language, { position: 5, offer: null }),
})

const openOffer = async (ctx: Ctx, delivery: Delivery): Promise<WaitlistMail | null> => {
  const mail = await loadWaitlistMail(ctx, delivery, { statuses: ['offered'] })
  return mail?.offer && mail.offer.until >= ctx.now ? mail : null
}

/** Offers the places of an entry, with the page that takes or declines them. Opening it changes nothing. */
export const waitlistOfferMail = mailTemplate<WaitlistMail>({
  load: openOffer,
  compose: (mail, site) => {
    const { offer } = wordsOf(mail)
    return {
      ...frameOf(mail),
      subject: offer.subject(whoOf(mail), mail.title),
      heading: offer.heading(whoOf(mail)),
      parts: [
        paragraph(`${offer.until(untilOf(mail, site), mail.people.length)} ${offer.paid}`),
        rowsOf(mail),
        { type: 'button', label: offer.open, url: mail.offer?.url ?? '' },
        paragraph(offer.opening),
      ],
    }
  },
  sample: (language) => sampleOf(language, {}),
})

/** Calls an offer to mind that ends soon. */
export const waitlistOfferExpiringMail = mailTemplate<WaitlistMail>({
  load: openOffer,
  compose: (mail, site) => {
    const { expiring, offer } = wordsOf(mail)
    return {
      ...frameOf(mail),
      subject: expiring.subject(mail.title, untilOf(mail, site)),
      heading: expiring.heading,
      parts: [
        paragraph(expiring.lead(untilOf(mail, site))),
        rowsOf(mail),
        { type: 'button', label: offer.open, url: mail.offer?.url ?? '' },
      ],
    }
  },
  sample: (language) => sampleOf(language, {}),
})

/** Tells that an offer has ended, and that nothing was charged. */
export const waitlistOfferExpiredMail = mailTemplate<WaitlistMail>({
  load: async (ctx, delivery) => loadWaitlistMail(ctx, delivery, { statuses: ['expired'] }),
  compose: (mail, site) => {
    const { expired } = wordsOf(mail)
    return {
      ...frameOf(mail),
      subject: expired.subject(mail.title),
      heading: expired.heading,
      parts: [
        paragraph(expired.lead),
        rowsOf(mail),
        { type: 'button', label: expired.again, url: pageOf(mail, site, `/evt/${encodeURIComponent(mail.eventId)}`) },
      ],
    }
  },
  sample: (language) => sampleOf(language, { offer: null }),
})

/** Tells the organisation of a family that is passed over again and again; it names no one. */
export const waitlistSkippedMail = mailTemplate<WaitlistMail>({
  load: async (ctx, delivery) =>
    loadWaitlistMail(ctx, delivery, { statuses: registrationStates.waiting.statuses, isToOperator: true }),
  compose: (mail) => {
    const { skipped } = wordsOf(mail)
    return {
      ...frameOf(mail),
      because: skipped.because,
      subject: skipped.subject(mail.title),
      heading: skipped.heading,
      parts: [paragraph(skipped.lead(mail.people.length, mail.skips)), rowsOf(mail), paragraph(skipped.hint)],
    }
  },
  sample: (language) => ({
    ...sampleOf(language, { offer: null, skips: 3 }),
    people: sampleOf(language, {}).people.map((person) => ({ ...person, name: null })),
  }),
})
