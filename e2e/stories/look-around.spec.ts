import { readFile } from 'node:fs/promises'
import { sitePages } from '../../functions/contract/site-pages.ts'
import { made } from '../fixtures/call.ts'
import { type Family, newFamily, program } from '../fixtures/families.ts'
import { applyProgram } from '../fixtures/organiser.ts'
import { pierProgram } from '../fixtures/pier-program.ts'
import { faultsOf, idFaultsOf, unnamedFormsOf } from '../fixtures/html-faults.ts'
import { expect, fitsTheScreen, isAccessible, logIn, test } from '../fixtures/phone.ts'
import { paidOrder, payForPlace, placeOf } from '../fixtures/places.ts'
import { site } from '../playwright.config.ts'

test.describe('browsing as a visitor', () => {
  test('a visitor finds a camp by words, age and type', async ({ phone }) => {
    await phone.goto(`/pg/${program}`)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/Lakeside Camps/)
    await isAccessible(phone)
    await fitsTheScreen(phone)
    const all = await phone.locator('main a[href*="/evt/"]').count()
    await phone.locator('input[name=search]').fill('Junior')
    await phone.locator('input[name=search]').press('Enter')
    await phone.waitForURL(/search=Junior/)
    // The first result is visible without scrolling past the head of the page.
    await expect(phone.getByText('Junior week').first()).toBeInViewport()
    expect(await phone.locator('main a[href*="/evt/"]').count()).toBeLessThan(all)
    await isAccessible(phone)
    await phone.goto(`/pg/${program}?search=nothing+has+this+name`)
    await expect(phone.locator('main a[href*="/evt/"]')).toHaveCount(0)
    await isAccessible(phone)
    await phone.goto(`/pg/${program}?age=9&type=camp`)
    expect(await phone.locator('main a[href*="/evt/"]').count()).toBeGreaterThan(0)
  })

  test('pictures, the icon and the manifest load after the text', async ({ phone }) => {
    await phone.goto(`/pg/${program}`)
    await expect(phone.locator('.leaf img').first()).toBeVisible()
    await expect(phone.locator('noscript[data-after-paint]')).toHaveCount(0)
    await expect(phone.locator('link[rel=icon]')).toHaveAttribute('href', '/lakeside-icon.png')
    await expect(phone.locator('link[rel=manifest]')).toHaveCount(1)
    await phone.goto(`/embed/${program}`)
    await expect(phone.locator('.leaf img').first()).toBeVisible()
    await expect(phone.locator('link[rel=icon]')).toHaveAttribute('href', '/lakeside-icon.png')
  })

  test('the program’s picture is above the log-in, sign-up and registration forms', async ({ phone }) => {
    const strip = phone.locator('.strip')
    await phone.setViewportSize({ width: 1024, height: 740 })
    const place = await placeOf('Junior week', 'Ages 8 to 12')
    for (const path of ['login', 'signup', `evt/${place.event_id}/register`]) {
      await phone.goto(`/pg/${program}/${path}`)
      await expect
        .poll(() => strip.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth))
        .toBeGreaterThan(0)
      expect(
        await strip.evaluate((element) => ({
          words: element.textContent,
          height: element.clientHeight,
          colour: getComputedStyle(element, '::after').backgroundColor,
          opacity: getComputedStyle(element, '::after').opacity,
        })),
      ).toEqual({ words: '', height: 127, colour: 'rgb(23, 121, 124)', opacity: '0.25' })
    }
    await phone.setViewportSize({ width: 360, height: 740 })
    await expect(strip, 'a phone leaves its room to the form').toBeHidden()
    await phone.setViewportSize({ width: 1024, height: 740 })
    await phone.emulateMedia({ media: 'print' })
    await expect(strip).toBeHidden()
    for (const path of ['', '/packages', `/evt/${place.event_id}`]) {
      await phone.goto(`/pg/${program}${path}`)
      await expect(strip).toHaveCount(0)
    }
  })

  test('an event shows its date, venue, group and price', async ({ phone }) => {
    const place = await placeOf('Junior week', 'Ages 8 to 12')
    await phone.goto(`/pg/${program}/evt/${place.event_id}`)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Junior week')
    await expect(phone.getByText('Ages 8 to 12').first()).toBeVisible()
    await expect(phone.getByText(/\$\d+\.\d\d/).first()).toBeVisible()
    await expect(phone.locator(`a[href*="/evt/${place.event_id}/register"]`).first()).toBeVisible()
    const data = JSON.parse((await phone.locator('script[type="application/ld+json"]').first().textContent()) ?? '')
    expect(JSON.stringify(data)).toContain('"@type":"Event"')
    await isAccessible(phone)
    await fitsTheScreen(phone)
  })

  for (const path of [
    '/',
    `/pg/${program}`,
    `/pg/${program}?lang=fr`,
    `/pg/${program}/terms`,
    `/pg/${program}/privacy`,
    '/privacy',
    `/pg/${program}/login`,
    `/pg/${program}/signup`,
    `/embed/${program}`,
    `/embed/${program}?lang=fr&search=nothing`,
    '/api/docs',
    '/pg/no-such-program',
    '/no/such/page',
  ]) {
    test(`${path} is valid, accessible, and fits a small screen`, async ({ phone, request }) => {
      if (path === '/api/docs') test.setTimeout(300_000)
      const html = await (await request.get(path)).text()
      expect(await faultsOf(html)).toEqual([])
      await phone.goto(path)
      await phone.setViewportSize({ width: 320, height: 640 })
      await fitsTheScreen(phone)
      await phone.setViewportSize({ width: 360, height: 740 })
      // The API page is long, and axe checks every element. Only the long run checks all calls.
      if (path === '/api/docs' && !process.env['EVERY_STORY'])
        await phone.evaluate(() => {
          for (const [index, call] of document.querySelectorAll('main details').entries())
            if (index % 24 > 0) call.remove()
        })
      await isAccessible(phone)
    })
  }

  test('a missing page is in the language of the URL, or else of the browser', async ({ request, browser }) => {
    const spoken = async (path: string, input: string) => {
      const answer = await request.get(path, { headers: { 'Accept-Language': input } })
      return [answer.status(), /<html lang="(\w+)/.exec(await answer.text())?.[1]]
    }
    for (const path of [
      '/no/such/page',
      '/pg/no-such-program',
      '/pg/no-such-program/evt/evt_none',
      '/embed/no-such-program',
    ]) {
      expect([
        await spoken(path, 'de, fr-CA;q=0.9, en;q=0.8'),
        await spoken(path, 'de'),
        await spoken(`${path}?lang=fr`, 'en'),
        await spoken(`${path}?lang=en`, 'fr'),
      ]).toEqual([
        [404, 'fr'],
        [404, 'en'],
        [404, 'fr'],
        [404, 'en'],
      ])
    }
    // For a known program, the page belongs to the program and is in its language.
    expect(await spoken(`/pg/${program}/evt/evt_none`, 'fr')).toEqual([404, 'en'])
    const french = await (await browser.newContext({ locale: 'fr-CA' })).newPage()
    await french.goto('/no/such/page')
    await expect(french.getByRole('heading', { level: 1 })).toHaveText('Le sentier s’arrête ici')
    await french.getByRole('link', { name: 'English' }).click()
    await expect(french.getByRole('heading', { level: 1 })).toHaveText('This path ends here')
    await french.getByRole('link', { name: 'Français' }).click()
    await french.getByRole('link', { name: 'Aller à l’accueil' }).click()
    await expect(french).toHaveURL(/\/\?lang=fr$/)
    await french.context().close()
  })

  test('the End key reaches the end of a long list', async ({ phone }) => {
    await phone.goto(`/pg/${program}`)
    expect(
      await phone
        .locator('.card, .foot > *')
        .evaluateAll((parts) => parts.every((part) => part.checkVisibility({ contentVisibilityAuto: true }))),
    ).toBe(true)
    await phone.keyboard.press('End')
    await expect(phone.locator('.foot')).toBeInViewport()
    await expect
      .poll(() => phone.evaluate(() => document.documentElement.scrollHeight - scrollY - innerHeight))
      .toBeLessThan(2)
  })

  test('the event page is valid HTML in both languages', async ({ request }) => {
    const place = await placeOf('Big lake day', 'Fifty places')
    for (const lang of ['en', 'fr']) {
      const html = await (
        await request.get(`/pg/${program}/evt/${place.event_id}${lang === 'fr' ? '?lang=fr' : ''}`)
      ).text()
      expect(await faultsOf(html)).toEqual([])
      expect(html).toContain(`<html lang="${lang}`)
      // The preview of a shared link, and the icon on a home screen.
      for (const tag of [
        /<meta property="og:image" content="https?:\/\/[^"]+"/,
        /<meta property="og:image:alt" content="[^"]{3,}"/,
        /<meta property="og:image:width" content="\d+"/,
        /<meta property="og:image:height" content="\d+"/,
        /<link rel="apple-touch-icon" href="\/[^"]+"/,
      ])
        expect(html).toMatch(tag)
    }
  })

  test('every response has the security headers, including errors and redirects', async ({ request }) => {
    for (const path of [
      '/',
      `/pg/${program}`,
      '/no/such/page',
      '/api/nothing',
      '/api/health',
      `/token?goto=${encodeURIComponent(`/pg/${program}`)}`,
      '/robots.txt',
    ]) {
      const answer = await request.get(path, { maxRedirects: 0 })
      expect([path, answer.headers()['x-content-type-options']]).toEqual([path, 'nosniff'])
      expect([path, answer.headers()['content-security-policy'] ?? '']).toEqual([
        path,
        expect.stringContaining("default-src '"),
      ])
    }
    const partedOf = async (path: string) => (await request.get(path)).headers()['cross-origin-opener-policy']
    expect([
      await partedOf('/'),
      await partedOf(`/pg/${program}`),
      await partedOf(`/pg/${program}/login`),
      await partedOf('/no/such/page'),
    ]).toEqual([undefined, undefined, 'same-origin', 'same-origin'])
    const foreign = await request.get(`/pg/${program}`, { headers: { Host: 'evil.example' } })
    expect(foreign.status()).toBe(421)
  })
})

test.describe('browsing without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of [`/pg/${program}`, `/embed/${program}`])
    test(`${path} shows its pictures and the program’s icon without JavaScript`, async ({ page }) => {
      await page.goto(path)
      await expect(page.locator('.leaf img').first()).toBeVisible()
      await expect(page.locator('link[rel=icon]').last()).toHaveAttribute('href', '/lakeside-icon.png')
    })

  test('the explore page and an event have the same content without JavaScript', async ({ page }) => {
    await page.goto(`/pg/${program}`)
    await page.locator('input[name=search]').fill('Junior')
    await page.locator('form:has(input[name=search]) button').first().click()
    await expect(page).toHaveURL(/search=Junior/)
    await page.locator('main a[href*="/evt/"]').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Junior week')
    const register = page.locator('a[href*="/register"]').first()
    expect(new URL((await register.getAttribute('href')) ?? '', site).pathname).toMatch(/\/evt\/[\w]+\/register$/)
    await register.click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('noscript').first()).toBeAttached()
  })
})

/** One resource of each kind, with texts that only its owner may read. */
async function ownThings(owner: Family) {
  const { bearer, profile_id } = owner
  const place = await placeOf('Make Your First Game', 'One seat')
  const event = await made(`/explore/events/${place.event_id}`)
  const registration = await made('/profile/registrations', {
    bearer,
    body: {
      event_id: place.event_id,
      option_id: place.option_id,
      customer_profile_id: profile_id,
      attendee_profile_id: owner.children[0]?.attendee_profile_id,
      form_response: { answers: [{ field_id: event.fields[0].id, value: true }] },
    },
  })
  await payForPlace(bearer, { program, customer_profile_id: profile_id, registration_id: registration.id })
  const [paid] = (await made(`/profile/orders?program_id=${program}`, { bearer })).data
  const street = {
    address_line_1: '77 Hidden Lane',
    city: 'Perth',
    region: 'CA-ON',
    postcode: 'K7H 1A1',
    country: 'CA',
  }
  const address = await made('/profile/customer_addresses', { bearer, body: street })
  const question = 'Is the heron nest near the dock?'
  const message = await made('/profile/messages', { bearer, body: { program_id: program, body: question } })
  const cards = `/profile/programs/${program}/payment_methods`
  const card = await made(`${cards}/pm_card_visa/attach`, { bearer, body: { is_default: true } })
  const packages = await made(`/explore/programs/${program}/membership_packages`)
  const membership = await made(`/profile/programs/${program}/memberships`, {
    bearer,
    body: {
      package_id: packages.data[0].id,
      customer_profile_id: profile_id,
      default_payment_method: card.id,
    },
  })
  const form = new FormData()
  form.set('purpose', 'attachment')
  form.set('file', new Blob([await readFile('public/favicon.png')], { type: 'image/png' }), 'heron-nest.png')
  const headers = { Authorization: `Bearer ${bearer}` }
  const sent = await fetch(`${site}/api/v1/files`, { method: 'POST', headers, body: form })
  const file = (await sent.json()) as { id: string }
  const ids = {
    event_id: place.event_id,
    order_id: paid.id as string,
    registration_id: registration.id as string,
    attendee_id: owner.children[0]?.attendee_id ?? '',
    message_id: message.id as string,
    membership_id: membership.id as string,
    file_id: file.id,
    address_id: address.id as string,
  }
  const secrets = [owner.email, 'Wilhelmina', 'Quackenbush', 'Maya', street.address_line_1, question, 'heron-nest']
  return { ids, secrets: [...secrets, paid.receipt_number as string] }
}

const longWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunter'
/** A program whose texts have words that are wider than a phone. */
const longWords = () => {
  const [venue] = pierProgram.venues
  const [event] = pierProgram.events
  const option = { ...event?.options[0], name: longWord.slice(0, 50), spots_total: 'unlimited' }
  const texts = {
    name: longWord,
    summary: longWord,
    description: `${longWord}\n\n- [${longWord}](https://example.com)`,
  }
  return {
    ...pierProgram,
    program: 'long-words',
    name: longWord,
    languages: ['en'],
    venues: [{ ...venue, name: longWord, address: { ...venue?.address, address_line_1: longWord, city: longWord } }],
    events: [{ ...event, ...texts, tags: [longWord.slice(0, 40)], options: [option] }],
  }
}

test.describe('private pages of a logged-in customer', () => {
  test('the private pages are valid, accessible and fit a small screen', async ({ phone }) => {
    test.setTimeout(150_000)
    const family = await newFamily({ verified: false, name: [longWord.slice(0, 40), longWord.slice(0, 40)] })
    const order = await paidOrder(family, await placeOf('Big lake day', 'Fifty places'))
    await logIn(phone, family, `/pg/${program}/profile/orders`)
    for (const path of [
      '/profile/orders',
      `/profile/orders/${order.id}`,
      '/profile/schedule',
      '/profile/family',
      '/profile/family/add',
      '/verify',
      '/logout',
      `/evt/${(await placeOf('Junior week', 'Ages 8 to 12')).event_id}/register`,
    ]) {
      const answer = await phone.goto(`/pg/${program}${path}`)
      expect([path, answer?.status(), answer?.headers()['cache-control']]).toEqual([
        path,
        200,
        expect.stringContaining('no-store'),
      ])
      expect([path, await faultsOf((await answer?.text()) ?? '')]).toEqual([path, []])
      await expect(phone.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
      await isAccessible(phone)
      await phone.setViewportSize({ width: 320, height: 640 })
      await fitsTheScreen(phone)
      await phone.setViewportSize({ width: 360, height: 740 })
    }
    await applyProgram(longWords())
    const { data } = await made<{ data: { id: string }[] }>('/explore/events?program_id=long-words')
    await phone.setViewportSize({ width: 320, height: 640 })
    for (const path of [
      '',
      `/evt/${data[0]?.id}`,
      `/evt/${data[0]?.id}/register`,
      '/profile/family',
      '/profile/edit',
    ]) {
      await phone.goto(`/pg/long-words${path}`)
      await expect(phone.getByText(longWord).first()).toBeVisible()
      await fitsTheScreen(phone)
    }
    await phone.goto(`/pg/${program}/logout`)
    await phone.locator('main form button').first().click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('See you soon')
    await phone.goto(`/pg/${program}/profile/orders`)
    await expect(phone).toHaveURL(/\/login\?/)
  })

  test('no page has an id twice, a label or icon without its part, or a form without a name in a list', async ({
    request,
  }) => {
    test.setTimeout(120_000)
    const owner = await newFamily()
    const { ids } = await ownThings(owner)
    const types = await made(`/explore/appointment_types?program_id=${program}&limit=1`)
    const known: Record<string, string> = {
      program_id: program,
      appointment_type_id: types.data[0].id,
      kind: 'membership',
      ...ids,
    }
    await request.post(`/pg/${program}/login`, {
      form: { username: owner.email, password: owner.password },
      headers: { Origin: site, 'Sec-Fetch-Site': 'same-origin' },
    })
    const shown: string[] = []
    for (const { path } of sitePages.filter(({ path }) => !path.endsWith('/logout'))) {
      const address = path.replaceAll(/:(\w+)/g, (_, name: string) => known[name] ?? 'none')
      const answer = await request.get(address)
      if (answer.ok()) shown.push(path)
      if (!/html/.test(answer.headers()['content-type'] ?? '')) continue
      const html = await answer.text()
      expect([path, ...idFaultsOf(html), ...unnamedFormsOf(html)]).toEqual([path])
    }
    expect(shown.length).toBeGreaterThan(50)
  })

  test('S-2: no private page shows data of another family', async ({ request, playwright }) => {
    test.setTimeout(120_000)
    const owner = await newFamily({ name: ['Wilhelmina', 'Quackenbush'] })
    const { ids, secrets } = await ownThings(owner)
    const mine = await newFamily({ verified: false, ages: [], name: ['Jo', 'Tremblay'] })
    const signedIn = await request.post(`/pg/${program}/login`, {
      form: { username: mine.email, password: mine.password },
      headers: { Origin: site, 'Sec-Fetch-Site': 'same-origin' },
      maxRedirects: 0,
    })
    expect(signedIn.status()).toBe(303)
    const nobody = await playwright.request.newContext({ baseURL: site })
    const pages = sitePages
      .filter(({ path, isPublic }) => !isPublic && path.startsWith('/pg/') && !path.endsWith('/logout'))
      .map(({ path }) => ({
        isTheirs: Object.keys(ids).some((name) => name !== 'event_id' && path.includes(`:${name}`)),
        isMine: path.includes('/profile/'),
        address: path.replaceAll(/:(\w+)/g, (_, name: string) => ({ program_id: program, ...ids })[name] ?? 'none'),
      }))
    const { order_id, registration_id, attendee_id, address_id } = ids
    pages.push(
      ...[
        `account/address?address_id=${address_id}`,
        `messages?about=${order_id}`,
        `schedule?saved=1&who=${attendee_id}`,
        `family?saved=1&who=${attendee_id}`,
      ].map((path) => ({ isTheirs: false, isMine: true, address: `/pg/${program}/profile/${path}` })),
      {
        isTheirs: false,
        isMine: false,
        address: `/pg/${program}/evt/${ids.event_id}/register?again=${registration_id}`,
      },
    )
    expect(pages.filter(({ isTheirs }) => isTheirs).length).toBeGreaterThan(13)
    for (const { address, isTheirs, isMine } of pages) {
      for (const visitor of [request, nobody]) {
        const answer = await visitor.get(address, { maxRedirects: 0 })
        const shown = `${await answer.text()} ${JSON.stringify(answer.headers())}`
        expect([address, secrets.filter((each) => shown.includes(each))]).toEqual([address, []])
        expect([address, answer.status() < 500]).toEqual([address, true])
        if (visitor === request && isTheirs) expect([address, answer.status()]).toEqual([address, 404])
        if (visitor === nobody && (isTheirs || isMine))
          expect([address, answer.headers().location ?? answer.status()]).toEqual([
            address,
            expect.stringMatching(/\/(?:login|token)\?/),
          ])
      }
    }
  })
})
