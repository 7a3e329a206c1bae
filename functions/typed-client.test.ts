import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import openapiTypes, { astToString } from 'openapi-typescript'
import { expect, it } from 'vitest'
import { api } from './api.ts'
import { describeApi } from './api-description.ts'

const folder = '.wrangler/typed-client'
const config = {
  extends: '../../tsconfig.json',
  files: ['../../functions/test-bench/typed-jobs.ts'],
  include: [],
  exclude: [],
  compilerOptions: { types: [] },
}

it('the jobs of an organisation compile against the types of the API’s own description, and wrong fields do not', async () => {
  const types = await openapiTypes(JSON.stringify(describeApi(api)), { defaultNonNullable: false })
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/api.ts`, astToString(types))
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config))
  const compiler = ['node_modules/typescript-native/bin/tsc', '--noEmit', '--checkers', '1', '-p', folder]
  const { stdout } = await promisify(execFile)(process.execPath, compiler).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})
