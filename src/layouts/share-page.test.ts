import { existsSync, globSync } from 'node:fs'
import { shareablePicture, sharedImage, sharePage } from './share-page.ts'
import { describe, expect, it } from 'vitest'

const page = { title: 'Canoe Week', url: 'https://book.example/pg/lakeside/evt/evt_canoe' }
const failing = (name: string) => async () => {
  throw Object.assign(new Error(name), { name })
}

describe('sharing a page', () => {
  it('the share button opens the share sheet or copies the URL', async () => {
    const done: unknown[] = []
    const share = async (data?: ShareData) => void done.push(data)
    const clipboard = { writeText: async (text: string) => void done.push(text) } as Clipboard
    expect([
      await sharePage(page, { share, clipboard }),
      await sharePage(page, { clipboard }),
      await sharePage(page, {}),
    ]).toEqual(['shared', 'copied', false])
    expect(done).toEqual([page, page.url])
  })
  it('a mail opens when sharing is forbidden', async () => {
    expect([
      await sharePage(page, { share: failing('AbortError') }),
      await sharePage(page, { share: failing('NotAllowedError') }),
    ]).toEqual(['shared', false])
  })
})

it('our own drawing is shared as a JPEG', () => {
  const drawings = globSync('public/pictures/*.svg').map((path) => path.replace(/^public/, ''))
  expect(drawings.length).toBeGreaterThan(10)
  expect(
    drawings.filter(
      (drawing) => !existsSync(`public${shareablePicture(drawing)}`) || shareablePicture(drawing) === drawing,
    ),
  ).toEqual([])
  for (const address of ['https://pictures.example/a.svg', '/logo.svg', '/pictures/a.png'])
    expect(shareablePicture(address)).toBe(address)
})

describe('the shared picture of a page', () => {
  it('T8: our own drawing is shared with its size', () =>
    expect([sharedImage('/pictures/canoe.svg'), sharedImage('https://x.example/a.webp')]).toEqual([
      { src: '/pictures/canoe.jpg', size: { width: 1200, height: 630 } },
      { src: 'https://x.example/a.webp', size: null },
    ]))
})
