import { writtenAmount } from '../../contract/organisation/written-amount.ts'
import { firstStepNames } from '../../contract/organisation/first-day.ts'
import type { FirstStepStatus } from '../../contract/states/first-step-states.ts'
import { noticeTopicNames } from '../../contract/organisation/notices.ts'
import { isTicked } from '../read-form.ts'
import { settingsBody } from './settings-body.ts'
import type { MachineClient } from '../../contract/people/machine-client.ts'
import { filled, ownKey, texts } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

const program = '/v1/organiser/programs/:program_id'
const settingsPage = '/desk/:program_id/settings'
const moneyPage = '/desk/:program_id/money'
const homePage = '/desk/:program_id'
const firstDay = `PUT ${program}/today/first_day`
/** The step of the form with its status; no step for an unknown name. */
const stepOf = (post: FormPost, status: FirstStepStatus): object =>
  Object.fromEntries(firstStepNames.filter((name) => name === post.text('step')).map((name) => [name, status]))
const ofList = ['from', 'to', 'by', 'show', 'skip'] as const

/** Makes a client of the API, and gives the page its id and its secret. */
async function makeClient(post: FormPost): Promise<Response> {
  const answer = await post.send(`POST ${program}/clients`, { name: post.text('name') }, { key: ownKey(post) })
  if (answer.ok) {
    const { id, secret } = (await answer.clone().json()) as MachineClient
    Object.assign(post.fields, { client_id: id, secret: secret ?? '' })
  }
  return answer
}

/** Forms of the desk's office: its first day, its money, its settings and its clients. */
export const deskOfficeForms: readonly Form[] = [
  {
    path: homePage,
    form: 'desk-first-day',
    actions: [
      { when: { act: 'look' }, call: firstDay, body: () => ({ look: 'done' }), next: '/pg/:program_id' },
      { when: { act: 'undo' }, call: firstDay, body: (post) => stepOf(post, 'open') },
      {
        call: firstDay,
        body: (post) => stepOf(post, 'skipped'),
        next: (post) => post.page(homePage, { skipped: post.text('step') }),
      },
    ],
  },
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
    path: '/desk/:program_id/access',
    form: 'desk-access',
    actions: [
      { when: { revoke: true }, call: `DELETE ${program}/clients/:revoke`, saved: 'revoked' },
      // The page that answers shows the secret, which no address and no cookie has.
      { call: makeClient, redraws: true },
    ],
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
