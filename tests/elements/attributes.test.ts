import * as chains from 'viem/chains'
import { expect, test } from 'vitest'
import { readAttributes } from '../../react-skin/elements/attributes.ts'
import { networks } from '../../react-skin/elements/networks.ts'
import { toNetwork } from '../../sdk/network/networks.ts'

test('attributes become options; without any, the modal is a dialog', () => {
  expect(readAttributes([{}, {}])).toEqual({ options: { embedded: false }, faults: [] })
  const { options, faults } = readAttributes([
    { 'project-id': 'p', networks: '1, eip155:8453 10', theme: 'dark', locale: 'auto', features: 'swaps,pay -history' },
    { embedded: '', 'secure-site': 'https://secure.example' },
  ])
  expect(faults).toEqual([])
  expect({ ...options, networks: options.networks?.map(({ name }) => name) }).toEqual({
    projectId: 'p',
    networks: ['Ethereum', 'Base', 'OP Mainnet'],
    theme: 'dark',
    features: { swaps: true, pay: true, history: false },
    embedded: true,
    secureSite: 'https://secure.example',
  })
})

test('an invalid attribute is reported with its name and value, and the others apply', () => {
  const { options, faults } = readAttributes([
    { networks: '1,424242', theme: 'blue', locale: 'xx', features: 'send,-teleport' },
    { embedded: 'maybe' },
  ])
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([
    'theme="blue"',
    'locale="xx"',
    'embedded="maybe"',
    'networks="424242"',
    'features="-teleport"',
  ])
  expect(options.networks?.map(({ id }) => id)).toEqual([1])
  expect(options.features).toEqual({ send: true })
  expect(options).not.toHaveProperty('theme')
})

test('an attribute without valid networks is reported, and leaves an empty list', () => {
  const { options, faults } = readAttributes([{ networks: ' ' }])
  expect(options.networks).toEqual([])
  expect(faults).toEqual(['networks=" ": expected at least one network'])
})

test('if two elements differ, the first one applies; each may have its own language', () => {
  const { options, faults } = readAttributes([
    { 'project-id': 'one', locale: 'de' },
    { 'project-id': 'two', locale: 'fr' },
  ])
  expect(options.projectId).toBe('one')
  expect(faults).toEqual(['project-id="two": another element has "one", which is used'])
})

test('if two elements name different secure sites, neither applies: an added element must not choose who holds the keys', () => {
  const [own, other] = ['https://secure.example', 'https://evil.example']
  const { contradiction, faults } = readAttributes([{ 'secure-site': other }, { 'secure-site': own }])
  expect([contradiction, faults]).toEqual([`secure-site="${own}": another element has "${other}"`, []])
  expect(readAttributes([{ 'secure-site': own }, { 'secure-site': own }])).not.toHaveProperty('contradiction')
})

test('the networks equal those of viem', () => {
  const known = Object.values(chains).map(toNetwork)
  const own = networks.slice(1).filter(({ chainNamespace }) => chainNamespace === 'eip155')
  expect(own.length).toBeGreaterThan(15)
  for (const network of own) {
    const chain = known.find(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
    const first = chain && { default: { http: chain.rpcUrls.default.http.slice(0, 1) } }
    expect({ ...network, rpcUrls: { default: network.rpcUrls.default } }).toMatchObject({
      name: chain?.name,
      nativeCurrency: chain?.nativeCurrency,
      rpcUrls: first,
      blockExplorers: chain?.blockExplorers,
    })
    expect([network.name, network.gasPriceOracle]).toEqual([network.name, chain?.gasPriceOracle])
  }
})
