import { describe, expect, it } from 'vitest'
import { checkMailDomain } from './mail-domain.ts'

type Records = Record<string, string[]>
const domain = 'camps.example'
const good: Records = {
  'camps.example': ['google-site-verification=x', 'v=spf1 include:spf.provider.example ~all'],
  'spf.provider.example': ['v=spf1 ip4:192.0.2.0/24 -all'],
  's1._domainkey.camps.example': ['v=DKIM1; k=rsa; p=MIGf'],
  '_dmarc.camps.example': ['v=DMARC1; p=quarantine; rua=mailto:postmaster@camps.example'],
}
const resolver = (records: Records, mail: string[] = ['mx.camps.example']) => {
  const answer = async <Row>(rows: Row[] | undefined) => {
    if (!rows || rows.length === 0) throw Object.assign(new Error('none'), { code: 'ENODATA' })
    return rows
  }
  return {
    // A long record consists of several strings.
    resolveTxt: (name: string) => answer(records[name]?.map((text) => [text.slice(0, 20), text.slice(20)])),
    resolveMx: () => answer(mail.map((exchange) => ({ exchange, priority: 10 }))),
  }
}
const states = async (records: Records, selectors: string[] = []) =>
  Object.fromEntries(
    (await checkMailDomain(resolver(records), { domain, selectors })).map(({ what, state, words }) => [
      what,
      `${state}: ${words}`,
    ]),
  )

describe('the DNS records of a mail domain', () => {
  it('a domain with all four records passes', async () => {
    const findings = await checkMailDomain(resolver(good), { domain })
    expect(findings.map(({ what, state }) => [what, state])).toEqual([
      ['SPF', 'ok'],
      ['DKIM', 'ok'],
      ['DMARC', 'ok'],
      ['MX', 'ok'],
    ])
  })

  it.each([
    ['none', [], /^stop: Add a TXT record to camps\.example: "v=spf1 include:/],
    ['two records', ['v=spf1 -all', 'v=spf1 ~all'], /^stop: .* 2 SPF records/],
    ['a record that allows every sender', ['v=spf1 +all'], /^stop: .*everybody/],
    ['a short record that allows every sender', ['v=spf1 mx all'], /^stop: .*everybody/],
    ['a record without a final rule', ['v=spf1 mx'], /^look: .*~all/],
    [
      'a record with too many lookups',
      [`v=spf1 ${'include:spf.provider.example a mx '.repeat(4)}~all`],
      /^stop: .*12 further/,
    ],
    ['a record that redirects to another domain', ['v=spf1 redirect=spf.provider.example'], /^ok/],
  ])('the check of SPF records names each fault: %s', async (_, texts, words) =>
    expect((await states({ ...good, 'camps.example': texts })).SPF).toMatch(words),
  )

  it('DKIM: a missing or withdrawn record is reported', async () => {
    const { 's1._domainkey.camps.example': _, ...unsigned } = good
    expect((await states(unsigned)).DKIM).toMatch(/^look: .*--selector NAME/)
    expect((await states(good, ['mine'])).DKIM).toMatch(/^stop: There is no key at mine\._domainkey\.camps\.example/)
    expect((await states({ ...good, 's1._domainkey.camps.example': ['v=DKIM1; p='] })).DKIM).toMatch(
      /^stop: .*withdrawn/,
    )
    expect((await states(good, ['s1'])).DKIM).toBe('ok: Keys: s1.')
  })

  it.each([
    ['none', [], /^stop: Add a TXT record to _dmarc\.camps\.example/],
    ['a record that only monitors', ['v=DMARC1; p=none'], /^look: .*p=none/],
    ['a record without a policy', ['v=DMARC1; rua=mailto:x@y.z'], /^stop: .*no policy/],
    ['two records', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], /^stop: .*2 records/],
  ])('the check of DMARC records names each fault: %s', async (_, texts, words) =>
    expect((await states({ ...good, '_dmarc.camps.example': texts })).DMARC).toMatch(words),
  )

  it("DMARC: a domain without its own record inherits the parent's", async () => {
    const findings = await checkMailDomain(resolver(good), { domain: 'book.camps.example' })
    expect(findings.find(({ what }) => what === 'DMARC')).toMatchObject({ state: 'ok' })
  })

  it('a domain whose name servers do not answer is reported as unknown', async () => {
    const silent = async () => Promise.reject(Object.assign(new Error('late'), { code: 'ETIMEOUT' }))
    const findings = await checkMailDomain({ resolveTxt: silent, resolveMx: silent }, { domain })
    expect(findings.map(({ state, words }) => [state, words.includes('ETIMEOUT')])).toEqual(
      Array(4).fill(['look', true]),
    )
  })

  it('MX: a domain that accepts no mail is reported', async () => {
    const findings = await checkMailDomain(resolver(good, ['']), { domain })
    expect(findings.at(-1)).toMatchObject({ what: 'MX', state: 'look' })
  })
})
