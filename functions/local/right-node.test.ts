import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.1.0'}})`
/** The text that a start prints in a checkout with these packages. */
function said(packages: string[], imports: string[] = []): string {
  const root = mkdtempSync(join(tmpdir(), 'node-'))
  mkdirSync(join(root, 'functions/local'), { recursive: true })
  cpSync('functions/local/right-node.js', join(root, 'functions/local/right-node.js'))
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  for (const name of packages) {
    mkdirSync(join(root, 'node_modules', name), { recursive: true })
    writeFileSync(join(root, 'node_modules', name, 'package.json'), '{}')
  }
  const words = [...imports, './functions/local/right-node.js'].flatMap((each) => ['--import', each])
  return spawnSync(process.execPath, [...words, '--eval', '0'], { cwd: root, encoding: 'utf8' }).stderr
}

it('a start with an old Node or missing packages names the cause', () => {
  expect(said(['wrangler'])).toBe('')
  expect(said(['wrangler'], [old])).toMatch(/^Muster needs Node 22\.18 or newer.+without --ignore-scripts/s)
  expect(said([], [old])).toMatch(/^What the site runs with is not installed: .+--include=dev/)
  expect(said([])).toMatch(/--omit=dev/)
})
