import { existsSync } from 'node:fs'

// Runs first, even on a Node version too old for TypeScript.
const [major, minor] = process.versions.node.split('.').map(Number)
const has = (name) => existsSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url))
if (!has('wrangler')) {
  console.error(
    'What the site runs with is not installed: run "npm install --include=dev", without --omit=dev and with NODE_ENV unset.',
  )
  process.exit(1)
}
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Muster needs Node 22.18 or newer, and this is ${process.version}.`)
  console.error(
    'Run "npm install" without --ignore-scripts, which brings Node 24 along, and start it with "npm start" or "npm run …", never with "node".',
  )
  process.exit(1)
}
