import { hashWithCost } from '../../functions/test-bench/old-hash.ts'
import { bearer, goodPassword, signupBody } from '../../functions/test-bench/sign-ups.ts'
import type { Answer } from '../../functions/test-bench/http-client.ts'
import type { ProofSite } from '../proofs/proof-site.ts'
import { benchSecrets } from '../../functions/test-bench/stand-ins.ts'

export const rightPassword = goodPassword
export const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Repeats a request when a kept-alive connection was closed during it. */
export async function surely<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch {
    return request()
  }
}

/** Creates an account by the usual sign-up. */
export async function signUpOne(
  site: ProofSite,
): Promise<{ email: string; id: string; headers: Record<string, string> }> {
  const body = signupBody()
  const answer = await surely(() => site.call('/api/v1/signup', json(body)))
  if (answer.status !== 201) throw new Error(`sign-up answered ${answer.status} ${answer.text}`)
  return { email: body.email, id: answer.body.id as string, headers: bearer(answer.body as { access_token: string }) }
}

/** Accounts `known0001…` with one password, hashed at the current or another cost. */
export async function makeAccounts(
  site: ProofSite,
  input: { name: string; count: number; cost?: { logN: number; r: number; p: number } },
): Promise<string[]> {
  const model = await signUpOne(site)
  const hash = input.cost
    ? await hashWithCost(rightPassword, benchSecrets.PASSWORD_PEPPER, input.cost)
    : ((await site.sql('SELECT password_hash FROM users WHERE id = ?', model.id))[0]?.password_hash as string)
  const mark = `${input.name}-`
  await site.sql(
    `INSERT INTO users (id, first_name, last_name, email, email_key, phone, password_hash, is_email_verified, timezone, created, updated)
     WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
     SELECT 'usr_' || ?2 || n, first_name, last_name, ?2 || printf('%04d', n) || '@example.com', ?2 || printf('%04d', n) || '@example.com', phone, ?3, 1, timezone, created, updated FROM users, numbers WHERE id = ?4`,
    input.count,
    mark,
    hash,
    model.id,
  )
  await site.sql(
    `INSERT INTO customers (id, user_id, timezone, created, updated) SELECT 'cus' || substr(id, 4), id, timezone, created, updated FROM users WHERE id LIKE 'usr_' || ? || '%'`,
    mark,
  )
  return Array.from({ length: input.count }, (_, index) => emailOf(input.name, index))
}

/** An unknown email of the same length as that of a real account. */
export const emailOf = (name: string, at: number): string => `${name}-${String(at + 1).padStart(4, '0')}@example.com`

/** The parts of a response that reveal information: without its time, its request id and the sent values. */
export function shown({ status, headers, text }: Answer, own: readonly string[]): string {
  const kept = Object.entries(headers)
    .filter(([name]) => !['x-request-id', 'date', 'etag', 'content-length'].includes(name))
    .sort()
  return own
    .reduce((whole, each) => whole.replaceAll(each, '…'), JSON.stringify([status, kept, text]))
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'then')
}

/** A log-in with the right password at the form of the site. */
export const logInAtForm = (site: ProofSite, email: string, headers: Record<string, string>): Promise<Answer> =>
  surely(() =>
    site.call(
      '/pg/lakeside/login',
      json(
        { username: email, password: rightPassword },
        { Accept: 'application/json', Origin: site.url, 'Sec-Fetch-Site': 'same-origin', ...headers },
      ),
    ),
  )
