import { registrationMoved } from '../../money/fulfilment/mail-registration-moved.ts'
import type { OrderChange, OrderChanges } from '../../money/fulfilment/order-change-rows.ts'
import { wordsOf } from '../../money/fulfilment/order-mail.ts'
import { calendarAttachment, orderButton, orderMailFrame } from '../../money/fulfilment/order-mail-parts.ts'
import { refundRows } from '../../money/fulfilment/sum-parts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { isWantedBy } from '../../delivery/notifications/preference-lookup.ts'
import { reasonOfMail } from '../../delivery/notifications/notification-table.ts'
import { cancelledHeading, registrationCancelled, stayingPlaces } from './mail-registration-cancelled.ts'
import { emailKey } from '../../contract/field-rules.ts'

type Cancelled = NonNullable<Awaited<ReturnType<typeof registrationCancelled.load>>>
type Moved = NonNullable<Awaited<ReturnType<typeof registrationMoved.load>>>
type Change = { kind: 'registration.cancelled'; input: Cancelled } | { kind: 'registration.moved'; input: Moved }

/**
 * Tells the customer what changed in an order since the last such mail. Several cancelled or moved places share one
 * mail; a single place has its own mail.
 */
export const orderChangesMail = mailTemplate<[Change, ...Change[]]>({
  load: async (ctx, { body, dedupe }) => {
    const { changes } = body as OrderChanges
    const loaded: Change[] = []
    for (const change of Object.values(changes)) {
      const current = await loadChange(ctx, change, dedupe)
      if (current && (await isTurnedOn(ctx, change, current))) loaded.push(current)
    }
    const [first, ...more] = loaded
    return first ? [first, ...more] : null
  },
  compose: (changes, site) => {
    const [only, ...more] = changes
    if (more.length === 0)
      return only.kind === 'registration.moved'
        ? registrationMoved.compose(only.input, site)
        : registrationCancelled.compose(only.input, site)
    const { mail } = (changes.at(-1) ?? only).input
    const words = wordsOf(mail)
    const lastCancelled = changes.findLast(({ kind }) => kind === 'registration.cancelled')
    return {
      ...orderMailFrame(mail),
      subject: words.changes.subject(changes.length, mail.title),
      heading: words.changes.heading(changes.length),
      parts: [
        ...changes.flatMap(partsOf),
        ...(lastCancelled ? [...refundRows(mail), ...stayingPlaces(mail, lastCancelled.input.place)] : []),
        { type: 'paragraph', text: words.eventChanged.calendar },
        orderButton(mail, site),
      ],
      attachments: calendarAttachment(
        mail,
        site,
        changes.map(({ input }) => input.place.calendar),
      ),
    }
  },
  sample: (language) => {
    const cancelled = registrationCancelled.sample(language)
    const moved = registrationMoved.sample(language)
    const place = moved.mail.places[1] ?? moved.place
    const mail = { ...moved.mail, places: [cancelled.place, place] }
    return [
      { kind: 'registration.cancelled', input: { ...cancelled, mail } },
      { kind: 'registration.moved', input: { ...moved, mail, place } },
    ]
  },
})

async function loadChange(ctx: Ctx, { kind, ref, body }: OrderChange, dedupe: string): Promise<Change | null> {
  if (kind === 'registration.moved') {
    const input = await registrationMoved.load(ctx, { ref, body, dedupe })
    return input && { kind, input }
  }
  const input = await registrationCancelled.load(ctx, { ref, body, dedupe })
  return input && { kind, input }
}

// The reader may have turned off mails about some kinds of change.
async function isTurnedOn(ctx: Ctx, { kind, body }: OrderChange, { input }: Change): Promise<boolean> {
  const reason = reasonOfMail(kind === 'registration.moved' ? 'registration_moved' : 'registration_cancelled', body)
  const email_key = emailKey(input.mail.to)
  if (reason === null || (await isWantedBy(ctx, { email_key }, { reason, channel: 'email' }))) return true
  ctx.log('mail_left_out', { reason })
  return false
}

const partsOf = (change: Change): MailPart[] =>
  change.kind === 'registration.moved'
    ? [{ type: 'paragraph', text: registrationMoved.leadOf(change.input) }, ...registrationMoved.partsOf(change.input)]
    : [{ type: 'paragraph', text: cancelledHeading(change.input) }, ...registrationCancelled.partsOf(change.input)]
