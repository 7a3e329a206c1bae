// Runs first, even on a Node version too old for TypeScript.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Muster needs Node 22.18 or newer, and this is ${process.version}.`)
  console.error(
    'Run "npm install" without --ignore-scripts, which brings Node 24 along, and start it with "npm start" or "npm run …", never with "node".',
  )
  process.exit(1)
}
