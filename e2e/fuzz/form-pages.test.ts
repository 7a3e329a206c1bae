import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { api } from '../../functions/api.ts'
import { describeApi } from '../../functions/api-description.ts'
import { sitePages } from '../../functions/contract/site-pages.ts'
import { formRoutes } from '../../functions/edge/forms/answer-form.ts'
import { forms } from '../../functions/edge/forms/form-table.ts'
import { formPages, goneForms } from './form-pages.ts'

/** POST handlers that authenticate their caller by a signature; each has its own tests. */
const ofMachines = ['mail-events.ts', 'provider-webhook.ts']

it('L-01: the fuzz test covers every page that accepts a POST', async () => {
  const files = globSync('functions/edge/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && !ofMachines.some((each) => file.endsWith(`/${each}`)),
  )
  const modules = (await Promise.all(files.map((file) => import(resolve(file))))) as Record<string, unknown>[]
  const routes = modules.flatMap((module) => Object.values(module)).filter((each) => each instanceof Hono)
  const posts = [...routes, formRoutes(forms)].flatMap((form) =>
    form.routes.filter(({ method }) => method === 'POST').map(({ path }) => path),
  )
  const pages = sitePages.filter(({ takesForm }) => takesForm).map(({ path }) => path)
  const fuzzed = formPages.map(({ path }) => path)
  expect(posts.length).toBeGreaterThan(30)
  expect([...new Set([...posts, ...pages])].filter((path) => !fuzzed.includes(path))).toEqual([])
})

it('L-01: each fuzzed form sends the fields of an existing API call', () => {
  const calls = Object.keys(describeApi(api).paths ?? {})
  expect(formPages.filter(({ call }) => !calls.some((path) => call.test(path))).map(({ path }) => path)).toEqual([])
  expect(goneForms).toEqual([])
})
