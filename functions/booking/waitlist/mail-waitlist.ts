import { displayMoney } from '../../contract/display-money.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Delivery, mailTemplate } from '../../delivery/mail/mail-template.ts'
import {
  frameOf,
  loadWaitlistMail,
  offerButtons,
  pageOf,
  paragraph,
  rowsOf,
  sampleOf,
  offerEndOf,
  type WaitlistMail,
  peopleOf,
  textsOf,
} from './waitlist-mail.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** Confirms that people are on the waitlist, one mail for all who joined together. Not sent after they left. */
export const waitlistJoinedMail = mailTemplate<WaitlistMail>({
  load: async (ctx, delivery) => loadWaitlistMail(ctx, delivery, { statuses: registrationStates.waiting.statuses }),
  compose: (mail, site) => {
    const { joined, interested } = textsOf(mail)
    const subject = (mail.isInterest ? interested : joined).subject(mail.title)
    return {
      ...frameOf(mail),
      subject,
      heading: subject,
      parts: [
        paragraph((mail.isInterest ? interested : joined).lead(peopleOf(mail))),
        ...(mail.position === null ? [] : [paragraph(joined.position(mail.position))]),
        rowsOf(mail),
        { type: 'button', label: joined.show, url: pageOf(mail, site, '/profile/schedule') },
      ],
    }
  },
  sample: (language) => sampleOf(language, { position: 5, offer: null }),
})

const openOffer = async (ctx: Ctx, delivery: Delivery): Promise<WaitlistMail | null> => {
  const mail = await loadWaitlistMail(ctx, delivery, { statuses: ['offered'], joinsOffers: true })
  return mail?.offer && mail.offer.until >= ctx.now ? mail : null
}

/**
 * Offers the places of an entry, with a link to the page that accepts or declines them. Opening the page changes
 * nothing.
 */
export const waitlistOfferMail = mailTemplate<WaitlistMail>({
  load: openOffer,
  compose: (mail, site) => {
    const { offer } = textsOf(mail)
    return {
      ...frameOf(mail),
      subject: offer.subject(peopleOf(mail), mail.title),
      heading: offer.heading(peopleOf(mail)),
      parts: [
        paragraph(`${offer.until(offerEndOf(mail, site), mail.people.length)} ${offer.paid}`),
        rowsOf(mail),
        ...offerButtons(mail),
        paragraph(offer.opening),
      ],
    }
  },
  sample: (language) => sampleOf(language, {}),
})

/** Reminds a customer that the offer of a place ends soon. */
export const waitlistOfferExpiringMail = mailTemplate<WaitlistMail>({
  load: openOffer,
  compose: (mail, site) => {
    const { expiring } = textsOf(mail)
    return {
      ...frameOf(mail),
      subject: expiring.subject(mail.title, offerEndOf(mail, site)),
      heading: expiring.heading,
      parts: [paragraph(expiring.lead(offerEndOf(mail, site))), rowsOf(mail), ...offerButtons(mail)],
    }
  },
  sample: (language) => sampleOf(language, {}),
})

/** Informs that an offer has ended and that nothing was charged. */
export const waitlistOfferExpiredMail = mailTemplate<WaitlistMail>({
  load: async (ctx, delivery) => loadWaitlistMail(ctx, delivery, { statuses: ['expired'], joinsOffers: true }),
  compose: (mail, site) => {
    const { expired } = textsOf(mail)
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

/**
 * Tells people once that the option they waited for is no longer sold, and which other options of the event have
 * places.
 */
export const waitlistSaleOverMail = mailTemplate<WaitlistMail>({
  load: async (ctx, delivery) => {
    const { registration_ids: registrationIds } = delivery.body as { registration_ids: string[] }
    return loadWaitlistMail(ctx, delivery, { statuses: ['cancelled'], registrationIds, listsOptions: true })
  },
  compose: (mail, site) => {
    const { saleOver } = textsOf(mail)
    const hasOthers = mail.options.length > 0
    return {
      ...frameOf(mail),
      subject: saleOver.subject(mail.title),
      heading: saleOver.heading,
      parts: [
        paragraph(saleOver.lead(peopleOf(mail))),
        rowsOf(mail),
        ...(hasOthers
          ? [
              paragraph(saleOver.others(mail.title)),
              { type: 'rows' as const, rows: mail.options.map(({ name, price }) => ({ label: name, value: price })) },
            ]
          : []),
        {
          type: 'button',
          label: hasOthers ? saleOver.see : saleOver.explore(mail.branding.name),
          url: pageOf(mail, site, hasOthers ? `/evt/${encodeURIComponent(mail.eventId)}` : ''),
        },
      ],
    }
  },
  sample: (language) =>
    sampleOf(language, {
      offer: null,
      options: [
        { name: language === 'fr' ? 'Demi-journée' : 'Half day', price: displayMoney(22_600, 'CAD', language) },
      ],
    }),
})

/** Tells people that the organisation took them off the waitlist. */
export const waitlistRemovedMail = mailTemplate<WaitlistMail>({
  load: async (ctx, delivery) => {
    const { registration_ids: registrationIds } = delivery.body as { registration_ids: string[] }
    return loadWaitlistMail(ctx, delivery, { statuses: ['cancelled'], registrationIds })
  },
  compose: (mail, site) => {
    const { removed, saleOver } = textsOf(mail)
    return {
      ...frameOf(mail),
      subject: removed.subject(mail.title),
      heading: removed.heading,
      parts: [
        paragraph(removed.lead(mail.branding.name, peopleOf(mail))),
        rowsOf(mail),
        { type: 'button', label: saleOver.explore(mail.branding.name), url: pageOf(mail, site, '') },
      ],
    }
  },
  sample: (language) => sampleOf(language, { offer: null }),
})

/** Informs the organisation that an entry was skipped several times; it contains no names. */
export const waitlistSkippedMail = mailTemplate<WaitlistMail>({
  load: async (ctx, delivery) =>
    loadWaitlistMail(ctx, delivery, { statuses: registrationStates.waiting.statuses, isToOperator: true }),
  compose: (mail) => {
    const { skipped } = textsOf(mail)
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
