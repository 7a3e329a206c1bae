import { notLookedUp } from '../../contract/people/place-line.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { Ctx } from '../../platform/context.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import { mailSender } from './senders/choose.ts'
import type { NotificationReason } from '../../contract/delivery/notification.ts'
import { isMailWanted, suppressAddress, whyStopped } from './suppression.ts'
import { composeMail, type Mail, type MailInput, type MailOrigin } from './compose-mail.ts'

/** A delivery as the outbox has it: what the mail is about, its key, and what happened. */
export type Delivery = { ref: string; dedupe: string; body: Record<string, unknown> }

/** What became of a mail: it left, or why it did not. */
export type MailOutcome = 'sent' | 'unsubscribed' | 'suppressed' | 'turned_off' | 'undeliverable'

/** The site a mail speaks for, and the moment it leaves. */
export type MailSite = MailOrigin & { now: number }

/** What a template is put together from. */
export type TemplateParts<Input> = {
  /** Reads what the mail says when it leaves; null where there is nothing to say any more. */
  load: (ctx: Ctx, delivery: Delivery) => Promise<Input | null>
  /** The mail of an input: pure, no clock, no database. */
  compose: (input: Input, site: MailSite) => Omit<MailInput, 'dedupe'>
  /** Writes down what became of a mail, where somebody counts it. A delivery that is repeated says it again. */
  settle?: (ctx: Ctx, delivery: Delivery, outcome: MailOutcome) => Promise<void>
  /** Writes down that there was nothing to say any more, where somebody counts it. */
  leaveOut?: (ctx: Ctx, delivery: Delivery) => Promise<void>
  /** An invented input, for the preview. */
  sample: (language: Language) => Input
}

/** A mail template, whatever its input is. */
export type MailTemplate = {
  /** Sends the mail of a delivery, once for its key. One to an address that nothing reaches, or whose reader turned its reason off, ends here; another failure is thrown. */
  send: (ctx: Ctx, delivery: Delivery, reason: NotificationReason | null) => Promise<void>
  /** The mail of a delivery without sending it; null where there is none. */
  render: (ctx: Ctx, delivery: Delivery) => Promise<Mail | null>
  /** Writes down that a delivery was given up, where somebody is told of it. It may come twice. */
  giveUp?: (ctx: Ctx, delivery: Delivery) => Promise<void>
  /** The mail as it looks, with an invented input. */
  preview: (language: Language, site: MailSite) => Mail
}

/** Puts a template together. */
export function mailTemplate<Input>({ load, compose, sample, settle, leaveOut }: TemplateParts<Input>): MailTemplate {
  const render: MailTemplate['render'] = async (ctx, delivery) => {
    const input = await load(ctx, delivery)
    const { dedupe } = delivery
    return input === null ? null : composeMail(ctx, { dedupe, ...compose(input, ctx) })
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

/** What a mail has whose subject names its program, or the platform where it has none. */
export const usualMail = (
  { to, language, branding }: Pick<MailInput, 'to' | 'language' | 'branding'>,
  { subject, heading, because }: UsualWords,
) => ({ to, language, branding, subject: subject(branding?.name ?? 'Muster'), heading, because })

/** The program of the previews. */
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
