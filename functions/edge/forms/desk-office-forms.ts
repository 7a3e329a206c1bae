import { writtenAmount } from '../../contract/organisation/written-amount.ts'
import { noticeTopicNames } from '../../contract/organisation/notices.ts'
import { isTicked } from '../read-form.ts'
import { settingsBody } from './settings-body.ts'
import { filled, texts } from './form-bodies.ts'
import type { Form } from './form.ts'

const program = '/v1/organiser/programs/:program_id'
const settingsPage = '/desk/:program_id/settings'
const moneyPage = '/desk/:program_id/money'
const ofList = ['from', 'to', 'by', 'show', 'skip'] as const

/** Forms of the desk's office: its money, its settings and its clients. */
export const deskOfficeForms: readonly Form[] = [
  {
    path: moneyPage,
    form: 'desk-payment',
    call: `POST ${program}/orders/:pay/payments`,
    body: (post) => ({
      // An amount that cannot be read is refused by the call, as one that is missing.
      amount: writtenAmount(post.text('amount'), post.text('currency')),
      ...filled(post, 'received_as', 'reference'),
    }),
    back: [...ofList, 'pay'],
    next: (post) => post.page(moneyPage, { ...texts(post, ...ofList), saved: 'recorded' }),
  },
  {
    path: settingsPage,
    form: 'desk-settings',
    call: `PUT ${program}/settings`,
    body: settingsBody,
    next: (post) => post.page(settingsPage, { saved: post.text('section') }),
    showsAgain: 'whole',
  },
  {
    path: '/desk/:program_id/notices',
    form: 'desk-notices',
    call: `PUT ${program}/notices`,
    body: ({ fields }) =>
      Object.fromEntries(
        noticeTopicNames
          .filter((topic) => `has.${topic}` in fields)
          .map((topic) => [topic, isTicked(fields, `topic.${topic}`)]),
      ),
    saved: 'notices',
  },
]
