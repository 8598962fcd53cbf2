/** The requests of an app are validated before they reach the wallet, and every rejection names the fault. */
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { fakeAccounts, fakeWallet } from '../../mocks/index.ts'
import { codesOf, LatchkeyError } from '../../machines/shared/errors/error.ts'
import { isBroadcastUnknown, isUnsupportedMethod } from '../../machines/shared/outcome.rules.ts'
import { peerError } from '../../machines/pairing/rules/peerErrors.ts'
import { routesOf } from '../../machines/pairing/rules/routes.ts'
import { createLatchkey, mainnet, solana } from '../../sdk/index.ts'
import { callError } from '../../sdk/pairing/client/calls.ts'
import { connected, instance, settle, started } from '../support/instance.ts'

const [first, second] = fakeAccounts
const hash = `0x${'cd'.repeat(32)}`
const signature = `0x${'ab'.repeat(65)}`
const refuse = (code: number) => async (): Promise<never> => {
  throw Object.assign(new Error('No'), { code })
}

/** A connected instance, without the calls of the connection. */
async function page(answers: Record<string, unknown> = {}) {
  const made = await connected({
    methods: { unsafe: Object.keys(answers) },
    wallet: fakeWallet({ eth_sendTransaction: hash, personal_sign: signature, ...answers }),
  })
  const sent = () => made.wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')
  return { ...made, sent, provider: made.latchkey.getProvider('eip155') }
}
const failure = (message: string) => ({ status: 'failed', error: { message } })

describe('a transaction', () => {
  const values: [value: unknown, wei: string][] = [
    ['1000', '0x3e8'],
    [1000, '0x3e8'],
    [1000n, '0x3e8'],
    ['0x3e8', '0x3e8'],
    [' 5 ', '0x5'],
    [10n ** 30n, `0x${(10n ** 30n).toString(16)}`],
    ['100000000000000000000000', `0x${(10n ** 23n).toString(16)}`],
    ['', '0x0'],
    ['ether', '0x0'],
    [Number.NaN, '0x0'],
    [null, '0x0'],
    [{}, '0x0'],
  ]
  test('has its value in wei, and 0 for a value that is not a number [5.28]', async () => {
    const { latchkey, sent } = await page()
    for (const [value, wei] of values) {
      const outcome = await latchkey.sendTransaction({ to: second, value: value as never })
      expect(outcome).toEqual({ status: 'done', value: hash })
      expect(sent().at(-1)).toMatchObject({ params: [{ value: wei }] })
    }
  })

  test('is rejected when its value is negative or not a whole number of wei', async () => {
    const { latchkey, sent } = await page()
    for (const value of [1.5, '1.5', '1e18', 1e21, Number.POSITIVE_INFINITY])
      expect(await latchkey.sendTransaction({ to: second, value: value as never })).toMatchObject({
        status: 'failed',
        error: { code: 'request.invalid', message: expect.stringContaining('not a whole number of wei') as string },
      })
    for (const value of [-1n, -1, '-1', -1.5])
      expect(await latchkey.sendTransaction({ to: second, value: value as never })).toMatchObject({
        error: { code: 'amount.negative' },
      })
    expect(sent()).toEqual([])
  })

  test('needs a receiver, unless an authorization implies it [5.29]', async () => {
    const { latchkey, sent } = await page()
    const missing = failure('`to` is required. Could not infer from `authorizationList`.')
    for (const asked of [{}, { value: 1n }, { data: '0x00' }, { to: null }, { authorizationList: [] }] as const)
      expect(await latchkey.sendTransaction(asked)).toMatchObject(missing)
    const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    const signed = await owner.signAuthorization({ address: second, chainId: 1, nonce: 7 })
    const { address, chainId, nonce, r, s, yParity = 0 } = signed
    const authorization = { address, chainId, nonce, r, s, yParity }
    expect(await latchkey.sendTransaction({ authorizationList: [authorization] })).toMatchObject({ status: 'done' })
    expect(sent()).toMatchObject([
      { params: [{ to: owner.address, authorizationList: [{ address: second, chainId: '0x1', nonce: '0x7' }] }] },
    ])
    const forged = { ...authorization, r: '0x00', s: '0x00' } as const
    expect(await latchkey.sendTransaction({ authorizationList: [forged] })).toMatchObject(missing)
  })

  test('can still be sent when the wallet disconnects while it shows it: it expires, and is stored and reported once sent', async () => {
    let confirm: (hash: string) => void = () => {}
    const { latchkey, provider } = await page({
      eth_sendTransaction: () => new Promise<string>((resolve) => (confirm = resolve)),
    })
    const sending = latchkey.sendTransaction({ to: second, value: 1n })
    await settle()
    await latchkey.disconnect()
    expect(await sending).toMatchObject({ status: 'expired', error: { code: 'send.expired' } })
    const facts: unknown[] = []
    latchkey.inspect((event) => {
      if (event.type === '@xstate.event' && event.event.type === 'transaction.sent') facts.push(event.event)
    })
    confirm(hash)
    await settle()
    expect(facts[0]).toMatchObject({ hash, networkId: 'eip155:1', address: first, status: 'pending' })
    expect(latchkey.actor('snackbar').getSnapshot().context.message?.code).toBe('send.sentLate')

    await latchkey.connect({ connectorId: 'fake' })
    const asking = provider.request({ method: 'eth_sendTransaction', params: [{ to: second, value: '0x1' }] })
    const rejection = asking.catch((error: unknown) => error)
    await settle()
    await latchkey.disconnect()
    expect(await rejection).toMatchObject({ code: 4900, message: expect.stringContaining('will be sent') as string })
  })

  test('creates a contract with a receiver of null', async () => {
    const { latchkey, sent } = await page()
    expect(await latchkey.sendTransaction({ to: null, data: '0x6000' })).toMatchObject({ status: 'done' })
    expect(sent()).toEqual([
      { method: 'eth_sendTransaction', params: [{ from: first, data: '0x6000', chainId: '0x1' }] },
    ])
  })

  const malformed: [asked: unknown, place: string][] = [
    [undefined, 'transaction'],
    ['0x', 'transaction'],
    [{ to: 5 }, 'transaction.to'],
    [{ to: second, gas: 1.5 }, 'transaction.gas'],
    [{ to: second, gasPrice: -1n }, 'transaction.gasPrice'],
    [{ to: second, nonce: -1 }, 'transaction.nonce'],
    [{ to: second, chainId: '1' }, 'transaction.chainId'],
    [{ to: second, form: first }, 'transaction'],
  ]
  test('is rejected with the place of the fault when it is malformed, or for an unknown network [8.39]', async () => {
    const { latchkey, sent } = await page()
    for (const [asked, place] of malformed) {
      const message = expect.stringMatching(new RegExp(`^Invalid request: ${place}: `)) as string
      expect(await latchkey.sendTransaction(asked as never)).toMatchObject({
        status: 'failed',
        error: { code: 'request.invalid', message },
      })
    }
    const { localeError } = z.config()
    onTestFinished(() => void z.config({ localeError }))
    z.config(z.locales.de())
    expect(await latchkey.sendTransaction('0x' as never)).toMatchObject({
      error: { message: 'Invalid request: transaction: Invalid input' },
    })
    expect(sent()).toEqual([])
    expect(await latchkey.sendTransaction({ to: second, chainId: 5 })).toMatchObject(failure('CaipNetwork not found'))
  })
})

describe('a message', () => {
  test('is a text or bytes only', async () => {
    const { latchkey, wallet } = await page()
    for (const message of [undefined, 5, {}, { raw: 5 }, { raw: '0x', more: 1 }])
      expect(await latchkey.signMessage(message as never)).toMatchObject({ error: { code: 'request.invalid' } })
    expect(await latchkey.signMessage({ raw: '0x0' })).toMatchObject({ error: { code: 'data.invalid' } })
    expect(wallet.calls.some(({ method }) => method === 'personal_sign')).toBe(false)
  })
})

const typedData = {
  types: { Mail: [{ name: 'to', type: 'address' }] },
  primaryType: 'Mail',
  domain: { name: 'Post' },
  message: { to: second },
}
test('an extension that was updated while the page is open fails every request with that reason', async () => {
  const gone = async (): Promise<never> => {
    throw new Error('Extension context invalidated.')
  }
  const { latchkey } = await page({
    personal_sign: gone,
    eth_sendTransaction: gone,
    wallet_switchEthereumChain: gone,
    wallet_sendCalls: gone,
  })
  const updated = {
    status: 'failed',
    error: {
      code: 'wallet.updated',
      message: 'Your wallet extension was updated. Reload this page to use it.',
    },
  }
  expect(await latchkey.signMessage('hello')).toMatchObject(updated)
  expect(await latchkey.sendTransaction({ to: second, value: 1n })).toMatchObject(updated)
  expect(await latchkey.sendCalls({ calls: [{ to: second }] })).toMatchObject(updated)
})

test('a wallet without eth_requestAccounts is connected with the accounts that it shares', async () => {
  const { latchkey } = await started({
    wallet: fakeWallet({
      eth_requestAccounts: () => Promise.reject(new Error('"eth_requestAccounts" not implemented')),
      eth_accounts: [second],
    }),
  })
  expect(await latchkey.connect({ connectorId: 'fake' })).toMatchObject({ status: 'done', value: { address: second } })
})

describe('a JSON-RPC request', () => {
  test('passes typed data as text on unchanged, with unusual names and characters', async () => {
    const { provider, wallet } = await page({ eth_signTypedData_v4: signature })
    const message = { to: second, ':odd': 'x', 'a":b': '","c":', list: [{ to: 1 }, { to: 2 }] }
    const text = JSON.stringify({ ...typedData, message }, null, 1)
    expect(await provider.request({ method: 'eth_signTypedData_v4', params: [first, text] })).toBe(signature)
    expect(wallet.calls.at(-1)).toEqual({ method: 'eth_signTypedData_v4', params: [first, text] })
  })

  test('treats a null field as a missing one, as some libraries send it', async () => {
    const { sent, provider } = await page()
    const asked = { from: first, to: second, value: null, data: null, gas: null, nonce: null, gasPrice: null }
    expect(await provider.request({ method: 'eth_sendTransaction', params: [asked] })).toBe(hash)
    expect(sent()).toMatchObject([{ params: [{ from: first, to: second }] }])
    const nothing = { from: first, to: null, data: null }
    await expect(provider.request({ method: 'eth_sendTransaction', params: [nothing] })).rejects.toMatchObject({
      code: -32_602,
    })
  })

  const malformed: [method: string, params: unknown][] = [
    ['eth_sendTransaction', []],
    ['eth_sendTransaction', [{ to: second, value: '1000' }]],
    ['eth_sendTransaction', [{ to: second, value: 1000 }]],
    ['eth_sendTransaction', [{ to: 'vitalik.eth' }]],
    ['eth_sendTransaction', [{ to: second, data: '0xabc' }]],
    ['eth_sendTransaction', [{ from: first }]],
    ['personal_sign', ['hello']],
    ['personal_sign', ['hello', 'world']],
    ['personal_sign', [{}, first]],
    ['eth_signTypedData_v4', [first]],
    ['eth_signTypedData_v4', ['me', typedData]],
    ['eth_signTypedData_v4', [first, '{']],
    ['eth_signTypedData_v4', [first, { ...typedData, primaryType: 'Post' }]],
    ['eth_signTypedData_v4', [first, JSON.stringify(typedData).replace('"message"', '"message":{},"message"')]],
    ['eth_signTypedData_v4', [first, JSON.stringify(typedData).replace('"to":"0x', '"to" : "0x1","to":"0x')]],
    ['eth_signTypedData_v4', [first, { ...typedData, types: { Mail: 'x' } }]],
  ]
  test('is rejected with -32602 by the EIP-1193 provider when it is malformed, and the wallet is not asked [8.59]', async () => {
    const { latchkey, wallet, provider } = await page({ eth_signTypedData_v4: signature })
    wallet.calls.length = 0
    for (const [method, params] of malformed) {
      await expect(provider.request({ method, params })).rejects.toMatchObject({ code: -32_602 })
      expect(await latchkey.request({ method, params })).toMatchObject({
        error: { code: expect.stringMatching(/^(request\.invalid|transaction\.toRequired)$/) },
      })
    }
    expect(wallet.calls).toEqual([])
  })

  test('reaches the wallet unchanged when it is valid', async () => {
    const { wallet, provider } = await page({ eth_signTypedData_v4: signature })
    for (const call of [
      { method: 'personal_sign', params: ['0x68', first] },
      { method: 'eth_signTypedData_v4', params: [first, typedData] },
      { method: 'eth_signTypedData_v4', params: [first, JSON.stringify(typedData)] },
    ]) {
      expect(await provider.request(call)).toBe(signature)
      expect(wallet.calls.at(-1)).toEqual(call)
    }
    await provider.request({ method: 'eth_sendTransaction', params: [{ data: '0x6000' }] })
    expect(wallet.calls.at(-1)?.params).toEqual([{ from: first, data: '0x6000', chainId: '0x1' }])
  })
})

describe('a rejection in the wallet', () => {
  test.each([
    ['personal_sign', 'Signature declined', ['0x68', first]],
    ['eth_signTypedData_v4', 'Signature declined', [first, typedData]],
    ['solana_signTransaction', 'Signature declined', []],
    ['eth_sendTransaction', 'You declined the transaction in your wallet.', [{ to: second }]],
    ['wallet_sendCalls', 'You declined the transaction in your wallet.', [{ calls: [{ to: second }] }]],
    ['solana_signAndSendTransaction', 'You declined the transaction in your wallet.', []],
    ['wallet_watchAsset', 'You declined the request in your wallet.', []],
  ])('of %s has the text “%s” [8.34]', async (method, message, params) => {
    const { latchkey } = await page({ [method]: refuse(4001) })
    expect(await latchkey.request({ method, params })).toMatchObject({ status: 'declined', error: { message } })
  })
})

describe('a request that cannot be sent', () => {
  test('fails for a namespace that the app does not have [8.5] [8.37]', async () => {
    const { latchkey } = await page()
    expect(await latchkey.connect({ namespace: 'cosmos' })).toMatchObject(failure('Adapter not found'))
    const asked = await latchkey.request({ method: 'x' }, { namespace: 'cosmos' })
    expect(asked).toMatchObject(failure('Chain adapter not found'))
  })

  test('fails for a namespace without an adapter [8.5]', async () => {
    const { latchkey } = await started({ ports: { chains: { at: async () => undefined as never } } })
    expect(await latchkey.connect({ connectorId: 'fake' })).toMatchObject(failure('Chain adapter not found'))
  })

  test('fails without an EVM network: a signature, a transaction [8.8]', async () => {
    const latchkey = createLatchkey({ networks: [solana] })
    expect(await latchkey.signMessage('hi')).toMatchObject(failure('Chain is required to sign a message'))
    const sending = latchkey.sendTransaction({ to: second })
    expect(await sending).toMatchObject(failure('Chain is required to send a transaction'))
  })

  test('fails when only wallets of other namespaces are connected', async () => {
    const offline = await import('../support/offline.ts')
    const found = {
      accounts: [{ address: 'FWojTbVnJKBEePUKmNWuJxEvoeUVZZbDzMzTNMfZVxHA', type: 'eoa' as const }] as const,
      networkId: solana.caipNetworkId,
    }
    const { latchkey } = await started({
      networks: [solana, mainnet],
      connectors: [
        { connector: { id: 'phantom', name: 'P', type: 'ANNOUNCED', chain: 'solana' }, provider: fakeWallet() },
      ],
      ports: {
        chains: {
          at: async () => ({
            ...offline.offlineAdapter,
            connect: async () => found,
            getAccounts: async () => found,
            watch: () => () => {},
          }),
        },
      },
    })
    await latchkey.connect({ connectorId: 'phantom' })
    expect(await latchkey.signMessage('hi')).toMatchObject(failure('No wallet of eip155 is connected'))
    expect(await latchkey.sendTransaction({ to: second })).toMatchObject(failure('No wallet of eip155 is connected'))
  })

  test('fails for a switch without a network [8.40], and for WalletConnect when it is off [8.38]', async () => {
    const { latchkey } = await page()
    expect(await latchkey.switchNetwork(undefined as never)).toMatchObject(failure('CaipNetwork is undefined'))
    const elsewhere = await latchkey.connect({ connectorId: 'walletConnect' })
    expect(elsewhere).toMatchObject(failure('WalletConnectConnector not found'))
  })

  test('fails before the start and after the stop [8.6] [8.7]', async () => {
    const { latchkey } = instance()
    latchkey.start()
    latchkey.stop()
    const noClient = failure('ConnectionController client not set')
    expect(await latchkey.signMessage('hi')).toMatchObject(noClient)
    expect(await latchkey.sendTransaction({ to: second })).toMatchObject(noClient)
    expect(await latchkey.connect()).toMatchObject(noClient)
    expect(await latchkey.switchNetwork('eip155:10')).toMatchObject(failure('NetworkController client not set'))
  })
})

describe('an error of a wallet', () => {
  test('is read to a limited depth, and each value once', () => {
    let deep: Record<string, unknown> = { code: 1 }
    for (let level = 0; level < 200_000; level += 1) deep = { code: 2, cause: deep }
    expect(codesOf(deep).length).toBeLessThanOrEqual(64)
    const round: Record<string, unknown> = { code: 3 }
    round['cause'] = round
    expect(codesOf(round)).toEqual([3])
    expect(codesOf({ code: 1, cause: { code: 2, data: { code: 3 } }, error: { code: 4 } })).toEqual([1, 2, 3, 4])
    let wide: Record<string, unknown> = { code: 5 }
    for (let level = 0; level < 24; level += 1) wide = { cause: { ...wide }, data: { ...wide }, error: { ...wide } }
    expect(codesOf(wide).length).toBeLessThanOrEqual(64)
  })

  test.each([
    ['a timeout', new Error('The request timed out'), true],
    [
      'a timeout of the confirmation',
      new Error('Transaction was not confirmed in 60.00 seconds. It is unknown if it succeeded or failed.'),
      true,
    ],
    ['a timeout of web3.js', new Error('Transaction was not mined within 50 blocks'), true],
    ['an expired blockhash', new Error('Signature 5V has expired: block height exceeded.'), true],
    ['a request that is not confirmed by the user', new Error('The request was not confirmed by the user'), false],
    ['a transaction that is not confirmed there', new Error('The transaction was not confirmed in your wallet'), false],
    ['an unknown type', new Error('unknown transaction type'), false],
    ['a known transaction, nested', { code: -32_603, data: { code: -32_000, message: 'already known' } }, true],
    ['a gateway, as text', '502 Bad Gateway', true],
    ['a rejection that mentions a timeout', { code: 4001, message: 'User denied, request timed out' }, false],
    ['a hardware wallet', new Error('Failed to sign with Ledger device: U2F TIMEOUT'), false],
    ['a lack of funds', new Error('insufficient funds for gas * price + value'), false],
    ['a timeout over a session', peerError(new Error('The request timed out'), 'request'), true],
    ['a lack of funds over a session', peerError({ code: -32_000, message: 'insufficient funds' }, 'request'), false],
    [
      'a relay that did not confirm it',
      callError(new Error('Failed to publish payload, please try again.'), 'request'),
      true,
    ],
    ['a relay that was lost', new LatchkeyError('pairing.unreachable'), true],
    ['a crash of the pairing', new LatchkeyError('pairing.crashed'), true],
    ['a page that is offline', callError(new Error('No internet connection detected.'), 'request'), false],
    ['a relay that stalls', callError(new Error('Socket stalled when trying to connect to wss://x'), 'request'), false],
    ['another network', new LatchkeyError('send.otherNetwork', { cause: new Error('timed out') }), false],
  ])(
    'leaves it open whether the transaction was sent only if the node may have received it: %s',
    (_, thrown, expected) => {
      expect(isBroadcastUnknown(thrown)).toBe(expected)
    },
  )

  test('is recognized as an unsupported method by its message, when a bridge removes its code', async () => {
    for (const words of [
      'Method not found',
      'The method wallet_x does not exist / is not available',
      'Unsupported method: x',
    ])
      expect(isUnsupportedMethod(new Error(words))).toBe(true)
    expect(isUnsupportedMethod(new Error('Insufficient funds'))).toBe(false)
    const { latchkey } = await page({
      wallet_revokePermissions: () => Promise.reject(new Error('Method wallet_revokePermissions is not supported')),
    })
    expect(await latchkey.disconnect()).toEqual({ status: 'done', value: undefined })
  })
})

describe('a disconnection', () => {
  test('collects, logs and returns the error of a wallet [4.20]', async () => {
    const { latchkey, errors } = await page({ wallet_revokePermissions: refuse(-32_603) })
    expect(await latchkey.disconnect()).toMatchObject(failure('Failed to disconnect chain eip155: No'))
    expect(errors).toEqual(['Failed to disconnect chain eip155: No'])
    expect(latchkey.getAccount().status).toBe('disconnected')
  })
})

describe('the state of an instance', () => {
  test('is loading while a connection or a switch is pending [4.5]', async () => {
    const { latchkey, wallet } = await started({ wallet: fakeWallet({ wallet_switchEthereumChain: null }) })
    const heard: string[] = []
    latchkey.subscribe(({ isLoading: loading, account }) => void heard.push(`${account.status} ${loading}`))
    await latchkey.connect({ connectorId: 'fake' })
    await settle()
    wallet.answers['eth_chainId'] = '0xa'
    await latchkey.switchNetwork('eip155:10')
    await settle()
    expect(heard).toEqual([
      'disconnected false',
      'connecting true',
      'connected false',
      'connected true',
      'connected false',
    ])
  })
})

test('a transaction for another chain than the active one is rejected over a session', () => {
  const session = {
    namespaces: {
      eip155: {
        chains: ['eip155:1', 'eip155:10'],
        accounts: [`eip155:1:${first}`, `eip155:10:${first}`],
        methods: ['eth_sendTransaction'],
        events: [],
      },
    },
    sessionProperties: undefined,
  }
  const routes = (chainId?: string) =>
    routesOf(
      { method: 'eth_sendTransaction', params: [{ to: second, ...(chainId && { chainId }) }], chainId: 'eip155:1' },
      { session: session as never, rpcUrls: {}, projectId: undefined, shared: false } as never,
    )
  expect(routes()).toMatchObject([{ to: 'wallet', chainId: 'eip155:1' }])
  expect(routes('0x1')).toMatchObject([{ to: 'wallet', chainId: 'eip155:1' }])
  for (const other of ['0xa', 'ten'])
    expect(routes(other)).toMatchObject([{ to: 'refusal', error: new LatchkeyError('send.otherNetwork') }])
})
