import type { Schema } from '../../functions/test-bench/matches-schema.ts'
import { sessionCookie } from '../../functions/test-bench/people.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'
import type { Family } from './family.ts'
import type { Fuzzed, Fuzzing } from './fuzz-bodies.ts'
import { type FormPage, formPages, pressed } from './form-pages.ts'
import { hostileTexts } from './hostile-values.ts'
import { mutated } from './mutate.ts'
import { requestWithRetry } from './request-with-retry.ts'
import { rawBody, type Sent } from './raw-body.ts'
import { validValue } from './valid-value.ts'

/**
 * Sends one POST of a page: a request that a browser without JavaScript may send, or one that no browser should send.
 * Only a server error is a fault.
 */
export async function fuzzForm(
  fuzzing: Fuzzing,
  one: { family: Family; choices: Choices; totals: Fuzzed; where: string },
): Promise<string | null> {
  const { family, choices, totals, where } = one
  const page = choices.pick(formPages)
  const calls = fuzzing.api.operations.filter(
    ({ method, path, body }) => method !== 'GET' && body && page.call.test(path),
  )
  const body = (calls.length > 0 ? choices.pick(calls).body : null) ?? {}
  const ids = new Map([...family.ids, ['program_id', [fuzzing.town.program_id]], ['event_id', fuzzing.town.event_ids]])
  const path = page.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const known = ids.get(name) ?? []
    return known.length > 0 && choices.chance(0.9)
      ? choices.pick(known)
      : encodeURIComponent(choices.pick(hostileTexts).toWellFormed().slice(0, 100)) || 'x'
  })
  const sent = formBody(body, { fuzzing, family, choices, page })
  const headers = {
    ...sent.headers,
    Origin: fuzzing.site.url,
    'Sec-Fetch-Site': 'same-origin',
    ...(choices.chance(0.5) ? { Accept: 'application/json' } : {}),
    // Some forms end their session, so each form has its own cookie.
    ...(choices.chance(0.6)
      ? { Cookie: await sessionCookie(fuzzing.site.bench, family.person.identity.session_id) }
      : {}),
    ...(choices.chance(0.2) ? { Cookie: cookieOf(choices) } : {}),
  }
  const got = await requestWithRetry(() =>
    fuzzing.rough(`${path}${choices.chance(0.2) ? '?lang=fr' : ''}`, { method: 'POST', headers, body: sent.bytes }),
  )
  totals.input += 1
  if (!got) return sent.bytes.byteLength < 200_000 ? `${where}: POST ${path} gave no answer` : null
  totals[got.answer.status < 400 ? 'taken' : 'refused'] += 1
  return got.answer.status >= 500
    ? `${where}: POST ${path}: ${got.answer.status} ${got.answer.text.slice(0, 150)} ← ${JSON.stringify(sent.headers)} ${Buffer.from(sent.bytes).toString().slice(0, 300)}`
    : null
}

function formBody(
  schema: Schema,
  { fuzzing, family, choices, page }: { fuzzing: Fuzzing; family: Family; choices: Choices; page: FormPage },
): Sent {
  const filled = {
    ...(validValue(schema, { document: fuzzing.api.document, existing: family.ids, choices }) as object),
    goto: choices.pick(hostileTexts),
    ...(choices.chance(0.3) ? { again: '1', is_subscribed: 'on' } : {}),
    ...(choices.chance(0.2) ? { action: choices.pick(pressed), act: choices.pick(pressed) } : {}),
    ...(choices.chance(0.8) ? page.pressed : {}),
  }
  const value = choices.chance(0.7) ? mutated(filled, choices) : filled
  if (choices.chance(0.3)) return rawBody(value, choices)
  const fields = Object.entries((value ?? {}) as object).map(([name, each]): [string, string] => [
    name.toWellFormed(),
    String(typeof each === 'object' ? JSON.stringify(each) : each).toWellFormed(),
  ])
  if (choices.chance(0.6))
    return {
      bytes: Buffer.from(new URLSearchParams(fields).toString()),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      isPlain: false,
    }
  const parts = fields.map(
    ([name, each]) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${choices.chance(0.05) ? '; filename="../../x"' : ''}\r\n\r\n${each}\r\n`,
  )
  return {
    bytes: Buffer.from(`${parts.join('')}${choices.chance(0.8) ? '--x--\r\n' : ''}`),
    headers: {
      'Content-Type': choices.chance(0.85)
        ? 'multipart/form-data; boundary=x'
        : choices.pick([
            'multipart/form-data',
            'multipart/form-data; boundary=',
            'multipart/form-data; boundary=y',
            'multipart/mixed; boundary=x',
          ]),
    },
    isPlain: false,
  }
}

const cookieOf = (choices: Choices): string =>
  `${choices.pick(['__Host-refresh', '__Host-device', '__Host-form', 'signed_in', 'cart_lakeside'])}=${choices.pick(['x', '', '%', '%00', '{"a":1}', 'x'.repeat(3000), 'AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'a.b.c', 'é'.normalize('NFD').replace(/\P{ASCII}/gu, '')])}`
