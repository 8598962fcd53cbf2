/** The explanation of a request to an EVM wallet, with token data of the chain. */
import { encodeFunctionData, erc20Abi, parseAbi, stringToHex } from 'viem'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainCall } from '../../../../sdk/chains/eip155/explain.ts'
import { runs } from '../../../support/full.ts'
import { ADDRESS, call, ground, OTHER, signal, TOKEN, transaction, usd } from './asked.ts'

const all = 2n ** 256n - 1n

describe('a transaction', () => {
  test('without data is a transfer, exact to the last digit', async () => {
    const asked = transaction({ to: OTHER, value: '0xde0b6b3a7640001' })
    expect(await explainCall(asked, await ground(), signal)).toEqual({
      kind: 'transfer',
      parts: [
        { label: 'amount', value: '1.000000000000000001 ETH', as: 'amount' },
        { label: 'receiver', value: OTHER, as: 'address' },
      ],
      warnings: [],
    })
  })

  test('of a token uses the token’s decimals', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 1_500_000n] })
    expect(await explainCall(call(data), await ground(usd), signal)).toEqual({
      kind: 'tokenTransfer',
      parts: [
        { label: 'amount', value: '1.5 USDC', as: 'amount' },
        { label: 'receiver', value: OTHER, as: 'address' },
        { label: 'contract', value: TOKEN, as: 'address' },
      ],
      warnings: [],
    })
  })

  test('of a token that is older than ERC-20 uses its symbol in bytes', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 1_500_000n] })
    const told = await explainCall(
      call(data),
      await ground({ decimals: 6, symbol: stringToHex('MKR', { size: 32 }) }),
      signal,
    )
    expect(told.parts[0]).toEqual({ label: 'amount', value: '1.5 MKR', as: 'amount' })
  })

  test('of a token without decimals shows the raw number', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [ADDRESS, OTHER, 7n] })
    const { parts } = await explainCall(call(data), await ground(), signal)
    expect(parts).toEqual([
      { label: 'token', value: '7', as: 'text' },
      { label: 'sender', value: ADDRESS, as: 'address' },
      { label: 'receiver', value: OTHER, as: 'address' },
      { label: 'contract', value: TOKEN, as: 'address' },
    ])
  })

  test.each(['approve', 'increaseAllowance'] as const)(
    'that approves a spender shows who and how much, or that it is unlimited: %s',
    async (name) => {
      const abi = parseAbi(['function approve(address, uint256)', 'function increaseAllowance(address, uint256)'])
      const approve = (amount: bigint) => call(encodeFunctionData({ abi, functionName: name, args: [OTHER, amount] }))
      expect(await explainCall(approve(5_000_000n), await ground(usd), signal)).toMatchObject({
        kind: 'tokenApproval',
        parts: [{ value: '5 USDC' }, { label: 'spender', value: OTHER }, { label: 'contract' }],
        warnings: [],
      })
      expect(await explainCall(approve(all), await ground(usd), signal)).toMatchObject({
        kind: 'tokenApproval',
        parts: [{ label: 'spender', value: OTHER }, { label: 'contract' }],
        warnings: ['unlimited'],
      })
    },
  )

  test('that approves a whole collection has a warning, and revoking that has none', async () => {
    const abi = parseAbi(['function setApprovalForAll(address, bool)'])
    const give = (yes: boolean) =>
      call(encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [OTHER, yes] }))
    expect(await explainCall(give(true), await ground(), signal)).toMatchObject({
      kind: 'operatorApproval',
      warnings: ['wholeCollection'],
    })
    expect((await explainCall(give(false), await ground(), signal)).warnings).toEqual([])
  })

  test('of one NFT shows which', async () => {
    const abi = parseAbi(['function safeTransferFrom(address, address, uint256, uint256, bytes)'])
    const data = encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [ADDRESS, OTHER, 42n, 3n, '0x'] })
    expect(await explainCall(call(data), await ground(), signal)).toMatchObject({
      kind: 'tokenTransfer',
      parts: [
        { label: 'token', value: '42' },
        { label: 'amount', value: '3' },
        { label: 'sender' },
        { label: 'receiver', value: OTHER },
        { label: 'contract' },
      ],
    })
  })

  test('of a token is not explained when any of its bytes would be left out', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 1n] })
    const told = await explainCall(call(`${data}deadbeef`), await ground(usd), signal)
    expect([told.kind, told.warnings]).toEqual(['contractCall', ['unreadable']])
  })

  test.each([
    ['function safeTransferFrom(address, address, uint256, bytes)', []],
    ['function safeTransferFrom(address, address, uint256, uint256, bytes)', [3n]],
  ])('of an NFT shows the data for its receiver: %s', async (signature, count) => {
    const data = encodeFunctionData({
      abi: parseAbi([signature] as never),
      args: [ADDRESS, OTHER, 42n, ...count, '0xdeadbeef'],
    } as never)
    const told = await explainCall(call(data), await ground(), signal)
    expect([told.kind, told.warnings]).toEqual(['tokenTransfer', ['unreadable']])
    expect(told.parts).toContainEqual({ label: 'data', value: '0xdeadbeef', as: 'code' })
  })

  test('that cannot be explained is shown as raw data, and marked as unread', async () => {
    expect(await explainCall(call('0xdeadbeef', { value: '0x1' }), await ground(), signal)).toEqual({
      kind: 'contractCall',
      parts: [
        { label: 'amount', value: '0.000000000000000001 ETH', as: 'amount' },
        { label: 'contract', value: TOKEN, as: 'address' },
        { label: 'data', value: '0xdeadbeef', as: 'code' },
      ],
      warnings: ['unreadable'],
    })
    expect(await explainCall(transaction({ data: '0x6000' }), await ground(), signal)).toMatchObject({
      kind: 'deployment',
      warnings: ['unreadable'],
    })
  })

  test('for another account or chain has a warning, and uses no token data of this chain', async () => {
    const other = transaction({ to: OTHER, value: '0x1', from: OTHER })
    expect((await explainCall(other, await ground(), signal)).warnings).toEqual(['otherAccount'])
    for (const chainId of ['0xa', 10, 'ten']) {
      const asked = transaction({ to: OTHER, value: '0x1', chainId })
      const warnings = ['otherChain', 'unreadable']
      expect(await explainCall(asked, await ground(), signal)).toMatchObject({ kind: 'unknown', warnings })
    }
    expect((await explainCall(transaction({ to: OTHER, chainId: '0x1' }), await ground(), signal)).warnings).toEqual([])
  })

  test('shows the nonce and the fee that it sets, whatever it does', async () => {
    const named = { nonce: '0x7', gas: '0x5208', maxFeePerGas: '0xe35fa931a0000' }
    const parts = [
      { label: 'nonce', value: '7', as: 'text' },
      { label: 'fee', value: '84 ETH', as: 'amount' },
    ]
    for (const asked of [
      transaction({ to: OTHER, value: '0x1', ...named }),
      transaction({ data: '0x6000', ...named }),
      call(encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 1n] }), named),
      call('0xdeadbeef', { ...named, gas: '0x1', gasLimit: '0x5208' }),
    ])
      expect((await explainCall(asked, await ground(usd), signal)).parts).toEqual(expect.arrayContaining(parts))
    // Without a limit of gas: at least that of a transfer, at the highest of the named prices.
    const [price, tip] = [{ maxFeePerGas: '0xe35fa931a0000' }, { maxPriorityFeePerGas: '0xe35fa931a0000' }]
    for (const fee of [price, tip, { ...tip, maxFeePerGas: '0x1' }])
      expect((await explainCall(transaction({ to: OTHER, ...fee }), await ground(), signal)).parts).toContainEqual(
        parts[1],
      )
    const first = await explainCall(transaction({ to: OTHER, nonce: '0x0' }), await ground(), signal)
    expect(first.parts).toContainEqual({ label: 'nonce', value: '0', as: 'text' })
  })

  test.each([
    ['an ambiguous fee', { maxFeePerGas: '1000' }],
    ['an invalid gas limit', { gas: 21_000.5 }],
    ['an invalid nonce', { nonce: 'next' }],
    ['an ambiguous value', { value: '1000' }],
    ['an invalid value', { value: '1e18' }],
    ['half a byte of data', { data: '0x095' }],
    ['two kinds of data', { data: '0x', input: '0xdeadbeef' }],
    ['a name as the receiver', { to: 'vitalik.eth' }],
    ['an authorization', { authorizationList: [{ address: TOKEN }] }],
  ])('with %s is shown as raw data, and no part of it is explained', async (_, fields) => {
    const explanation = await explainCall(transaction({ to: OTHER, ...fields }), await ground(usd), signal)
    expect(explanation).toMatchObject({ kind: 'unknown', warnings: ['unreadable'] })
    expect(explanation.parts.at(-1)?.value).toContain(Object.keys(fields)[0])
  })

  test('of a token with an endless symbol, or one with direction-changing characters, stays short and plain', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 1n] })
    const { parts } = await explainCall(
      call(data),
      await ground({ decimals: 0, symbol: `\u202E${'X'.repeat(500)}` }),
      signal,
    )
    expect(parts[0]?.value).toBe(`1 ${'X'.repeat(12)}`)
    const zeros = await explainCall(call(data), await ground({ decimals: 0, symbol: '000 USDC' }), signal)
    expect(zeros.parts[0]?.value).toBe('1 \u2068“000_USDC”\u2069')
  })
})

describe('a message', () => {
  test.each([
    ['as hex', [stringToHex('Hello ✓'), ADDRESS], 'Hello ✓'],
    ['as text', ['Hello', ADDRESS], 'Hello'],
    ['after the account', [ADDRESS, stringToHex('Hello')], 'Hello'],
    ['as bytes that are not text', ['0xff00ff', ADDRESS], '0xff00ff'],
  ])('is read when it is given %s', async (_, params, value) => {
    const explanation = await explainCall({ method: 'personal_sign', params }, await ground(), signal)
    expect(explanation).toMatchObject({ kind: 'message', parts: [{ value }] })
  })

  const signIn = (domain: string) =>
    `${domain} wants you to sign in with your Ethereum account:\n${ADDRESS}\n\nURI: https://${domain}`
  const bare = stringToHex(signIn('evil.example')).slice(2)
  test.each([
    ['bytes that could be the hash of anything', [`0x${'f1'.repeat(32)}`, ADDRESS], 'message', ['unreadable']],
    ['hex without its prefix', ['f1f1', ADDRESS], 'message', ['unreadable']],
    ['half a byte', ['0xabc', ADDRESS], 'message', ['unreadable']],
    ['a sign-in for another site in hex without its prefix', [bare, ADDRESS], 'signIn', ['unreadable', 'otherDomain']],
    ['the same with another prefix', [`0X${bare}`, ADDRESS], 'signIn', ['unreadable', 'otherDomain']],
    ['the same in a list', [[`0x${bare}`], ADDRESS], 'unknown', ['unreadable']],
    ['no list', { 0: `0x${bare}`, 1: ADDRESS }, 'unknown', ['unreadable']],
    ['another account', ['Hello', OTHER], 'message', ['otherAccount']],
    ['another account, named first', [OTHER, 'Hello'], 'message', ['otherAccount']],
  ])('with %s is not shown as harmless', async (_, params, kind, warnings) => {
    const told = await explainCall({ method: 'personal_sign', params }, await ground(), signal)
    expect([told.kind, told.warnings]).toEqual([kind, warnings])
  })

  test('of typed data is shown as raw data when its params are in another order, and has a warning for another account', async () => {
    const data = {
      types: { EIP712Domain: [], Mail: [{ name: 'to', type: 'string' }] },
      primaryType: 'Mail',
      domain: {},
      message: { to: 'Bob' },
    }
    const ask = async (params: unknown[]) =>
      explainCall({ method: 'eth_signTypedData_v4', params }, await ground(), signal)
    const reversed = await ask([JSON.stringify(data), ADDRESS])
    expect(reversed).toMatchObject({ kind: 'unknown', parts: [{ value: 'eth_signTypedData_v4' }, {}] })
    expect(reversed.parts[1]?.value).toContain('Bob')
    expect((await ask([OTHER, data])).warnings).toEqual(['otherAccount'])
  })

  test.each(['eth_signTypedData_v3', 'eth_signTypedData_v4'])(
    'of typed data is explained from a string or an object, and anything else is shown as raw data: %s',
    async (method) => {
      const data = {
        types: { Mail: [{ name: 'to', type: 'string' }] },
        primaryType: 'Mail',
        domain: {},
        message: { to: 'Bob' },
      }
      const kinds = await Promise.all(
        [data, JSON.stringify(data), '{', undefined].map(
          async (given) => (await explainCall({ method, params: [ADDRESS, given] }, await ground(), signal)).kind,
        ),
      )
      expect(kinds).toEqual(['typedData', 'typedData', 'unknown', 'unknown'])
    },
  )
})

test('any request is explained within limits', async () => {
  const place = await ground(usd)
  const methods = fc.constantFrom('personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_sendCalls')
  const hex = fc.uint8Array({ maxLength: 200 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  const selector = fc.constantFrom('0xa9059cbb', '0x095ea7b3', '0x23b872dd', '0xa22cb465', '0x42842e0e', '0xf242432a')
  const data = fc.oneof(
    hex,
    fc.tuple(selector, hex).map(([head, rest]) => head + rest.slice(2)),
  )
  const asked = fc.oneof(fc.anything(), fc.record({ to: fc.constantFrom(TOKEN, 'nobody'), value: fc.anything(), data }))
  await fc.assert(
    fc.asyncProperty(methods, fc.array(asked, { maxLength: 3 }), async (method, params) => {
      const { parts } = await explainCall({ method, params }, place, signal)
      expect(parts.length).toBeLessThan(100)
    }),
    runs(2_000, 100_000),
  )
})
