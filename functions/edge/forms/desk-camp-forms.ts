import type { CancelledEvent } from '../../contract/organisation/organiser-event.ts'
import { keyFrom } from '../../contract/organisation/written-words.ts'
import { writtenAmount } from '../../contract/organisation/written-amount.ts'
import { filled, namesTicked, texts } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

const campPage = '/desk/:program_id/events/:event_id'
const campEvent = '/v1/organiser/programs/:program_id/events/:event_key'
const personField = 'who.'
/** A number that is typed; any other text is sent as it is, so that the API refuses it. */
const numberOf = (text: string): number | string => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : text)
const staffField = 'staff.'
/** The ages of a group; an empty field is no limit. */
const ages = (post: FormPost): object =>
  Object.fromEntries(
    Object.entries(filled(post, 'minimum_age', 'maximum_age')).map(([name, text]) => [name, numberOf(String(text))]),
  )
/** An amount in minor units; a text that is none is sent as it is, so that the API refuses it. */
const amountOf = (post: FormPost): object => {
  const text = post.text('amount')
  if (post.text('return') !== 'amount' || text.trim() === '') return {}
  return { amount: writtenAmount(text, post.text('currency')) ?? text }
}

/** The package of a visit; the field of the form is there for every return. */
const visitOf = (post: FormPost): object => (post.text('return') === 'visit' ? texts(post, 'session_package') : {})

/** Forms on the desk's pages of an event. */
export const deskCampForms: readonly Form[] = [
  {
    path: campPage,
    form: 'desk-camp',
    actions: [
      // The page reads the information itself, so that the typed reason is in no address.
      { when: { health: true }, redraws: true },
      { when: { suggest: true }, redraws: true },
      {
        when: { fill: true },
        call: `POST ${campEvent}/groups/fill`,
        body: (post) => ({ again: post.text('fill') === 'again' }),
        saved: 'filled',
      },
      {
        when: { assign: true },
        call: `POST ${campEvent}/groups/fill`,
        body: (post) => ({
          registration_ids: namesTicked(post, personField),
          group: post.text('to_group') === '' ? null : post.text('to_group'),
        }),
        saved: 'assigned',
        showsAgain: true,
      },
      {
        when: { new_group: true },
        call: `POST ${campEvent}/groups`,
        body: (post) => ({
          key: keyFrom(post.text('name')).slice(0, 60) || 'group',
          name: post.text('name'),
          ...ages(post),
          staff_ids: namesTicked(post, staffField),
        }),
        saved: 'group_added',
        showsAgain: true,
      },
      { when: { remove_group: true }, call: `DELETE ${campEvent}/groups/:remove_group`, saved: 'group_removed' },
      {
        when: { offer: true },
        call: 'POST /v1/organiser/programs/:program_id/waitlist/:offer/offer',
        body: (post) => filled(post, 'reason'),
        saved: 'offered',
        showsAgain: true,
      },
    ],
  },
  // The page itself reads the information, so that the typed reason is in no address.
  { path: `${campPage}/sheet`, form: 'desk-sheet', redraws: true },
  {
    path: `${campPage}/day-off`,
    form: 'desk-day-off',
    actions: [
      { when: { preview: true }, redraws: true },
      {
        when: { restore: true },
        call: `POST ${campEvent}/dates/:date/restore`,
        saved: 'restored',
      },
      {
        call: `POST ${campEvent}/dates/:date/cancel`,
        body: (post) => ({ ...texts(post, 'text', 'return'), ...amountOf(post), ...visitOf(post) }),
        saved: 'called_off',
        showsAgain: true,
      },
    ],
  },
  {
    path: `${campPage}/cancel`,
    form: 'desk-cancel',
    actions: [
      { when: { preview: true }, redraws: true },
      {
        call: `POST ${campEvent}/cancel`,
        body: (post) => texts(post, 'text'),
        next: (post, { families }: CancelledEvent) =>
          post.page(campPage, { saved: 'cancelled', told: String(families) }),
        showsAgain: true,
      },
    ],
  },
]
