import type { Answer } from '../../contract/booking/registration.ts'
import { instant } from '../../contract/instant.ts'
import { staffChangeWords } from '../../contract/sentences/staff-change-words.ts'
import { orderLookup } from '../../booking/registrations/load-registration.ts'
import { readAnswersOfProgram } from '../../booking/registrations/read-answers.ts'
import type { MailPart } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { loadOrderMail, type OrderMail, type OrderMailPlace } from '../../money/fulfilment/order-mail.ts'
import { orderButton, orderMailFrame, placeRows } from '../../money/fulfilment/order-mail-parts.ts'
import { sampleOrderMail } from '../../money/fulfilment/sample-order-mail.ts'
import type { DomainEvents } from '../../platform/database/outbox.ts'
import { showAnswer } from './sheet-answers.ts'
import { questionsOfRegistration } from './sheet-rows.ts'

type AnswersChanged = { mail: OrderMail; place: OrderMailPlace; who: string | null; changes: Change[] }
type Change = { title: string; before: string; after: string }

/** Tells the customer which answers the organisation's staff changed, with those before. Nothing about health is in it. */
export const answersChangedMail = mailTemplate<AnswersChanged>({
  load: async (ctx, { ref, body }) => {
    const mail = await loadOrderMail(ctx, orderLookup(ref))
    const place = mail?.places.find(({ id }) => id === ref)
    if (!mail || place?.status !== 'confirmed') return null
    const who = place.firstName
    const { program_id, at } = body as DomainEvents['registration.answers_changed']
    const reader = { ...ctx, language: mail.language, contentLanguage: mail.language }
    const [history, questions] = await Promise.all([
      readAnswersOfProgram(reader, { program_id, registration_id: ref }),
      questionsOfRegistration(ctx.db, ref),
    ])
    const answers = history.changes.find(({ changed_at }) => changed_at === instant(at))?.answers ?? []
    const textOf = (field_id: string, value: Answer['value']) => {
      const question = questions.find(({ id }) => id === field_id)
      return showAnswer({ field_id, value }, question, reader).text
    }
    const changes = answers.map(({ field_id, title, before, after }) => ({
      title,
      before: textOf(field_id, before),
      after: textOf(field_id, after),
    }))
    return changes.length > 0 ? { mail, place, who, changes } : null
  },
  compose: ({ mail, place, who, changes }, site) => {
    const words = staffChangeWords[mail.language].answers
    return {
      ...orderMailFrame(mail),
      subject: words.subject(who, place.event.name),
      heading: words.heading(who),
      parts: [
        { type: 'paragraph', text: (who === null ? words.leadAlone : words.lead)(mail.branding.name) },
        placeRows([place]),
        // An address that is not confirmed is told no names and no answers.
        ...(who === null ? [] : [rowsOf(changes, words)]),
        orderButton(mail, site),
      ],
    }
  },
  sample: (language) => {
    const mail = sampleOrderMail(language)
    const sizes = language === 'fr' ? ['Taille du t-shirt', 'Petit', 'Moyen'] : ['T-shirt size', 'Small', 'Medium']
    const [title = '', before = '', after = ''] = sizes
    return { mail, place: mail.places[0] as OrderMailPlace, who: 'Maya', changes: [{ title, before, after }] }
  },
})

const rowsOf = (changes: readonly Change[], words: (typeof staffChangeWords)['en']['answers']): MailPart => ({
  type: 'rows',
  rows: changes.map(({ title, before, after }) => ({
    label: title,
    value: words.change(before || words.none, after || words.none),
  })),
})
