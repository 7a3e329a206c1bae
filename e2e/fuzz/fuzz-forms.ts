import type { Schema } from '../../functions/test-bench/matches-schema.ts'
import type { Choices } from '../../functions/test-bench/choices.ts'
import type { Family } from './family.ts'
import type { Fuzzed, Fuzzing } from './fuzz-bodies.ts'
import { hostileTexts } from './hostile-values.ts'
import { mutated } from './mutate.ts'
import { requestWithRetry } from './request-with-retry.ts'
import { rawBody, type Sent } from './raw-body.ts'
import { validValue } from './valid-value.ts'

/** The posts of pages, which no document describes: their fields are those of the calls they make, and some of their own. */
const forms: [page: string, call: RegExp][] = [
  ['login', /\/login$/],
  ['signup', /\/signup$/],
  ['logout', /\/logout$/],
  ['verify', /\/verify$/],
  ['forgot-password', /\/recovery$/],
  ['profile/change-password', /\/profile\/password$/],
  ['profile/orders/ord_none', /\/orders\/\{order_id\}\/calendar$/],
  ['', /\/email_changes\/undo$/],
  ['authorize', /\/oauth\/authorize$/],
  ['support', /\/support$/],
  ['token', /\/oauth\/token$/],
]

/** Sends one post of a page as a browser without script might, or as none should; only a failure of ours is wrong. */
export async function fuzzForm(
  fuzzing: Fuzzing,
  one: { family: Family; choices: Choices; totals: Fuzzed; where: string },
): Promise<string | null> {
  const { family, choices, totals, where } = one
  const [page, call] = choices.pick(forms)
  const body = fuzzing.api.operations.find(({ method, path }) => method === 'POST' && call.test(path))?.body ?? {}
  const path =
    page === 'token' || page === 'support'
      ? `/${page}`
      : page === ''
        ? '/not-me'
        : `/pg/${choices.chance(0.9) ? fuzzing.town.program_id : encodeURIComponent(choices.pick(hostileTexts).toWellFormed().slice(0, 100)) || 'x'}/${page}`
  const sent = formBody(body, { fuzzing, family, choices })
  const headers = {
    ...sent.headers,
    Origin: fuzzing.site.url,
    'Sec-Fetch-Site': 'same-origin',
    ...(choices.chance(0.5) ? { Accept: 'application/json' } : {}),
    ...(choices.chance(0.3) ? { Cookie: cookieOf(choices) } : {}),
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
  { fuzzing, family, choices }: { fuzzing: Fuzzing; family: Family; choices: Choices },
): Sent {
  const filled = {
    ...(validValue(schema, { document: fuzzing.api.document, existing: family.ids, choices }) as object),
    goto: choices.pick(hostileTexts),
    ...(choices.chance(0.3) ? { again: '1', is_subscribed: 'on' } : {}),
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
