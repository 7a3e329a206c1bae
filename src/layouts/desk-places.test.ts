import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rightOf } from '#contract/organisation/rights'
import { type StaffRole, staffRoles } from '#contract/people/staff'
import { sitePages } from '#contract/site-pages'
import { deskRoutesOf } from '../routes.ts'
import { type DeskMember, deskAnswer, deskPages, placesOf } from './desk-places.ts'

const pages = Object.entries(deskPages).map(([path, right]) => ({ path, right }))
const addressOf = (path: string) => path.replaceAll(/:(\w+)/g, 'some_$1')
const person = (role: StaffRole | null, is_admin = false): DeskMember => ({
  ...{ first_name: 'Sam', last_name: 'Tremblay', title: null },
  ...{ role, is_admin },
})

describe('every page of the desk', () => {
  it('a page under /desk has the right that it needs', () => {
    expect(pages.length).toBeGreaterThan(2)
    const under = sitePages.filter(({ path }) => path.startsWith('/desk/')).map(({ path }) => path)
    expect(pages.map(({ path }) => path).toSorted()).toEqual(under.toSorted())
  })

  it.each(staffRoles.flatMap((role) => pages.map(({ path, right }) => ({ role, path, right }))))(
    'a $role opens $path only with the right $right',
    ({ role, path, right }) => {
      const mayOpen = right === null || rightOf(role, right) !== null
      expect(deskAnswer(addressOf(path), person(role), false)).toBe(mayOpen ? 'open' : 'not_allowed')
    },
  )

  it.each(pages)('$path is not found by a customer, and asks a member for the second factor', ({ path }) => {
    expect(deskAnswer(addressOf(path), person(null), false)).toBe('not_found')
    expect(deskAnswer(addressOf(path), person(null), true)).toBe('not_found')
    expect(deskAnswer(addressOf(path), person('owner'), true)).toBe('second_factor')
  })

  it('a page without a row is closed to the owner, too', () => {
    expect(deskAnswer('/desk/lakeside/nowhere', person('owner'), false)).toBe('not_allowed')
  })

  it('every page file is opened through the guard before it reads anything', () => {
    const files = globSync('src/pages/desk/**/*.astro')
    expect(files.length).toBe(pages.length)
    for (const file of files) {
      const [first] = /await .*/.exec(readFileSync(file, 'utf8')) ?? []
      expect([file, first]).toEqual([file, 'await openDesk(Astro)'])
    }
  })
})

it.each([...staffRoles.map((role) => person(role)), person(null, true)])(
  'the bar of a member with the role $role links only to pages that they may open',
  (member) => {
    const to = deskRoutesOf('lakeside')
    for (const place of placesOf(member))
      expect([place.name, deskAnswer(place.href(to), member, false)]).toEqual([place.name, 'open'])
  },
)
