import { makeEvent, makeProgram, makeQuestion } from '../../functions/test-bench/programs.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { OwnProofSite } from '../proofs/proof-site.ts'
import { type Canaries, plant } from './canaries.ts'

type SendInput = {
  method?: string
  body?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
}

class Multipart {
  readonly fields: Record<string, string>
  readonly file: string
  constructor(fields: Record<string, string>, file: string) {
    this.fields = fields
    this.file = file
  }
  toString() {
    const parts = Object.entries(this.fields).map(
      ([name, value]) => `--q\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    return `${parts.join('')}--q\r\nContent-Disposition: form-data; name="file"; filename="letter.pdf"\r\n\r\n${this.file}\r\n--q--\r\n`
  }
}

/**
 * One family uses every feature, with a unique value in every field, including wrong, broken and failing calls. Returns
 * the values that must never occur in a log.
 */
export async function plantCanaries(
  site: OwnProofSite,
  round: number,
): Promise<{ canaries: Canaries; faults: string[] }> {
  const canaries = plant(round)
  const faults: string[] = []
  const programId = await makeProgram(site.bench)
  const questionId = await makeQuestion(site.bench, programId)
  const allergies = await makeQuestion(site.bench, programId, { title: 'Allergies' })
  const letter = await makeQuestion(site.bench, programId, { title: 'Letter of the doctor', type: 'file' })
  const questionIds = [questionId, allergies, letter]
  const { event_id, option_ids } = await makeEvent(site.bench, { programId, questionIds })
  const page = `/pg/${programId}`
  const cookies = new Map<string, string>()
  let bearer = ''

  async function send(path: string, input: SendInput = {}): Promise<Answer> {
    const headers: Record<string, string> = {
      'Sec-Fetch-Site': 'same-origin',
      Origin: site.url,
      Accept: input.form ? 'text/html' : '*/*',
      ...input.headers,
    }
    if (bearer) headers.Authorization = `Bearer ${bearer}`
    if (cookies.size > 0) headers.Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (input.form) headers['Content-Type'] = 'application/x-www-form-urlencoded'
    else if (input.body instanceof Multipart) headers['Content-Type'] = 'multipart/form-data; boundary=q'
    else if (input.body !== undefined) headers['Content-Type'] ??= 'application/json'
    const body = input.form
      ? String(new URLSearchParams(input.form))
      : typeof input.body === 'string' || input.body instanceof Multipart
        ? String(input.body)
        : input.body === undefined
          ? undefined
          : JSON.stringify(input.body)
    const answer = await site.call(path, {
      method: input.method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      body,
    })
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
      canaries.keep(`cookie ${name}`, value)
    }
    return answer
  }
  async function made(path: string, body: unknown): Promise<Answer['body']> {
    const answer = await send(`/api/v1${path}`, { body })
    if (answer.status >= 300) faults.push(`POST ${path} answered ${answer.status} ${answer.text.slice(0, 200)}`)
    return answer.body
  }

  await send(`${page}?search=${canaries.word('search')}`)
  await send(`${page}/login?goto=${encodeURIComponent(`${page}?search=${canaries.word('goto')}`)}`)
  await send(`${page}/login`, {
    form: { username: canaries.email('wrong_login'), password: canaries.word('wrong_password') },
  })
  const person = {
    first_name: canaries.word('first_name'),
    last_name: canaries.word('last_name'),
    email: canaries.email('email'),
    phone: canaries.phone('phone'),
    password: canaries.word('password'),
  }
  const user = await made('/signup', {
    ...person,
    timezone: 'America/Toronto',
    goto: `${page}?search=${canaries.word('signup_goto')}`,
    program_id: programId,
    verify_email: true,
  })
  await send(`${page}/login`, { form: { username: person.email, password: person.password, goto: page } })
  bearer = String(user.access_token)
  for (const name of ['access_token', 'refresh_token', 'id_token']) canaries.keep(name, String(user[name]))

  await send('/api/v1/verify', { body: { code: canaries.code('wrong_code') } })
  const code = await codeFor(site, person.email)
  canaries.keep('code', code)
  await made('/verify', { code })
  await send(`${page}/verify?code=${code}`)
  const profile = await made(`/profile/programs/${programId}`, { program_id: programId })
  const child = await made('/profile/attendees', {
    first_name: canaries.word('child_name'),
    last_name: canaries.word('child_last_name'),
    date_of_birth: canaries.keep('born', '2017-05-31'),
    gender: 'female',
    medical_history: canaries.text('health medical_history'),
    dietary_restrictions: canaries.text('health dietary_restrictions'),
    health_card_number: canaries.number('health health_card_number'),
    parent_name: canaries.word('parent_name'),
    emergency_contact_phone: canaries.phone('emergency_phone'),
    emergency_contact_email: canaries.email('emergency_email'),
    relations: [{ relation: 'parent' }],
  })
  const connected = await made(`/profile/programs/${programId}/attendees`, {
    program_id: programId,
    attendee_id: child.id,
    primary_contact_id: profile.id,
  })
  const pdf = `%PDF-1.7\n${canaries.word('health file')}\n%%EOF\n`
  const file = await made('/files', new Multipart({ purpose: 'attachment' }, pdf))
  const opened = await send(file.url)
  if (opened.text !== pdf || opened.headers['content-length'] !== String(pdf.length))
    faults.push(`a file came back as ${opened.status}, ${opened.text.length} bytes`)
  const registration = await made('/profile/registrations', {
    event_id,
    option_id: option_ids[0],
    customer_profile_id: profile.id,
    attendee_profile_id: connected.id,
    form_response: {
      answers: [
        { field_id: questionId, value: canaries.text('answer') },
        { field_id: allergies, value: canaries.text('health answer') },
        { field_id: letter, value: file.id },
      ],
    },
  })
  const order = await made('/profile/orders', {
    program_id: programId,
    customer_profile_id: profile.id,
    timezone: 'America/Toronto',
    items: [{ type: 'event_option', source: registration.id, quantity: 1 }],
  })
  await send(`/api/v1/profile/orders/${order.id}/discounts`, { body: { code: canaries.word('coupon') } })
  const pay = (source: string) => ({
    order_id: order.id,
    checkout_method: 'card',
    payment_source_id: source,
    use_account_balance: false,
    return_url: `/confirm-payment?note=${canaries.word('return_url')}`,
  })
  await send(`/api/v1/profile/orders/${order.id}/payments`, { body: pay(canaries.keep('card', '4000000000000002')) })
  await send(`/api/v1/profile/orders/${order.id}/payments`, { body: pay('pm_card_chargeDeclined') })

  await made('/profile/export', { program_id: programId })
  await site.tick()
  const { data_export } = (await send('/api/v1/profile/privacy')).body
  const archive = await send(`${page}/profile/privacy/export/${data_export.id}`)
  if (!archive.text.startsWith('PK') || archive.headers['content-length'] !== String(data_export.size))
    faults.push(`the archive came back as ${archive.status} ${archive.text.slice(0, 100)}`)

  // Invalid, broken and failing requests are those whose log lines may contain too much.
  await send('/api/v1/profile/attendees', { body: `{"first_name": "${canaries.word('broken_json')}` })
  await send(
    `/api/v1/profile/orders/${canaries.word('path_id')}?${canaries.word('parameter')}=${canaries.word('value')}`,
  )
  await send(`/calendar/${canaries.word('calendar_token')}.ics`)
  await send(`/confirm-payment?program_id=${programId}&order_id=${order.id}&t=${canaries.word('confirm_token')}`)
  await send(`/${canaries.word('no_page')}`, {
    headers: { 'User-Agent': canaries.word('browser'), Referer: `${site.url}/${canaries.word('referrer')}` },
  })
  await send(`${page}/login`, { headers: { 'X-Request-Id': canaries.word('their_number') } })
  await site.disturb({ before: 1, count: 'writes' })
  await send('/api/v1/profile', { method: 'PUT', body: { first_name: canaries.word('unlucky_name') } })
  await send('/api/v1/profile/attendees', {
    body: {
      first_name: canaries.word('unlucky_child'),
      last_name: 'Roy',
      date_of_birth: '2016-01-01',
      gender: 'male',
      medical_history: canaries.text('unlucky_history'),
      relations: [{ relation: 'parent' }],
    },
  })
  await site.disturb({ before: 1 })
  await send('/api/v1/login', {
    body: { username: canaries.email('unlucky_login'), password: canaries.word('unlucky_password') },
  })
  await site.calm()
  // Pages query the database directly, so one of its tables is renamed to make them fail.
  await site.sql('ALTER TABLE events RENAME TO events_away')
  const failed = await send(`${page}?search=${canaries.word('unlucky_search')}`)
  const inFrench = await Promise.all(
    ['', '?lang=fr', '?lang=en'].map((query) =>
      send(page + query, { headers: { 'Accept-Language': query === '?lang=fr' ? 'en' : 'de, fr-CA;q=0.9, en;q=0.8' } }),
    ),
  )
  await site.sql('ALTER TABLE events_away RENAME TO events')
  await site.tick()

  faults.push(...errorPageFaults(site, failed), ...languageFaults(inFrench))
  return { canaries, faults }
}

/** The faults of an error page. The number that it shows must be in the log line of the error. */
function errorPageFaults(site: OwnProofSite, page: Answer): string[] {
  if (page.status !== 500) return [`a page without its table answered ${page.status}`]
  const number = /this number: ([0-9a-f-]+)\./.exec(page.text)?.[1]
  if (!number) return ['the error page gives no number']
  return site.logs.some((line) => line.includes(number) && line.includes('page_failed'))
    ? []
    : [`no line of the log tells of ${number}`]
}

/** The faults of error pages that are not in the language of the URL, or of the browser if the URL has none. */
function languageFaults(pages: Answer[]): string[] {
  const spoken = pages.map(({ status, text }) => `${status} ${/<html lang="(\w+)/.exec(text)?.[1]}`).join(', ')
  return spoken === '500 fr, 500 fr, 500 en'
    ? []
    : [`error pages for a browser in French, a page in French and one in English were ${spoken}`]
}

async function codeFor(site: OwnProofSite, email: string): Promise<string> {
  for (let attempts = 0; attempts < 50; attempts += 1) {
    const [mail] = (await site.call(`/dev/mailbox.json?to=${encodeURIComponent(email)}&limit=1`)).body as {
      subject: string
    }[]
    const code = /^(\d{6}) /.exec(mail?.subject ?? '')?.[1]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The code did not arrive within 5 s.')
}
