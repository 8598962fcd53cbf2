/** The first step of the tests: reports what is missing, and installs a browser if necessary. */
const [major] = process.versions.node.split('.').map(Number)
if (major < 22) {
  console.error(
    `The tests run on the node that npm installs with them (24), not on ${process.version}.\n` +
      'Run "npm ci" first, then "npm test"; do not call vitest directly.',
  )
  process.exit(1)
}
const { findChromium, findShell, installShell } = await import('./chromium.ts')
installShell()
console.log(`Browsers: ${await findChromium()}, ${await findShell()}`)
