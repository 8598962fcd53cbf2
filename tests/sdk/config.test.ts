import { describe, expect, test } from 'vitest'
import {
  alertTexts,
  createLatchkey,
  defineNetwork,
  errorTexts,
  LatchkeyError,
  mainnet,
  solana,
  type LatchkeyOptions,
} from '../../sdk/index.ts'
import { base as chain } from 'viem/chains'
import { other } from '../support/instance.ts'

const faultsOf = (options: LatchkeyOptions): string => {
  try {
    createLatchkey(options)
  } catch (error) {
    if (LatchkeyError.is(error, 'config.invalid')) return error.message
    throw error
  }
  return ''
}

/** The faults of untyped options, one by one. */
const listed = (options: unknown): string[] =>
  faultsOf(options as LatchkeyOptions)
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2))

const fake = { id: 'fake', name: 'Fake Wallet', type: 'ANNOUNCED', chain: 'eip155' } as const

describe('createLatchkey', () => {
  test('accepts a token by the address that its chain uses: a contract, or a mint', () => {
    const listed = (address: string) => ({
      networks: [solana],
      tokens: { [solana.caipNetworkId]: [{ address, symbol: 'X', name: 'X', decimals: 6 }] },
    })
    expect(faultsOf(listed('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'))).toBe('')
    for (const wrong of ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'EPjF', '', 'O'.repeat(44)])
      expect(faultsOf(listed(wrong))).toContain(`tokens["${solana.caipNetworkId}"][0].address: Invalid address`)
  })

  test('accepts ABIs by network and address, and says what is wrong with one', () => {
    const address = `0x${'1'.repeat(40)}`
    const abi = [{ type: 'function', name: 'order', inputs: [], outputs: [], stateMutability: 'view' }]
    expect(faultsOf({ networks: [mainnet], abis: { 'eip155:1': { [address]: abi } } })).toBe('')
    expect(
      listed({
        networks: [mainnet, solana],
        abis: {
          'eip155:9': {},
          'eip155:1': { '0x12': abi, [address]: 'order()' },
          [solana.caipNetworkId]: {},
        },
      }),
    ).toEqual([
      'abis["eip155:9"]: eip155:9 is not among the networks',
      'abis["eip155:1"]: "0x12" is not an address',
      `abis["eip155:1"]["${address}"]: this is not an ABI`,
      `abis["${solana.caipNetworkId}"]: only contracts of eip155 have ABIs`,
    ])
    expect(listed({ abis: [] })).toEqual(['abis: [] is not an object'])
    expect(listed({ networks: [mainnet], abis: { 'eip155:1': null } })).toEqual([
      'abis["eip155:1"]: this is not a record of ABIs by address',
    ])
  })

  test('lists every fault in one readable error', () => {
    const message = faultsOf({
      id: 'no spaces, please',
      networks: [
        mainnet,
        { ...mainnet },
        { ...other, rpcUrls: { default: { http: ['ftp://nowhere', 'nonsense'] } } },
        { ...other, caipNetworkId: 'eip155:77', chainNamespace: 'solana' },
        { ...other, caipNetworkId: 'stellar:1' as never, name: '' },
      ],
      defaultNetwork: 'eip155:5',
      tokens: { 'eip155:1': [{ address: '0x12', symbol: 'X', name: 'X', decimals: -1 }], 'eip155:9': [] },
      hosts: { catalog: 'catalog.example' },
      featuredWalletIds: ['a', 'b', 'a'],
      excludeWalletIds: ['b'],
      includeWalletIds: Array.from({ length: 101 }, (_, index) => String(index)),
      customWallets: [{ id: '', name: 'Nameless' }],
      connectorTypeOrder: ['nonsense' as never],
      ...({ siwx: {}, siweConfig: {} } as object),
      timeouts: { connectMs: 0, ...({ nonsense: 1 } as object) },
    })
    for (const fault of [
      'id: "no spaces, please"',
      'networks[1]: eip155:1 is listed twice',
      '"ftp://nowhere" is not an http(s) URL',
      '"nonsense" is not an http(s) URL',
      'networks[3]: eip155:77 is not of the namespace solana',
      'networks[4].caipNetworkId: Invalid CAIP-2 network id',
      'networks[4].name',
      'defaultNetwork: eip155:5 is not among the networks',
      'tokens["eip155:1"][0].decimals',
      'hosts.catalog: "catalog.example" is not an http(s) URL',
      'featuredWalletIds: a wallet is listed twice',
      'featuredWalletIds: b is excluded as well',
      'includeWalletIds: 101 wallets are more than the 100 there may be',
      'customWallets[0].id',
      'connectorTypeOrder: there is no group "nonsense"',
      'Cannot set both `siweConfig` and `siwx` options',
      'timeouts.connectMs: 0 is not a positive number',
      'timeouts: there is no "nonsense"',
    ])
      expect(message).toContain(fault)
  })

  test.each([
    ['https://pictures.example/base.svg', true],
    ['/pictures/base.svg', true],
    ['http://localhost:5173/base.svg', true],
    ['data:image/svg+xml,%3Csvg/%3E', true],
    ['data:image/png;base64,iVBORw0KGgo=', true],
    ['http://pictures.example/base.svg', false],
    ['//pictures.example/base.svg', false],
    ['/\\\\pictures.example/base.svg', false],
    ['data:text/html,<script>alert(1)</script>', false],
    ['data:image', false],
    ['javascript:alert(1)', false],
    ['blob:https://site.example/1', false],
    ['base.svg', false],
    ['', false],
  ])('accepts a network image that is safe to load: %s [3.11]', (imageUrl, sound) => {
    const fault =
      'networks[0].assets.imageUrl: This is no picture: an https URL, a path on this site, or data:image/… is one'
    expect(listed({ networks: [defineNetwork(mainnet, { imageUrl })] })).toEqual(sound ? [] : [fault])
  })

  test('rejects siwx together with siweConfig [5.16], and lists the missing functions of an incomplete one', () => {
    const both = listed({ siwx: {}, siweConfig: {} })
    expect(both).toEqual(['Cannot set both `siweConfig` and `siwx` options'])
    expect(listed({ siwx: { createMessage: () => {}, addSession: 1 } })).toEqual([
      'siwx: revokeSession is missing',
      'siwx: setSessions is missing',
      'siwx: getSessions is missing',
      'siwx.addSession: 1 is not a function',
    ])
    const noop = async () => {}
    const own = { createMessage: noop, addSession: noop, revokeSession: noop, setSessions: noop, getSessions: noop }
    expect(listed({ siwx: { ...own, addSession: undefined } })).toEqual(['siwx: addSession is missing'])
    expect(listed({ siwx: { ...own, required: false, server: '/sign-in' } })).toEqual([
      'siwx: "required" does not go with functions of your own',
      'siwx: "server" does not go with functions of your own',
    ])
    expect(listed({ siwx: Object.assign(Object.create(own), { messenger: {} }) })).toEqual([])
    expect(listed({ siwx: { getRequired: () => true } })).toEqual([
      'siwx: getRequired goes with the other functions only',
    ])
    expect(
      listed({
        siwx: { server: 'javascript:alert(1)', statement: 'Für alle', resources: ['nothing'], expiresInMs: 1e300 },
      }),
    ).toEqual([
      'siwx.server: "javascript:alert(1)" is not an http(s) URL',
      'siwx.statement: it has to be one line of letters, digits and punctuation of ASCII (EIP-4361)',
      'siwx.resources: "nothing" is not a URI',
      'siwx.expiresInMs: it is more than a hundred years',
    ])
    expect(listed({ siwx: { statment: 'Hello' } })).toEqual(['siwx: there is no "statment"; did you mean "statement"?'])
    expect(listed({ siwx: true })).toEqual(['siwx: true is not an object'])
    expect(listed({ siweConfig: {} })).toEqual([
      'siweConfig: getNonce is missing',
      'siweConfig: verifyMessage is missing',
      'siweConfig: getSession is missing',
      'siweConfig: signOut is missing',
    ])
    expect(listed({ siwx: {} })).toEqual([])
    expect(listed({ siwx: { server: 'https://shop.example/sign-in', statement: 'Hello' } })).toEqual([])
    expect(listed({ siwx: undefined })).toEqual([])
  })

  test('accepts the theme light, dark or system [5.23]', () => {
    for (const theme of ['light', 'dark', 'system']) expect(listed({ theme })).toEqual([])
    expect(listed({ theme: 'blue' })).toEqual(['theme: "blue" is not "light" or "dark" or "system"'])
  })

  test.each<[unknown, string[]]>([
    [{ networks: [] }, ['networks: at least one network is needed']],
    [{ projectID: 'x' }, ['there is no "projectID"; did you mean "projectId"?']],
    [
      { networs: [], embeded: true },
      ['there is no "networs"; did you mean "networks"?', 'there is no "embeded"; did you mean "embedded"?'],
    ],
    [
      { features: { send: 'no', recieve: true } },
      ['features.send: "no" is not a boolean', 'features: there is no "recieve"; did you mean "receive"?'],
    ],
    [{ constructor: 1, ['__proto__']: 1 }, ['there is no "constructor"', 'there is no "__proto__"']],
    [{ embedded: 'no', debug: 1 }, ['embedded: "no" is not a boolean', 'debug: 1 is not a boolean']],
    [{ projectId: null }, ['projectId: null is not a string']],
    [{ projectId: '', id: undefined }, []],
    [{ networks: mainnet }, ['networks: an object is not an array']],
    [{ networks: [undefined] }, ['networks[0]: Required']],
    [{ networks: [null] }, ['networks[0]: Invalid input']],
    [{ networks: [mainnet, chain], defaultNetwork: chain }, []],
    [{ networks: [chain], defaultNetwork: 8453 }, []],
    [{ networks: [{ ...chain, rpcUrls: {} }] }, ['networks[0].rpcUrls.default: Required']],
    [
      { networks: [{ id: '8453', rpcUrls: chain.rpcUrls }] },
      ['networks[0].id: Invalid input', 'networks[0].name: Required', 'networks[0].nativeCurrency: Required'],
    ],
    [{ networks: [mainnet], defaultNetwork: { ...chain, rpcUrls: {} } }, ['defaultNetwork.rpcUrls.default: Required']],
    [{ defaultNetwork: chain }, ['defaultNetwork: eip155:8453 is not among the networks']],
    [{ defaultNetwork: 10 }, ['defaultNetwork: eip155:10 is not among the networks']],
    [{ defaultNetwork: true }, ['defaultNetwork: true is not a string or an object or a positive number']],
    [{ tokens: { 'eip155:1': 'USDC' } }, ['tokens["eip155:1"]: Invalid input']],
    [
      { tokens: { 'eip155:1': [{ address: '0x1234', symbol: 'X', name: 'X', decimals: 18 }] } },
      ['tokens["eip155:1"][0].address: An address has 40 characters after 0x. This one has 4.'],
    ],
    [{ tokens: { 'eip155:1': [undefined] } }, ['tokens["eip155:1"][0]: Required']],
    [
      { tokens: { 'eip155:9': [{ address: `0x${'1'.repeat(40)}`, symbol: 'X', name: 'X', decimals: 6 }] } },
      ['tokens["eip155:9"][0]: eip155:9 is not among the networks'],
    ],
    [{ connectors: [undefined] }, ['connectors[0].connector: Required', 'connectors[0].provider: Required']],
    [
      { connectors: [{ connector: { ...fake, type: 'MAGIC' }, provider: {} }] },
      ['connectors[0].connector.type: Invalid input'],
    ],
    [{ featuredWalletIds: 'abc' }, ['featuredWalletIds: "abc" is not an array of strings']],
    [{ excludeWalletIds: [1] }, ['excludeWalletIds: [1] is not an array of strings']],
    [{ customWallets: [undefined] }, ['customWallets[0].id: Required', 'customWallets[0].name: Required']],
    [{ unsupportedChain: 'hide' }, ['unsupportedChain: "hide" is not "view" or "notice" or "nothing"']],
    [{ allWallets: true }, ['allWallets: true is not "SHOW" or "HIDE" or "ONLY_MOBILE"']],
    [{ analytics: 'on' }, ['analytics: "on" is not a function or "api"']],
    [{ hosts: { catalogue: 'x' } }, ['hosts: there is no "catalogue"; did you mean "catalog"?']],
    [
      { metadata: { name: 5, icon: 'x' } },
      ['metadata.name: 5 is not a string', 'metadata: there is no "icon"; did you mean "icons"?'],
    ],
    [
      { timeouts: { connectMs: '5', apiMS: 1 } },
      ['timeouts.connectMs: "5" is not a positive number', 'timeouts: there is no "apiMS"; did you mean "apiMs"?'],
    ],
    [{ ports: { loger: {} } }, ['ports: there is no "loger"; did you mean "logger"?']],
    [{ verifyUrl: 'verify.example' }, ['verifyUrl: "verify.example" is not an http(s) URL']],
    [{ verifyUrl: 5 as never }, ['verifyUrl: 5 is not a string']],
    [{ relayUrl: 'https://relay.example' }, ['relayUrl: "https://relay.example" is not a ws(s) URL']],
    [{ logLevel: 'verbose' }, ['logLevel: "verbose" is not "silent" or "error" or "warn"']],
    ['project id', ['options: "project id" is not an object']],
    [null, ['options: null is not an object']],
  ])('lists each fault of %o once, in words, and never throws a TypeError [1.1]', (options, faults) => {
    expect(listed(options)).toEqual(faults)
  })

  test('reports a missing field as Required, and a wrong one as Invalid input [8.66]', () => {
    const { name: _, ...nameless } = mainnet
    expect(listed({ networks: [{ ...nameless, nativeCurrency: { name: 'Ether', symbol: 5 } }] })).toEqual([
      'networks[0].name: Required',
      'networks[0].nativeCurrency.symbol: Invalid input',
      'networks[0].nativeCurrency.decimals: Required',
    ])
    expect(listed({ tokens: { 'eip155:1': [{ address: `0x${'1'.repeat(40)}`, symbol: '', name: 'X' }] } })).toEqual([
      'tokens["eip155:1"][0].symbol: Invalid input',
      'tokens["eip155:1"][0].decimals: Required',
    ])
  })

  test.each([NaN, Infinity, -1, 1.5, 2 ** 53, 256, '6', null])('rejects %o as the decimals of a token', (decimals) => {
    const token = { address: `0x${'1'.repeat(40)}`, symbol: 'X', name: 'X', decimals }
    expect(listed({ tokens: { 'eip155:1': [token] } })).toEqual(['tokens["eip155:1"][0].decimals: Invalid input'])
  })

  test('reports a hole in a list as Required', () => {
    const chains: string[] = []
    chains.length = 1
    expect(listed({ customWallets: [{ id: 'a', name: 'A', chains }] })).toEqual(['customWallets[0].chains.0: Required'])
  })

  test('has the default configuration without options: Ethereum mainnet, embedded [1.11] [1.18] [2.17] [9.35]', () => {
    const { configuration } = createLatchkey()
    expect(configuration).toMatchObject({
      networks: [{ caipNetworkId: 'eip155:1', name: 'Ethereum' }],
      defaultNetworkId: 'eip155:1',
      embedded: true,
      debug: false,
      enableNetworkSwitch: true,
      features: { send: true, receive: true, history: true, smartSessions: false },
      allowUnsupportedChain: false,
      watchPendingTransactions: false,
    })
  })

  test('treats an empty project id as none, and then disables WalletConnect', () => {
    expect(createLatchkey({ projectId: '' }).configuration).toMatchObject({
      projectId: undefined,
      enableWalletConnect: false,
    })
    expect(createLatchkey({ projectId: 'x' }).configuration).toMatchObject({
      projectId: 'x',
      enableWalletConnect: true,
    })
  })

  test('does not react to an unsupported network when unsupported networks are allowed', () => {
    const unsupportedChain = 'view'
    expect(createLatchkey({ unsupportedChain }).configuration).toMatchObject({ unsupportedChain })
    expect(createLatchkey({ unsupportedChain, allowUnsupportedChain: true }).configuration).toMatchObject({
      unsupportedChain: 'nothing',
    })
  })

  test('starts on the default network when one is given', () => {
    const latchkey = createLatchkey({ networks: [mainnet, other], defaultNetwork: other })
    expect(latchkey.getNetwork()).toMatchObject({ networkId: 'eip155:10', isSupported: true })
  })

  test('the defined networks are those of the specification [3.14] [3.15] [3.16]', async () => {
    const sdk = await import('../../sdk/index.ts')
    expect(mainnet).toMatchObject({ id: 1, nativeCurrency: { symbol: 'ETH', decimals: 18 } })
    for (const network of [solana, sdk.solanaDevnet, sdk.solanaTestnet])
      expect(network).toMatchObject({ chainNamespace: 'solana', nativeCurrency: { symbol: 'SOL', decimals: 9 } })
    for (const network of [sdk.bitcoin, sdk.bitcoinTestnet])
      expect(network).toMatchObject({ chainNamespace: 'bip122', nativeCurrency: { symbol: 'BTC', decimals: 8 } })
    expect([solana.testnet, sdk.solanaDevnet.testnet, sdk.solanaTestnet.testnet, sdk.bitcoinTestnet.testnet]).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  test('the texts are those of the specification', () => {
    expect(errorTexts).toMatchObject({
      'send.unsupportedChain': 'Unsupported chain',
      'chain.adapterMissing': 'Chain adapter not found',
      'network.notFound': 'Network not found',
      'network.notSupported': 'Chain is not supported',
      'network.switchFailed': 'Failed to switch to chain',
      'request.declined': 'Signature declined',
      'send.gasEstimate': 'error estimating gas',
      'rpc.urlMissing': 'No RPC url provided for chainId',
    })
    expect(alertTexts['alert.networkNotFound'].short).toBe('Network Not Found')
    expect(alertTexts['alert.projectIdNotConfigured'].short).toBe('Project ID Not Configured')
  })
})
