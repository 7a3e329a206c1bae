import type { StoredFile } from '../../contract/file.ts'
import type { Message } from '../../contract/contact/message.ts'
import { notificationReasonNames, preferenceTopics, rulesOf } from '../../contract/delivery/notification.ts'
import type { SupportReport } from '../../contract/contact/support.ts'
import { isTicked, pick, textOf } from '../read-form.ts'
import { filled, saveNews, texts, ownKey } from './form-bodies.ts'
import type { Form, FormAction, FormPost } from './form.ts'

const preferencesPage = '/pg/:program_id/profile/preferences'
const notificationsPage = '/pg/:program_id/profile/notifications'
const messagesPage = '/pg/:program_id/profile/messages'
const notificationsCall = 'POST /v1/programs/:program_id/notifications'
const pushCall = '/v1/profile/subscriptions/notifications'

const message: Omit<Form, 'path'> = {
  form: 'message',
  reads: 'file',
  showsAgain: true,
  call: sendMessage,
  next: (post, { id }: Message) => post.page(`${messagesPage}/${id}`, { saved: '1' }),
}

/** Forms of messages, support reports and notification preferences. */
export const contactForms: readonly Form[] = [
  { path: messagesPage, ...message },
  { path: `${messagesPage}/:message_id`, ...message },
  {
    path: '/support',
    form: 'support',
    sender: 'anyone',
    showsAgain: true,
    call: 'POST /v1/support',
    body: reportOf,
    next: afterReport,
  },
  {
    path: preferencesPage,
    form: 'preferences',
    call: 'PUT /v1/profile/preferences/notifications',
    body: (post) => ({ enabled: isTicked(post.fields, 'enabled'), notifications: changedRows(post) }),
    also: saveNews,
    saved: '1',
  },
  {
    path: `${preferencesPage}/push`,
    form: 'push',
    page: preferencesPage,
    next: preferencesPage,
    actions: [
      {
        when: { test: true },
        call: `POST ${pushCall}/test`,
        body: (post) => ({ endpoint: post.text('test') }),
        next: (post, { result }: { result: string }) => post.page(preferencesPage, { saved: `push_${result}` }),
      },
      { when: { remove: true }, call: `DELETE ${pushCall}/:remove`, saved: 'push_off' },
      { when: { remove_all: true }, call: `DELETE ${pushCall}`, saved: 'push_all_off' },
      { call: `POST ${pushCall}`, body: subscriptionOf, saved: 'push_on' },
    ],
  },
  {
    path: notificationsPage,
    form: 'notifications',
    back: ['show', 'skip'],
    actions: [
      ...(['mark_all', 'archive_all'] as const).map((act) => ({
        when: { act },
        call: `${notificationsCall}/${act}`,
        body: (post: FormPost) => filled(post, 'before'),
        next: afterNotification(act),
      })),
      ...(['unmark', 'archive', 'unarchive'] as const).map((act) => ({ when: { act }, ...changeOne(act) })),
      changeOne('mark'),
    ],
  },
]

function changeOne(act: string): FormAction {
  return { call: `${notificationsCall}/:notification_id/${act}`, next: afterNotification(act) }
}

function afterNotification(saved: string) {
  return (post: FormPost) => post.page(notificationsPage, { show: post.text('show'), saved })
}

/** Sends a message or a reply in a conversation, with a file. */
async function sendMessage(post: FormPost): Promise<Response> {
  const { file, fields } = post
  const key = ownKey(post).slice(0, 60)
  // A message that would be rejected anyway is rejected before its file is stored.
  if (file && post.text('body').trim() !== '') {
    const form = new FormData()
    form.set('purpose', 'attachment')
    form.set('file', file)
    const uploaded = await post.send('POST /v1/files', form, key ? { key: `${key}-f` } : {})
    if (!uploaded.ok) return uploaded
    const { id, name } = (await uploaded.json()) as StoredFile
    // A message rejected later is shown with its file.
    Object.assign(fields, { attachment: id, attachment_name: name })
  }
  return post.send('POST /v1/profile/messages', messageOf(post), { key })
}

/** `about` combines the kind and the id, as the options of the form do. */
function messageOf(post: FormPost): object {
  const [kind = '', id = ''] = post.text('about').split(':')
  const conversation_id = post.text('conversation_id')
  const attachment = post.text('attachment')
  const about = conversation_id
    ? { conversation_id }
    : ['order', 'registration', 'event'].includes(kind) && id
      ? { [`${kind}_id`]: id }
      : kind === 'membership'
        ? { context: kind }
        : {}
  return {
    ...about,
    ...texts(post, 'program_id', 'subject', 'body'),
    new_customer_profile: true,
    ...(attachment ? { attachments: [attachment] } : {}),
  }
}

function reportOf(post: FormPost): object {
  const type = post.text('type')
  const url = post.text('url')
  const { SITE_ORIGIN } = post.c.env
  const failure = Object.fromEntries(
    ['type', 'code', 'message', 'param', 'path', 'timestamp']
      .map((name) => [name, post.text(`failure_${name}`)] as const)
      .filter(([, value]) => value !== ''),
  )
  return {
    ...pick(post.fields, ['reporter_name', 'reporter_email', 'summary', 'description', 'app_version']),
    type,
    // The page has one list of issues for each type. When no issue is chosen in the list, the field is missing.
    issue_type: type === 'idea' ? 'other' : post.text(`issue_${type}`),
    program_id: post.text('program_id') || null,
    url: url !== '' && URL.canParse(url, SITE_ORIGIN) ? new URL(url, SITE_ORIGIN).href : null,
    failure:
      post.text('failure') !== '' && failure['type']
        ? { ...failure, ...(failure['code'] ? { code: Number(failure['code']) } : {}) }
        : null,
  }
}

/** The same page without the reported error. */
function afterReport(post: FormPost, { reference }: SupportReport): string {
  const query = new URL(post.c.req.url).searchParams
  for (const name of ['type', 'code', 'param', 'path', 'timestamp', 'about']) query.delete(name)
  query.set('sent', reference)
  return `/support?${query}`
}

/** The rows whose checkbox was changed; rows that were not shown stay as they are. */
function changedRows({ fields }: FormPost): object[] {
  return preferenceTopics.flatMap((topic) => {
    const changes = (['email', 'push'] as const).flatMap((channel) => {
      const box = `${channel}_${topic}`
      const isOn = isTicked(fields, box)
      return textOf(fields, `was_${box}`) === '' || isOn === isTicked(fields, `was_${box}`) ? [] : [[channel, isOn]]
    })
    if (changes.length === 0) return []
    const reasons = notificationReasonNames.filter((reason) => rulesOf(reason).topic === topic)
    return reasons.map((reason) => ({ reason, ...Object.fromEntries(changes) }))
  })
}

/** The push subscription that a script sends. */
function subscriptionOf({ fields, text }: FormPost): object {
  const { subscription, renews } = fields
  const made = typeof subscription === 'object' ? subscription : null
  return { ...made, program_id: text('program_id'), ...(renews ? { renews } : {}) }
}
