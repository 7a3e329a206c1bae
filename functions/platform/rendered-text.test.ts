import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../test-bench/bench.ts'
import { putFile, shortestFile } from '../test-bench/program-file.ts'
import { unique } from '../test-bench/people.ts'
import { makeContext } from './make-context.ts'
import { htmlOf } from './rendered-text.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})

const put = (more: object) => putFile(bench, { ...shortestFile(), ...more })
const kept = async () =>
  (await bench.env.DB.prepare('SELECT html FROM rendered_texts').all<{ html: string }>()).results.map(
    ({ html }) => html,
  )

describe('storing the Markdown of an organisation', () => {
  it('Markdown is rendered in every language when it is saved', async () => {
    const mark = unique()
    const description = { en: `## Bring\n\n- boots ${mark}`, fr: `*Bottes* ${mark}` }
    const event = {
      key: 'week',
      type: 'camp' as const,
      name: { en: 'Week', fr: 'Semaine' },
      description,
      starts_at: '2027-07-05T09:00',
      ends_at: '2027-07-09T16:00',
      options: [{ key: 'full', name: { en: 'Full', fr: 'Entière' }, cost: 10, spots_total: 5 }],
    }
    const answer = await put({ languages: ['en', 'fr'], events: [event] })
    expect([answer.status, answer.error.errors]).toEqual([200, undefined])
    const html = (await kept()).filter((each) => each.includes(mark))
    expect(html.sort()).toEqual([
      `<h3>Bring</h3>\n<ul class="list">\n<li>boots ${mark}</li>\n</ul>`,
      `<p><em>Bottes</em> ${mark}</p>`,
      `<ul class="list">\n<li>boots ${mark}</li>\n</ul>`,
    ])
  })

  it('a page prints the stored HTML', async () => {
    const { createHash } = await import('node:crypto')
    const text = `kept ${unique()}`
    const hash = createHash('sha256').update(`1:${text}`).digest('base64url').slice(0, 32)
    await bench.env.DB.prepare('INSERT INTO rendered_texts (hash, html, created) VALUES (?, ?, 1)')
      .bind(hash, '<p>kept</p>')
      .run()
    const { db } = makeContext({ env: bench.env, now: bench.now() })
    expect(await htmlOf({ read: db, write: db, now: bench.now() }, text)).toBe('<p>kept</p>')
  })

  it('a text from before the migration is rendered when it is first shown', async () => {
    const text = `old ${unique()}`
    const { db } = makeContext({ env: bench.env, now: bench.now() })
    expect(await htmlOf({ read: db, write: db, now: bench.now() }, text)).toBe(`<p>${text}</p>`)
    expect(await kept()).toContain(`<p>${text}</p>`)
  })

  it('over-formatted Markdown is rejected with its line', async () => {
    const answer = await put({ preferences: { privacy_text: `Fine.\n\n${'_*'.repeat(2500)}` } })
    expect(answer).toMatchObject({
      status: 400,
      error: {
        type: 'invalid_parameter',
        errors: [
          {
            param: 'preferences.privacy_text',
            message: expect.stringContaining('Line 3 of this text has more formatting than a page can show.'),
          },
        ],
      },
    })
  })
})
