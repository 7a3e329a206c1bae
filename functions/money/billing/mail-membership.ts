import { formatDate } from '../../contract/date-format.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import {
  accountButton,
  cardsLink,
  dayOf,
  endButton,
  facts,
  frame,
  inMoney,
  loadMembershipMail,
  type MembershipMail,
  paragraph,
  payParts,
  sampleMembershipMail,
  words,
} from './membership-mail.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'

/**
 * Tells the customer that a period could not be charged, when it is retried, and where to pay. Not sent once the period
 * is paid.
 */
export const membershipPaymentFailedMail = mailTemplate<MembershipMail>({
  load: async (ctx, { ref }) => {
    const mail = await loadMembershipMail(ctx, ref)
    return membershipStates.chargeFailed.has(mail?.row.status) ? mail : null
  },
  compose: (mail, site) => {
    const { failed } = words(mail)
    const { status, is_usable, next_step_at } = mail.row
    const amount = inMoney(mail, mail.open?.amount ?? mail.charged.next)
    const lead = mail.hasCard ? failed.lead : mail.isCardRefused ? failed.refusedCard : failed.noCard
    const next =
      status === 'past_due' && next_step_at !== null
        ? (is_usable ? failed.next : failed.closed)(formatDate(next_step_at, mail))
        : failed.stopped
    return {
      ...frame(mail),
      subject: failed.subject(mail.name),
      heading: failed.heading,
      parts: [
        paragraph(lead(mail.name, amount, mail.branding.name)),
        paragraph(next),
        ...payParts(mail, site),
        facts(mail),
      ],
    }
  },
  sample: (language) => sampleMembershipMail(language, { status: 'past_due' }),
})

/**
 * Tells the customer, three days before, that a trial ends and what it then costs. Not sent if the membership was
 * cancelled.
 */
export const membershipTrialEndingMail = mailTemplate<MembershipMail>({
  load: async (ctx, { ref }) => {
    const mail = await loadMembershipMail(ctx, ref)
    return mail?.row.status === 'trialing' && !mail.row.cancel_at_period_end ? mail : null
  },
  compose: (mail, site) => {
    const { trial } = words(mail)
    const day = dayOf(mail, mail.row.trial_end_on)
    return {
      ...frame(mail),
      subject: trial.subject(mail.name, day),
      heading: trial.heading,
      parts: [
        paragraph((mail.hasCard ? trial.lead : trial.noCard)(mail.name, day, inMoney(mail, mail.charged.next))),
        ...(mail.renews ? [paragraph(trial.after(inMoney(mail, mail.charged.price)))] : []),
        paragraph(trial.stop),
        accountButton(mail, site),
        facts(mail),
      ],
    }
  },
  sample: (language) => sampleMembershipMail(language, { status: 'trialing' }),
})

/**
 * Tells the customer that a membership renews: the day, the amount, and where to end it. Not sent if the membership
 * does not renew on that day, or if the customer was told another amount in the meantime.
 */
export const membershipRenewingMail = mailTemplate<MembershipMail>({
  load: async (ctx, { ref, body }) => {
    const { day, amount } = body as DomainEvents['membership.renewing']
    const mail = await loadMembershipMail(ctx, ref)
    const isTold = mail?.row.renewal_told_for === day && mail.row.renewal_told_amount === amount
    return mail && isTold && mail.renewsOn === day ? mail : null
  },
  compose: (mail, site) => {
    const { renewing } = words(mail)
    const day = dayOf(mail, mail.row.renewal_told_for)
    const amount = inMoney(mail, mail.row.renewal_told_amount ?? 0)
    return {
      ...frame(mail),
      subject: renewing.subject(mail.name, day),
      heading: renewing.heading,
      parts: [
        paragraph((mail.hasCard ? renewing.lead : renewing.noCard)(mail.name, day, amount)),
        paragraph(renewing.stop(day)),
        endButton(mail, site),
        ...(mail.hasCard ? [] : [cardsLink(mail, site)]),
        facts(mail, [
          { label: renewing.day, value: day },
          { label: renewing.amount, value: amount },
        ]),
      ],
    }
  },
  sample: (language) => sampleMembershipMail(language, { cancel_at_period_end: false }),
})

/** Announces a new price and its first day. Not sent if the price was withdrawn. */
export const membershipPriceChangedMail = mailTemplate<MembershipMail & { next: number }>({
  load: async (ctx, { ref, body }) => {
    const { cost } = body as DomainEvents['membership.price_changed']
    const mail = await loadMembershipMail(ctx, ref)
    return mail && mail.row.next_cost === cost && mail.row.ended_at === null && mail.charged.announced !== null
      ? { ...mail, next: mail.charged.announced }
      : null
  },
  compose: (mail, site) => {
    const { price_changed } = words(mail)
    const day = dayOf(mail, mail.row.next_cost_on)
    return {
      ...frame(mail),
      subject: price_changed.subject(mail.name),
      heading: price_changed.heading,
      parts: [
        paragraph(price_changed.lead(mail.name, inMoney(mail, mail.charged.price), inMoney(mail, mail.next), day)),
        paragraph(price_changed.stop),
        accountButton(mail, site),
      ],
    }
  },
  sample: (language) => ({
    ...sampleMembershipMail(language, { next_cost: 4900, next_cost_on: '2027-09-01' }),
    next: 5537,
  }),
})

/** Tells the customer that a membership ends with its period, because it was cancelled or had a fixed term. */
export const membershipEndingMail = mailTemplate<MembershipMail>({
  load: async (ctx, { ref }) => {
    const mail = await loadMembershipMail(ctx, ref)
    return mail && mail.row.ended_at === null && mail.row.period_end_on !== null ? mail : null
  },
  compose: (mail, site) => {
    const { ending } = words(mail)
    const day = dayOf(mail, mail.row.period_end_on)
    return {
      ...frame(mail),
      subject: ending.subject(mail.name, day),
      heading: mail.row.cancel_at_period_end ? ending.cancelledHeading(day) : ending.heading,
      parts: [
        paragraph((mail.row.cancel_at_period_end ? ending.cancelled : ending.over)(mail.name, day)),
        accountButton(mail, site),
        facts(mail),
      ],
    }
  },
  sample: (language) => sampleMembershipMail(language),
})

/** Tells the customer that a membership has ended, with its refund, or that it is closed until it is paid. */
export const membershipEndedMail = mailTemplate<MembershipMail & { returned: number }>({
  load: async (ctx, { ref, body }) => {
    const { returned = 0 } = body as DomainEvents['membership.ended']
    const mail = await loadMembershipMail(ctx, ref)
    return mail && (mail.row.ended_at !== null || mail.row.status === 'unpaid') ? { ...mail, returned } : null
  },
  compose: (mail, site) => {
    const { ended, unpaid } = words(mail)
    if (mail.row.status === 'unpaid')
      return {
        ...frame(mail),
        subject: unpaid.subject(mail.name),
        heading: unpaid.heading,
        parts: [
          paragraph(unpaid.lead(mail.name, inMoney(mail, mail.open?.amount ?? mail.charged.next))),
          ...payParts(mail, site),
          facts(mail),
        ],
      }
    return {
      ...frame(mail),
      subject: ended.subject(mail.name),
      heading: ended.heading,
      parts: [
        paragraph(ended.lead(mail.name)),
        ...(mail.returned > 0 ? [paragraph(ended.returned(inMoney(mail, mail.returned)))] : []),
        accountButton(mail, site),
      ],
    }
  },
  sample: (language) => ({ ...sampleMembershipMail(language, { status: 'cancelled', ended_at: 1 }), returned: 2250 }),
})
