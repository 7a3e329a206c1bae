import { notLookedUp } from '../../contract/people/place-line.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { Ctx } from '../../platform/context.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import { mailSender } from './senders/choose.ts'
import type { NotificationReason } from '../../contract/delivery/notification.ts'
import { isMailWanted, suppressAddress, whyStopped } from './suppression.ts'
import { composeMail, type Mail, type MailInput, type MailOrigin } from './compose-mail.ts'

/** A delivery from the outbox: the subject's id, its key, and the event's data. */
export type Delivery = { ref: string; dedupe: string; body: Record<string, unknown> }

/** The outcome of a mail: sent, or why it was not. */
export type MailOutcome = 'sent' | 'unsubscribed' | 'suppressed' | 'turned_off' | 'undeliverable'

/** The site of a mail, and the time of sending. */
export type MailSite = MailOrigin & { now: number }

/** The parts of a template. */
export type TemplateParts<Input> = {
  /** Reads the mail's data at sending; null when the mail is no longer needed. */
  load: (ctx: Ctx, delivery: Delivery) => Promise<Input | null>
  /** Builds the mail from its data: pure, without the current time or a database. */
  compose: (input: Input, site: MailSite) => Omit<MailInput, 'dedupe'>
  /** Records the mail's outcome where it is counted. A repeated delivery calls it again. */
  settle?: (ctx: Ctx, delivery: Delivery, outcome: MailOutcome) => Promise<void>
  /** Records, where it is counted, that the mail was no longer needed. */
  leaveOut?: (ctx: Ctx, delivery: Delivery) => Promise<void>
  /** The sample data for the preview. */
  sample: (language: Language) => Input
}

/** A mail template with any kind of data. */
export type MailTemplate = {
  /**
   * Sends the mail of a delivery, once per key. Ends without an error for a suppressed address or a reader who turned
   * the reason off; throws for other failures.
   */
  send: (ctx: Ctx, delivery: Delivery, reason: NotificationReason | null) => Promise<void>
  /** The mail of a delivery without sending it, or null. */
  render: (ctx: Ctx, delivery: Delivery) => Promise<Mail | null>
  /** Records that a delivery finally failed, so that its sender is told. May be called twice. */
  giveUp?: (ctx: Ctx, delivery: Delivery) => Promise<void>
  /** The mail with sample data. */
  preview: (language: Language, site: MailSite) => Mail
}

/** Builds a template from its parts. */
export function mailTemplate<Input>({ load, compose, sample, settle, leaveOut }: TemplateParts<Input>): MailTemplate {
  const render: MailTemplate['render'] = async (ctx, delivery) => {
    const input = await load(ctx, delivery)
    if (input === null) return null
    const mail = compose(input, ctx)
    // A customer whom staff added may have no email.
    return mail.to === '' ? null : composeMail(ctx, { dedupe: delivery.dedupe, ...mail })
  }
  return {
    render,
    send: async (ctx, delivery, reason) => {
      const mail = await render(ctx, delivery)
      if (!mail) return leaveOut?.(ctx, delivery)
      const stopped = await whyStopped(ctx, mail)
      if (stopped) {
        ctx.log('mail_not_sent', { reason: stopped })
        return settle?.(ctx, delivery, stopped === 'mail_suppressed' ? 'suppressed' : 'unsubscribed')
      }
      if (!(await isMailWanted(ctx, mail, reason))) {
        ctx.log('mail_left_out', { reason })
        return settle?.(ctx, delivery, 'turned_off')
      }
      try {
        await mailSender(ctx.env).send(mail, ctx.now)
      } catch (error) {
        if (!(error instanceof DeliveryFailure) || error.kind !== 'undeliverable') throw error
        ctx.log('mail_not_delivered', { reason: error.message })
        await suppressAddress(ctx, { email: mail.to, reason: 'bounced', code: error.message })
        return settle?.(ctx, delivery, 'undeliverable')
      }
      await settle?.(ctx, delivery, 'sent')
    },
    preview: (language, site) => composeMail(site, { dedupe: 'preview', ...compose(sample(language), site) }),
  }
}

type UsualWords = { subject: (program: string) => string; heading: string; because: string }

/** The common fields of a mail whose subject names its program, or the platform. */
export const usualMail = (
  { to, language, branding }: Pick<MailInput, 'to' | 'language' | 'branding'>,
  { subject, heading, because }: UsualWords,
) => ({ to, language, branding, subject: subject(branding?.name ?? 'Muster'), heading, because })

/** The program in previews. */
export const sampleBranding = {
  name: 'Lakeside Camps',
  email: 'hello@lakeside.example',
  website: 'https://lakeside.example',
  colours: null,
  phone: '+1 613-555-0142',
  address: {
    ...notLookedUp,
    address_line_1: '48 Shore Road',
    address_line_2: null,
    city: 'Mirror Lake',
    region: 'Ontario',
    region_short_code: 'ON',
    postcode: 'K0G 1X0',
    country: 'Canada',
    country_short_code: 'CA',
  },
}
