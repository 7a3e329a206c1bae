import { expect, it } from 'vitest'
import { api } from './api.ts'
import { routesOf } from './api-description/routes.ts'

it('every write that needs no account has a limit by network address', () => {
  const open = routesOf(api).filter(
    ({ method, description: { caller = 'anyone' } }) => method !== 'GET' && caller === 'anyone',
  )
  expect(open.length).toBeGreaterThan(10)
  expect(open.filter(({ perMinute }) => perMinute === null).map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
