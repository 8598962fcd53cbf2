/** What a question to an EVM wallet means, by the chain's own word on tokens. */
import { encodeFunctionData, erc20Abi, parseAbi, stringToHex } from 'viem'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainCall } from '../../../../sdk/chains/eip155/explain.ts'
import { runs } from '../../../support/full.ts'
import { ADDRESS, call, ground, OTHER, signal, TOKEN, transaction, usd } from './asked.ts'

const all = 2n ** 256n - 1n

describe('a transaction', () => {
  test('that only sends is a transfer, to the last digit', async () => {
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

  test('of a token is counted as the token itself counts', async () => {
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

  test('of a token that is older than ERC-20 is named as it names itself, in bytes', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 1_500_000n] })
    const told = await explainCall(
      call(data),
      await ground({ decimals: 6, symbol: stringToHex('MKR', { size: 32 }) }),
      signal,
    )
    expect(told.parts[0]).toEqual({ label: 'amount', value: '1.5 MKR', as: 'amount' })
  })

  test('of a token that cannot be counted shows the number that stands in it', async () => {
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
    'that lets somebody spend says who, how much, and that there is no limit where there is none: %s',
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

  test('that hands a whole collection over says so; taking that back is no danger', async () => {
    const abi = parseAbi(['function setApprovalForAll(address, bool)'])
    const give = (yes: boolean) =>
      call(encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [OTHER, yes] }))
    expect(await explainCall(give(true), await ground(), signal)).toMatchObject({
      kind: 'operatorApproval',
      warnings: ['allOfThem'],
    })
    expect((await explainCall(give(false), await ground(), signal)).warnings).toEqual([])
  })

  test('of one piece of a collection says which', async () => {
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

  test('of a token is not read where any of its bytes would go unsaid', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 1n] })
    const told = await explainCall(call(`${data}deadbeef`), await ground(usd), signal)
    expect([told.kind, told.warnings]).toEqual(['contractCall', ['unread']])
  })

  test.each([
    ['function safeTransferFrom(address, address, uint256, bytes)', []],
    ['function safeTransferFrom(address, address, uint256, uint256, bytes)', [3n]],
  ])('of a piece of a collection shows what its receiver is told: %s', async (signature, count) => {
    const data = encodeFunctionData({
      abi: parseAbi([signature] as never),
      args: [ADDRESS, OTHER, 42n, ...count, '0xdeadbeef'],
    } as never)
    const told = await explainCall(call(data), await ground(), signal)
    expect([told.kind, told.warnings]).toEqual(['tokenTransfer', ['unread']])
    expect(told.parts).toContainEqual({ label: 'data', value: '0xdeadbeef', as: 'code' })
  })

  test('that nobody can read is shown as it is, and said to be', async () => {
    expect(await explainCall(call('0xdeadbeef', { value: '0x1' }), await ground(), signal)).toEqual({
      kind: 'contractCall',
      parts: [
        { label: 'amount', value: '0.000000000000000001 ETH', as: 'amount' },
        { label: 'contract', value: TOKEN, as: 'address' },
        { label: 'data', value: '0xdeadbeef', as: 'code' },
      ],
      warnings: ['unread'],
    })
    expect(await explainCall(transaction({ data: '0x6000' }), await ground(), signal)).toMatchObject({
      kind: 'deployment',
      warnings: ['unread'],
    })
  })

  test('for another account or chain than the page’s is said to be; what counts elsewhere is not counted here', async () => {
    const other = transaction({ to: OTHER, value: '0x1', from: OTHER })
    expect((await explainCall(other, await ground(), signal)).warnings).toEqual(['otherAccount'])
    for (const chainId of ['0xa', 10, 'ten']) {
      const asked = transaction({ to: OTHER, value: '0x1', chainId })
      const warnings = ['otherChain', 'unread']
      expect(await explainCall(asked, await ground(), signal)).toMatchObject({ kind: 'unknown', warnings })
    }
    expect((await explainCall(transaction({ to: OTHER, chainId: '0x1' }), await ground(), signal)).warnings).toEqual([])
  })

  test('that names its place and its fee says so, whatever it does', async () => {
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
    const first = await explainCall(transaction({ to: OTHER, nonce: '0x0' }), await ground(), signal)
    expect(first.parts).toContainEqual({ label: 'nonce', value: '0', as: 'text' })
  })

  test.each([
    ['a fee that wallets read in more than one way', { maxFeePerGas: '1000' }],
    ['a limit that is none', { gas: 21_000.5 }],
    ['a place that is none', { nonce: 'next' }],
    ['a value that wallets read in more than one way', { value: '1000' }],
    ['a value that is none', { value: '1e18' }],
    ['half a byte of data', { data: '0x095' }],
    ['two sorts of data', { data: '0x', input: '0xdeadbeef' }],
    ['a name for a receiver', { to: 'vitalik.eth' }],
    ['an authorization', { authorizationList: [{ address: TOKEN }] }],
  ])('with %s is shown as it is, and nothing is made of the rest of it', async (_, fields) => {
    const explanation = await explainCall(transaction({ to: OTHER, ...fields }), await ground(usd), signal)
    expect(explanation).toMatchObject({ kind: 'unknown', warnings: ['unread'] })
    expect(explanation.parts.at(-1)?.value).toContain(Object.keys(fields)[0])
  })

  test('of a token that calls itself something endless, or something that turns letters around, stays short and plain', async () => {
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
    ['of bytes that are no text', ['0xff00ff', ADDRESS], '0xff00ff'],
  ])('%s is read', async (_, params, value) => {
    const explanation = await explainCall({ method: 'personal_sign', params }, await ground(), signal)
    expect(explanation).toMatchObject({ kind: 'message', parts: [{ value }] })
  })

  const signIn = (domain: string) =>
    `${domain} wants you to sign in with your Ethereum account:\n${ADDRESS}\n\nURI: https://${domain}`
  const bare = stringToHex(signIn('evil.example')).slice(2)
  test.each([
    ['bytes that could be the hash of anything', [`0x${'f1'.repeat(32)}`, ADDRESS], 'message', ['unread']],
    ['hex without its prefix', ['f1f1', ADDRESS], 'message', ['unread']],
    ['half a byte', ['0xabc', ADDRESS], 'message', ['unread']],
    ['a sign-in for another page in hex without its prefix', [bare, ADDRESS], 'signIn', ['unread', 'otherDomain']],
    ['the same with another prefix', [`0X${bare}`, ADDRESS], 'signIn', ['unread', 'otherDomain']],
    ['the same in a list', [[`0x${bare}`], ADDRESS], 'unknown', ['unread']],
    ['no list', { 0: `0x${bare}`, 1: ADDRESS }, 'unknown', ['unread']],
    ['another account', ['Hello', OTHER], 'message', ['otherAccount']],
    ['another account, named first', [OTHER, 'Hello'], 'message', ['otherAccount']],
  ])('of %s is not shown as harmless', async (_, params, kind, warnings) => {
    const told = await explainCall({ method: 'personal_sign', params }, await ground(), signal)
    expect([told.kind, told.warnings]).toEqual([kind, warnings])
  })

  test('of typed data whose params are in another order is shown as it was asked; for another account it is said to be', async () => {
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
    'of typed data is laid out, be it text or an object; what is neither is shown as it is: %s',
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

test('whatever a page asks is explained, in bounded words', async () => {
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
