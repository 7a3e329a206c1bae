import { formatDate } from '../../contract/date-format.ts'
import { noShowWords } from '../../contract/sentences/no-show-words.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import {
  cardWords,
  displayAmount,
  loadOrderMail,
  type OrderMail,
  type OrderMailPlace,
} from '../../money/fulfilment/order-mail.ts'
import { orderButton, orderMailFrame, placeRows } from '../../money/fulfilment/order-mail-parts.ts'
import { sampleOrderMail } from '../../money/fulfilment/sample-order-mail.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { orderLookup } from '../../booking/registrations/load-registration.ts'

type NoShow = DomainEvents['registration.no_show']

/** Tells a customer about a no-show: what is kept, what is refunded and when; or that the mark was corrected. */
export const noShowMail = mailTemplate<{ mail: OrderMail; place: OrderMailPlace; noShow: NoShow }>({
  load: async (ctx, { ref, body }) => {
    const mail = await loadOrderMail(ctx, orderLookup(ref))
    const place = mail?.places.find(({ id }) => id === ref)
    const noShow = body as NoShow
    // A mark that was corrected in the meantime is not mailed.
    return mail && place && (place.status === 'no_show') !== noShow.is_corrected ? { mail, place, noShow } : null
  },
  compose: ({ mail, place, noShow }, site) => {
    const words = noShowWords[mail.language]
    const { firstName: who } = place
    return {
      ...orderMailFrame(mail),
      subject: noShow.is_corrected
        ? words.correctedSubject(who, place.event.name)
        : words.subject(who, place.event.name),
      heading: noShow.is_corrected ? words.correctedHeading(who) : words.heading(who),
      parts: [
        { type: 'paragraph', text: noShow.is_corrected ? words.corrected : words.lead(mail.branding.name) },
        placeRows([place]),
        ...(noShow.is_corrected
          ? []
          : [...costSentences(mail, noShow), words.wrong(mail.branding.name)].map((text) => ({
              type: 'paragraph' as const,
              text,
            }))),
        orderButton(mail, site),
      ],
    }
  },
  sample: (language) => {
    const mail = sampleOrderMail(language)
    const returns_at = Date.UTC(2027, 6, 16, 20)
    const noShow = { result: 'fee' as const, penalty: 1000, returned: 33_500, returns_at, is_corrected: false }
    return { mail, place: mail.places[0] as OrderMailPlace, noShow }
  },
})

function costSentences(mail: OrderMail, { result, penalty, returned, returns_at }: NoShow): string[] {
  const words = noShowWords[mail.language]
  const day = formatDate(returns_at, { timezone: mail.timezone, locale: mail.locale })
  const fee = penalty > 0 ? [words.fee(displayAmount(mail, penalty))] : []
  if (result === 'credit_used') return [words.creditUsed]
  if (result === 'credit_back') return [words.creditBack(day)]
  if (result === 'kept') return [...fee, words.kept]
  const sum = displayAmount(mail, returned)
  return [
    ...fee,
    mail.isByCard ? words.returned(sum, cardWords(mail), day) : words.byHand(sum, mail.branding.name, day),
  ]
}
