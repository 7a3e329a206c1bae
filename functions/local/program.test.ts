import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { programCommand } from './program.ts'
import { openBench } from '../test-bench/bench.ts'
import { overHttp } from '../test-bench/over-http.ts'
import { makeCustomer, unique } from '../test-bench/people.ts'
import { fairRefund, makeProgram, makeSessionPackage } from '../test-bench/programs.ts'
import { openShop } from '../test-bench/shop.ts'
import { mailsTo, post } from '../test-bench/sign-ups.ts'
import { reportsCommand } from '../organisation/organiser/program-file/reports-command.ts'
import { sendCommand } from '../organisation/organiser/program-file/send-command.ts'

const cli = new URL('program.ts', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'program-'))
let server: Awaited<ReturnType<typeof overHttp>>

type Typed = { code: number; out: string; err: string }
const client = 'bench:bench-secret-of-32-characters-x'

/** A command as an organisation types it, run in this process. */
async function type(words: string[], site = server.site): Promise<Typed> {
  vi.stubEnv('SITE', site)
  vi.stubEnv('ORGANISER_CLIENT', client)
  const { code, lines } = await programCommand(words)
  const said = `${lines.join('\n')}\n`
  return code === 0 ? { code, out: said, err: '' } : { code, out: '', err: said }
}

/** The same command in a separate process. */
const typeApart = (words: string[]) =>
  new Promise<Typed>((resolve) => {
    const env = { ...process.env, SITE: server.site, ORGANISER_CLIENT: client, NODE_OPTIONS: '' }
    execFile(process.execPath, [cli, ...words], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })

describe('npm run program', () => {
  const program = `program-${unique()}`
  const write = (name: string, more: string) => {
    const file = join(folder, name)
    writeFileSync(
      file,
      `program: ${program}\nname: Camp\ntimezone: America/Toronto\ndefault_currency: CAD\ncountry: CA\n${more}`,
    )
    return file
  }
  beforeAll(async () => {
    server = await overHttp(await openBench())
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
    return server.close()
  })

  it('the command exits with its result', async () => {
    const [right, wrong, nothing] = await Promise.all([
      typeApart(['plan', write('apart.yaml', '')]),
      typeApart(['plan', write('wrong.yaml', 'pools: [{ key: bus, spots_total: -1 }]\n')]),
      typeApart([]),
    ])
    expect(right).toEqual({
      code: 0,
      err: '',
      out: `Site: ${server.site}\n  + program: ${program}\n1 to create, 0 to change, 0 to remove, 0 as they are.\n`,
    })
    expect([wrong.code, wrong.out, nothing.code, nothing.out]).toEqual([1, '', 2, ''])
    expect(nothing.err).toContain('npm run program -- plan FILE')
  })

  it('applying the export of a program changes nothing', async () => {
    const file = write('camp.yaml', 'pools: [{ key: bus, spots_total: 20 }]\n')
    expect(await type(['plan', file])).toEqual({
      code: 0,
      err: '',
      out: `Site: ${server.site}\n  + program: ${program}\n  + pools.bus\n2 to create, 0 to change, 0 to remove, 0 as they are.\n`,
    })
    const refused = await type(['apply', file])
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('To create it there, add --yes.')])
    expect((await type(['export', program])).code).toBe(1)
    expect((await type(['apply', file, '--yes'])).out).toContain(`Applied to ${server.site}.`)
    expect((await type(['apply', file])).code).toBe(0)
    expect((await type(['plan', write('more.yaml', 'pools: [{ key: bus, spots_total: 30 }]\n')])).out).toBe(
      `Site: ${server.site}\n  ~ pools.bus.spots_total: 20 → 30\n0 to create, 1 to change, 0 to remove, 0 as they are.\n`,
    )
    const exported = join(folder, 'exported.yaml')
    const { out } = await type(['export', program])
    expect(out.split('\n')[0]).toBe(`# yaml-language-server: $schema=${server.site}/program-file.schema.json`)
    writeFileSync(exported, out)
    expect((await type(['plan', exported])).out).toBe(`Site: ${server.site}\nNothing to change.\n`)
  })

  it('the command shows the line of a mistake', async () => {
    const file = write('broken.yaml', 'pools: [{ key: bus, spots_total: -1 }]\n')
    expect(await type(['apply', file])).toEqual({
      code: 1,
      out: '',
      err: `Site: ${server.site}\n${file}:6:21  pools[0].spots_total: Enter a number of 0 or more.\nNothing was changed: 1 to put right.\n`,
    })
  })

  it('the command without SITE speaks only to the site of its checkout', async () => {
    vi.stubEnv('DATA', join(folder, 'no-data'))
    const { code, err } = await type(['plan', write('alone.yaml', '')], '')
    expect([code, err]).toEqual([2, expect.stringContaining('Set SITE to the address of the site')])
    vi.stubEnv('DATA', undefined)
  })

  it('the command explains its usage and each failure', async () => {
    const nothing = await type([])
    const noFile = await type(['apply', 'none.yaml'])
    const noProgram = await type(['export', 'no-such-program'])
    const noSite = await type(['export', program], 'http://127.0.0.1:9')
    expect(nothing.err).toContain('npm run program -- plan FILE')
    expect(noFile).toEqual({ code: 2, out: '', err: 'There is no file none.yaml.\n' })
    expect(noProgram.code).toBe(1)
    expect(noSite).toEqual({ code: 2, out: '', err: 'No site answers at http://127.0.0.1:9. Is it running?\n' })
  })

  it("the command shows a campaign's recipients, sends it and stops it", async () => {
    const bench = await openBench()
    const programId = await makeProgram(bench)
    const [reader] = [
      await makeCustomer(bench, { programIds: [programId] }),
      await makeCustomer(bench, { programIds: [programId] }),
    ]
    await bench.env.DB.prepare('UPDATE customer_profiles SET is_subscribed = 1 WHERE id = ?')
      .bind(reader.profileId(programId))
      .run()
    const target = { site: server.site, client: { id: 'bench', secret: 'bench-secret-of-32-characters-x' } }
    const file = join(folder, 'august.md')
    writeFileSync(file, `---\nprogram: ${programId}\nsubject: August\n---\nThree places left.\n`)
    const shown = await type(['send', file, '--to', 'subscribers'])
    expect(shown).toMatchObject({ code: 0, err: '' })
    for (const words of [
      'Three places left.',
      ' 1 get it',
      ' 1 never said yes to news',
      ' 0 unsubscribed',
      'Nothing was sent',
    ])
      expect(shown.out).toContain(words)
    expect(await mailsTo(bench, reader.email)).toEqual([])
    const later = await type(['send', file, '--to', 'subscribers', '--at', '2035-08-05T09:00:00Z'])
    const [, campaign = ''] = /cancel (cmp_\w+)/.exec(later.out) ?? []
    expect((await sendCommand(target, [programId, 'show', campaign])).lines[0]).toBe('scheduled')
    expect((await sendCommand(target, [programId, 'cancel', campaign])).lines[0]).toBe('cancelled')
    expect((await sendCommand(target, [programId, 'cancel', campaign])).code).toBe(1)
    expect((await type(['send', file, '--to', 'subscribers', '--yes'])).out).toContain('It is being sent.')
    for (const words of [
      [file],
      [file, '--to', 'event'],
      [file, '--to', 'event:'],
      [file, '--to', 'event:canoe:full'],
      [file, '--to', 'subscribers:canoe'],
      [file, '--to', 'everyone'],
      ['none.md', '--to', 'subscribers'],
    ])
      expect((await sendCommand(target, words)).code).toBe(2)
    expect((await sendCommand(target, [file, '--to', 'event:canoe:full'])).lines).toEqual([
      'A mail goes to everyone with a place in canoe: --to event:canoe, without :full.',
    ])
  })

  it('the command lists waiting orders and records money for them', async () => {
    const bench = await openBench()
    const refund = { ...fairRefund, automatic: false, request: true }
    const shop = await openShop(bench, { program: { selling: { offline: true } }, refund })
    const person = await shop.customer({ firstName: 'Amir' })
    const promised = await shop.cart(person)
    await shop.pay(person, promised, '', { checkout_method: 'offline', payment_source_id: undefined })
    const paid = await shop.cart(person)
    await shop.pay(person, paid)
    await bench.call(`/v1/profile/orders/${paid.order_id}/refund`, person.json({ reason: 'moved_away' }))

    expect((await type(['orders', shop.programId])).out).toMatch(
      new RegExp(`^${promised.order_id} .*Amir.*\\$100\\.00`),
    )
    const record = ['orders', shop.programId, 'record', promised.order_id]
    expect(await type([...record, 'ten'])).toEqual({ code: 2, err: 'ten is no amount.\n', out: '' })
    expect((await type([...record, '40', 'cash'])).out).toBe('Recorded $40.00.\n')
    const [request = ''] = (await type(['refunds', shop.programId])).out.split(' ')
    expect(request).toMatch(/^rfr_/)
    expect((await type(['refunds', shop.programId, 'approve', request, '33.33'])).out).toBe('Approved $33.33.\n')
    expect((await type(['refunds', shop.programId])).out).toBe('No refund waits for a decision.\n')
    expect((await type(['refunds', shop.programId, 'decline', request, 'No.'])).code).toBe(1)
  })

  it('the command uses and returns a visit, and deletes only a program in which nothing was sold', async () => {
    const bench = await openBench()
    const shop = await openShop(bench, { program: { features: { sessions: true } } })
    const person = await shop.customer()
    const source = await makeSessionPackage(bench, shop.programId, { name: 'Two swims', allocated_amount: 2 })
    const customer_profile_id = person.profileId(shop.programId)
    const items = [{ type: 'session_package', source, quantity: 1 }]
    const order = await bench.call(
      '/v1/profile/orders',
      person.json({ program_id: shop.programId, customer_profile_id, items }),
    )
    await shop.pay(person, { order_id: ((await order.json()) as { id: string }).id } as never)

    const listed = (await type(['visits', shop.programId, person.email])).out
    expect(listed).toMatch(/^crd_\w+ {2}Two swims {2}the family {2}2 of 2 left\n$/)
    const used = (await type(['visits', shop.programId, 'use', listed.split(' ')[0] ?? '', '--note', 'Evening'])).out
    expect(used).toMatch(/^rdm_\w+ {2}Used: Two swims, 1 left\.\n$/)
    const redemption = used.split(' ')[0] ?? ''
    expect((await type(['visits', shop.programId, 'return', redemption, '--quiet'])).out).toBe(
      `${redemption}  Returned: Two swims, 2 left.\n`,
    )
    expect((await type(['visits', shop.programId, 'use'])).code).toBe(2)

    expect((await type(['delete', shop.programId])).out).toContain('It stays, because it has orders (1)')
    expect((await type(['delete', shop.programId, '--confirm', shop.programId])).err).toContain('must be kept')
    const unused = await makeProgram(bench)
    expect((await type(['delete', unused])).out).toContain(`add --confirm ${unused}`)
    expect((await type(['delete', unused, '--confirm', unused])).out).toBe(`${unused} was deleted.\n`)
    expect((await type(['delete', unused, '--now'])).code).toBe(2)
  })

  it('the command imports a spreadsheet of events and copies them to the next season', async () => {
    const bench = await openBench()
    const of = await makeProgram(bench)
    const csv = (name: string, type: string) => {
      const file = join(folder, name)
      writeFileSync(file, `Course,Kind of course,Date,Time,Fee,Spaces\nKiln,${type},2027-08-05,9:00-12:00,48,8\n`)
      return file
    }
    const mapping = join(folder, 'mapping.json')
    writeFileSync(mapping, '{"Kind of course": "type"}')
    const importing = (file: string, ...more: string[]) =>
      type(['import', file, '--to', of, '--mapping', mapping, ...more])

    const wrong = await importing(csv('wrong.csv', 'Swimming'))
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringContaining('rows[2].Kind of course: “Swimming” is not a type'),
    ])
    const right = csv('right.csv', 'class')
    expect((await importing(right)).out).toBe(
      '+ kiln\n1 new, 0 changed, 0 unchanged.\nNothing was changed. --yes imports it.\n',
    )
    expect((await importing(right, '--yes')).out).toContain('Events imported.')
    expect((await type(['import', right, '--to', of])).out).toContain('0 new, 0 changed, 1 unchanged.')

    const copying = ['copy-season', of, '--shift', '+52w', '--from', '2027-08-01', '--to', '2027-08-31']
    const copy = '+ kiln → kiln-2028, 2028-08-03T09:00\n'
    expect((await type(copying)).out).toBe(`${copy}Nothing was changed. --yes makes the copies.\n`)
    expect((await type([...copying, '--yes'])).out).toBe(`${copy}Season copied.\n`)
    expect((await type(['copy-season', of, '--shift', '+52w', 'gone'])).code).toBe(1)
    for (const words of [
      ['import', right],
      ['copy-season', of],
      [...copying, 'kiln'],
    ])
      expect((await type(words)).code).toBe(2)
  })

  it('the command lists and answers support reports', async () => {
    const bench = await openBench()
    const shop = await openShop(bench)
    const write = async (issue_type: string) => {
      const body = {
        ...{ reporter_name: 'Nadia Roy', reporter_email: `nadia${unique()}@example.com`, type: 'billing', issue_type },
        ...{ summary: 'Charged two times', description: 'My card shows it twice.', program_id: shop.programId },
      }
      const answer = await bench.call('/v1/support', post(body))
      return { email: body.reporter_email, reference: ((await answer.json()) as { reference: string }).reference }
    }
    const [toSite, toProgram] = [await write('charged_twice'), await write('refund_missing')]
    const target = { site: server.site, client: { id: 'bench', secret: 'bench-secret-of-32-characters-x' } }
    const say = async (...words: string[]) => (await reportsCommand(target, words)).lines.join('\n')

    const listed = (await type(['reports'])).out
    expect(listed).toContain(`${toSite.reference}  received`)
    expect(listed).not.toContain(toProgram.reference)
    expect(await say('--of', shop.programId)).toMatch(
      new RegExp(`^${toProgram.reference}  received  .*  refund missing  Nadia Roy  Charged two times$`),
    )
    expect(await say('show', toSite.reference)).toContain(`from: Nadia Roy <${toSite.email}>\nprogram: `)
    const answer = ['reports', 'answer', toSite.reference, 'resolved', 'One of the two was a hold. It is gone.']
    expect((await type(answer)).out).toBe(`${toSite.reference}: resolved. Its reporter is told.\n`)
    const mail = (await mailsTo(bench, toSite.email)).find(({ subject }) => subject.endsWith('resolved'))
    expect(mail?.text).toContain('One of the two was a hold.')
    expect(await say()).not.toContain(toSite.reference)
    expect(await say('answer', toSite.reference, 'received')).toContain('The site answered 400.')
    for (const words of [['show'], ['answer', toSite.reference], ['close'], ['--of']])
      expect((await reportsCommand(target, words)).code).toBe(2)
  })
})
