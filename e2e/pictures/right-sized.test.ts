import { chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PictureKind, rightSized } from '../../functions/contract/offering/picture-address.ts'
import { makeAppointmentType } from '../../functions/test-bench/appointments.ts'
import { makeEvent, makeProgram } from '../../functions/test-bench/programs.ts'
import { makeProduct } from '../../functions/test-bench/store.ts'
import { findHeadlessShell } from '../find-chromium.ts'
import { openProofSite, type OwnProofSite } from '../proofs/proof-site.ts'
import { host, leftAsItIs, outside } from './outside.ts'
import { looked, photo } from './photos.ts'

const photos = new Map<string, Uint8Array<ArrayBuffer>>()
const there = outside(photos)
let site: OwnProofSite
let program_id: string
beforeAll(async () => {
  for (const [path, made] of Object.entries({
    '/wide.jpg': photo({ width: 3000, height: 2000 }),
    '/tall.jpg': photo({ width: 2000, height: 3000 }),
    '/turned.jpg': photo({ width: 3000, height: 2000 }, { orientation: 6 }),
    '/strip.jpg': photo({ width: 3600, height: 400 }),
    '/tiny.png': photo({ width: 200, height: 100 }, { format: 'png' }),
    '/other.jpg': photo({ width: 1800, height: 1200 }),
    '/a.webp': photo({ width: 1800, height: 1200 }, { format: 'webp' }),
    '/a.gif': photo({ width: 900, height: 600 }, { format: 'gif' }),
    '/a.avif': photo({ width: 1800, height: 1200 }, { format: 'avif' }),
  }))
    photos.set(path, await made)
  site = await openProofSite({ name: 'pictures', outside: there.answer })
  program_id = await makeProgram(site.bench, {
    features: { products: true, appointments: true, online_payments: true },
    preferences: { logo: `${host}/tiny.png`, checkout_background_url: `${host}/strip.jpg`, promote_products: true },
  })
}, 240_000)
afterAll(() => site?.stop())

const request = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { redirect: 'manual', headers })
const report = async (answer: Response) => ({
  type: answer.headers.get('Content-Type'),
  bytes: await answer.clone().arrayBuffer(),
  ...(await looked(await answer.arrayBuffer())),
})
const fetches = (path: string) => there.input.filter((url) => new URL(url).pathname === path).length
const setPicture = (table: 'events' | 'products' | 'programs' | 'appointment_types', id: string, address: string) =>
  site.sql(`UPDATE ${table} SET picture_url = ? WHERE id = ?`, address, id)
/** An event with a picture, and the URLs of the picture in its small and its large size. */
async function eventWith(
  path: string,
  { status = 'published', of = program_id }: { status?: 'published' | 'draft' | 'unpublished'; of?: string } = {},
) {
  const { event_id } = await makeEvent(site.bench, { programId: of, status })
  await setPicture('events', event_id, host + path)
  return { event_id, ...sizesOf('event', event_id, path) }
}
const sizesOf = (kind: PictureKind, id: string, path: string) => {
  const of = { program_id, kind, id }
  return { small: rightSized(host + path, of, 'small'), large: rightSized(host + path, of, 'large') }
}

describe('GET /pg/{program_id}/picture/{kind}/{id}/{width}-{version}', () => {
  it.each([
    { path: '/wide.jpg', small: [480, 320], large: [1200, 800] },
    { path: '/tall.jpg', small: [480, 720], large: [1200, 1800] },
    { path: '/turned.jpg', small: [480, 720], large: [1200, 1800] },
    { path: '/moved.jpg', small: [480, 320], large: [1200, 800] },
  ])('the picture at $path is a WebP in its display size', async ({ path, small, large }) => {
    const before = photos.get(path === '/moved.jpg' ? '/wide.jpg' : path)?.byteLength ?? 0
    const event = await eventWith(path)
    const [one, other] = [await report(await request(event.small)), await report(await request(event.large))]
    expect([one, other].map(({ type, format }) => [type, format])).toEqual([
      ['image/webp', 'webp'],
      ['image/webp', 'webp'],
    ])
    expect([
      [one.width, one.height],
      [other.width, other.height],
    ]).toEqual([small, large])
    expect(one.bytes.byteLength).toBeLessThan(before / 8)
    expect(other.bytes.byteLength).toBeLessThan(before / 2)
  })

  it('WebP, GIF and AVIF pictures are resized too', async () => {
    for (const path of ['/a.webp', '/a.gif', '/a.avif'])
      expect(await report(await request((await eventWith(path)).small))).toMatchObject({
        type: 'image/webp',
        width: 480,
        height: 320,
      })
  })

  it('a picture is never enlarged', async () => {
    expect(await report(await request(sizesOf('logo', program_id, '/tiny.png').small))).toMatchObject({
      width: 200,
      height: 100,
    })
    expect(await report(await request(sizesOf('checkout', program_id, '/strip.jpg').large))).toMatchObject({
      width: 3600,
      height: 400,
    })
  })

  it('a resized picture has a long public cache time', async () => {
    const { small } = await eventWith('/wide.jpg')
    for (const round of ['made', 'kept']) {
      const { headers } = await request(small)
      expect([
        round,
        headers.get('Cache-Control'),
        headers.get('X-Content-Type-Options'),
        headers.get('Content-Security-Policy'),
      ]).toEqual([
        round,
        'public, max-age=2592000, immutable',
        'nosniff',
        "default-src 'none'; sandbox; frame-ancestors 'none'",
      ])
      expect(headers.get('ETag')).toBe(`"${small.split('/').at(-1)}"`)
    }
    expect((await request(small, { 'If-None-Match': `"${small.split('/').at(-1)}"` })).status).toBe(304)
  })

  it('a picture is fetched from the organisation’s host once, for any number of visitors', async () => {
    const { small } = await eventWith('/other.jpg')
    const bytes = (await report(await request(small))).bytes.byteLength
    expect([
      (await report(await request(small))).bytes.byteLength,
      (await report(await request(`${small}?lang=fr&x=1`))).bytes.byteLength,
    ]).toEqual([bytes, bytes])
    expect(fetches('/other.jpg')).toBe(1)
  })

  it('a picture that cannot be resized redirects to the original', async () => {
    for (const [path, why] of Object.entries(leftAsItIs)) {
      const { small } = await eventWith(path)
      const began = performance.now()
      const answer = await request(small)
      expect([path, answer.status, answer.headers.get('Location'), answer.headers.get('Cache-Control')]).toEqual([
        path,
        302,
        host + path,
        `public, max-age=${why === 'too slow' ? 60 : 300}`,
      ])
      expect(performance.now() - began).toBeLessThan(7000)
      const before = fetches(path)
      expect([path, (await request(small)).status, fetches(path) - before]).toEqual([path, 302, 0])
    }
    expect(there.input.filter((url) => !url.startsWith(`${host}/`))).toEqual([])
    const messages = site.logs
      .filter((line) => line.includes('picture_left_as_it_is'))
      .map((line) => JSON.parse(line) as { why: string })
    expect(messages.map(({ why }) => why)).toEqual(Object.values(leftAsItIs))
    expect(site.logs.filter((line) => line.includes('pictures.example'))).toEqual([])
  })

  it('an unknown picture version redirects to the current one', async () => {
    const event = await eventWith('/wide.jpg')
    await setPicture('events', event.event_id, `${host}/tall.jpg`)
    const now = sizesOf('event', event.event_id, '/tall.jpg')
    expect(now.small).not.toBe(event.small)
    expect(await report(await request(now.small))).toMatchObject({ width: 480, height: 720 })
    const old = await request(event.large)
    expect([old.status, old.headers.get('Location')]).toEqual([302, now.large])
  })

  it('a hidden, foreign or missing picture returns 404', async () => {
    const other = await makeProgram(site.bench)
    const [draft, back, foreign, shown] = [
      await eventWith('/wide.jpg', { status: 'draft' }),
      await eventWith('/wide.jpg', { status: 'unpublished' }),
      await eventWith('/wide.jpg', { of: other }),
      await eventWith('/wide.jpg'),
    ]
    const gone = await makeProduct(site.bench, { programId: program_id, isRemoved: true })
    await setPicture('products', gone.product_id, `${host}/wide.jpg`)
    const [hidden, elsewhere] = [
      await makeAppointmentType(site.bench, program_id, { status: 'unpublished', picture_url: `${host}/wide.jpg` }),
      await makeAppointmentType(site.bench, other, { picture_url: `${host}/wide.jpg` }),
    ]
    await site.sql(
      "UPDATE programs SET features = json_set(features, '$.appointments', json('true')) WHERE id = ?",
      other,
    )
    const without = (await makeEvent(site.bench, { programId: program_id })).event_id
    const before = there.input.length
    for (const path of [
      draft.small,
      back.small,
      foreign.small,
      sizesOf('product', gone.product_id, '/wide.jpg').small,
      sizesOf('appointment', hidden.type_id, '/wide.jpg').small,
      sizesOf('appointment', elsewhere.type_id, '/wide.jpg').small,
      sizesOf('event', 'evt_none', '/wide.jpg').small,
      sizesOf('event', without, '/wide.jpg').small,
      sizesOf('program', program_id, '/wide.jpg').small,
      sizesOf('logo', other, '/wide.jpg').small,
      shown.small.replace('/event/', '/venue/'),
      shown.small.replace('/480-', '/481-'),
      shown.small.replace('/480-', '/4000-'),
      `${shown.small}00`,
      shown.small.replace(/480-.*/, encodeURIComponent(`${host}/wide.jpg`)),
    ]) {
      const answer = await request(path)
      expect([path, answer.status, answer.headers.get('Cache-Control')]).toEqual([path, 404, 'no-store'])
    }
    expect(there.input.length).toBe(before)
  })
})

describe('pictures on public pages', () => {
  it('public pages show photos resized and our own drawings unchanged', async () => {
    const html = async (path: string) => (await request(path)).text()
    await setPicture('programs', program_id, `${host}/wide.jpg`)
    const event = await eventWith('/wide.jpg')
    const { product_id } = await makeProduct(site.bench, { programId: program_id, eventIds: [event.event_id] })
    await setPicture('products', product_id, `${host}/wide.jpg`)
    const { type_id } = await makeAppointmentType(site.bench, program_id, { picture_url: `${host}/wide.jpg` })
    const [lesson, program, logo, product, checkout] = [
      sizesOf('appointment', type_id, '/wide.jpg'),
      sizesOf('program', program_id, '/wide.jpg'),
      sizesOf('logo', program_id, '/tiny.png'),
      sizesOf('product', product_id, '/wide.jpg'),
      sizesOf('checkout', program_id, '/strip.jpg'),
    ]
    const pages = {
      list: await html(`/pg/${program_id}`),
      event: await html(`/pg/${program_id}/evt/${event.event_id}`),
      store: await html(`/pg/${program_id}?store=all`),
      schedule: await html(`/pg/${program_id}/schedule`),
      login: await html(`/pg/${program_id}/login`),
      embed: await html(`/embed/${program_id}`),
    }
    const sources = (page: string) => [...page.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src)
    expect(sources(pages.list)).toEqual(expect.arrayContaining([program.large, logo.small, event.small]))
    expect(sources(pages.event)).toEqual(expect.arrayContaining([event.large, logo.small, product.small]))
    expect(pages.event).toContain(`srcset="${event.small} 480w, ${event.large} 1200w"`)
    expect(sources(pages.store)).toContain(product.small)
    expect(sources(pages.schedule)).toContain(lesson.small)
    expect((await report(await request(lesson.small))).width).toBe(480)
    expect(sources(pages.login)).toContain(checkout.large)
    expect(sources(pages.embed)).toContain(event.small)
    expect(
      Object.values(pages)
        .flatMap(sources)
        .filter((src) => src?.startsWith('https:')),
    ).toEqual([])
    // Cards of events without a picture show the drawing of their type.
    expect(sources(pages.list).filter((src) => src?.startsWith('/pictures/')).length).toBeGreaterThan(0)
    // Shared pages and search engines get the organisation's original URL.
    expect(pages.event).toContain(`<meta property="og:image" content="${host}/wide.jpg"`)
  })

  it('a browser loads the small picture for a card and the large one on a high-density phone', async () => {
    const event = await eventWith('/wide.jpg')
    const browser = await chromium.launch({
      executablePath: findHeadlessShell(),
      args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
    })
    const shown = async (path: string, source: string, deviceScaleFactor: number) => {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 }, deviceScaleFactor })
      await page.goto(site.url + path)
      const image = page.locator(`img[src="${source}"]`)
      await image.scrollIntoViewIfNeeded()
      await expect
        .poll(() => image.evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth > 0), {
          timeout: 20_000,
        })
        .toBe(true)
      return image.evaluate((each: HTMLImageElement) => new URL(each.currentSrc).pathname)
    }
    try {
      expect(await shown(`/pg/${program_id}?search=Canoe&skip=0`, event.small, 3)).toBe(event.small)
      expect(await shown(`/pg/${program_id}/evt/${event.event_id}`, event.large, 3)).toBe(event.large)
      expect(await shown(`/pg/${program_id}/evt/${event.event_id}`, event.large, 1)).toBe(event.small)
    } finally {
      await browser.close()
    }
  })
})
