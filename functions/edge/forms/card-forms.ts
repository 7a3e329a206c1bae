import type { CardSetup } from '../../contract/money/payment-method.ts'
import { isTicked } from '../read-form.ts'
import { filled } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

const cardsPage = '/pg/:program_id/profile/payment-methods'
const cardCall = 'POST /v1/profile/programs/:program_id/payment_methods'
const consentCall = 'DELETE /v1/profile/programs/:program_id/payment_methods/consent'

/** The form of the stored cards. */
export const cardForms: readonly Form[] = [
  {
    path: cardsPage,
    form: 'payment-methods',
    actions: [
      { when: { act: 'remove' }, call: `${cardCall}/:source_id/detach`, saved: 'removed' },
      { when: { act: 'agree' }, call: `${cardCall}/consent`, body: ['version'], saved: 'agreed' },
      { when: { act: 'withdraw' }, call: consentCall, saved: 'withdrawn' },
      {
        when: { act: 'add' },
        back: ['goto'],
        call: `${cardCall}/setup`,
        body: (post) => ({
          on_provider_page: true,
          is_default: isTicked(post.fields, 'is_default'),
          ...(post.goto && { return_url: post.goto }),
          ...filled(post, 'charge_consent'),
        }),
        next: afterSetup,
      },
      { call: `${cardCall}/:source_id/set_default`, saved: 'default' },
    ],
  },
]

/** The page after opening the provider's page for a card: a small page that leads on to it, as after a payment. */
function afterSetup(post: FormPost, { id, has_next_action }: CardSetup): string {
  if (has_next_action) return post.page(`${cardsPage}/onward`, { setup: id })
  return post.page(cardsPage, { saved: 'added', ...(post.goto && { goto: post.goto }) })
}
