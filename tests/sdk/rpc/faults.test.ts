import { RpcRequestError } from 'viem'
import { getTransactionReceipt, readContract } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { errorTexts } from '../../../machines/shared/errors/catalog.ts'
import { codesOf } from '../../../machines/shared/errors/error.ts'
import { rpcClient } from '../../../sdk/rpc/client.ts'
import { countingServer } from '../../support/countingServer.ts'
import { asking, networkOver, stillTime, watched } from './support.ts'

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the error of a call', () => {
  test('has the text of the specification', () => {
    expect(errorTexts['rpc.aborted']).toBe('Request was aborted')
    expect(errorTexts['rpc.urlMissing']).toBe('No RPC url provided for chainId')
  })

  test('differs for no URL, no answer in time, and an unsupported method [8.55] [8.56]', async () => {
    expect(() => asking([])).toThrow(
      expect.objectContaining({ code: 'rpc.urlMissing', message: 'No RPC url provided for chainId' }),
    )

    const node = await countingServer(() => ({ silent: 'from the start' }))
    const personal = await caught(asking([node.url])('personal_sign'))
    expect(personal).toMatchObject({ code: -32_004, cause: { message: 'method not supported' } })
    expect(node.arrivals).toEqual([])

    const time = stillTime()
    const call = watched(asking([node.url])('eth_blockNumber', { retryCount: 0 }))
    await time.until(() => node.arrivals.length === 1)
    await time.pass(10_000)
    await time.until(() => call.ended)
    expect(call.error).toMatchObject({ code: 'rpc.expired', message: 'The request took too long to respond.' })
  })

  test.each([
    [-32_700, 'ParseRpcError'],
    [-32_600, 'InvalidRequestRpcError'],
    [-32_601, 'MethodNotFoundRpcError'],
    [-32_602, 'InvalidParamsRpcError'],
    [-32_603, 'InternalRpcError'],
    [-32_000, 'InvalidInputRpcError'],
    [-32_001, 'ResourceNotFoundRpcError'],
    [-32_002, 'ResourceUnavailableRpcError'],
    [-32_003, 'TransactionRejectedRpcError'],
    [-32_004, 'MethodNotSupportedRpcError'],
    [-32_005, 'LimitExceededRpcError'],
    [-32_006, 'JsonRpcVersionUnsupportedError'],
  ])('keeps the code %i, the message and the data of a node [8.59]', async (code, name) => {
    const node = await countingServer(() => ({ error: { code, message: 'Said the node', data: { why: 1 } } }))
    const error = await caught(asking([node.url])('eth_call', { retryCount: 0 }))
    expect(error).toMatchObject({ name, code, details: 'Said the node', cause: { code, data: { why: 1 } } })
  })

  test('keeps the code in the body of a response with status 429', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32_005, message: 'Limit' } })
    const node = await countingServer(() => ({ status: 429, body }))
    const error = await caught(asking([node.url])('eth_call', { retryCount: 0 }))
    expect(error).toMatchObject({ code: 'rpc.failed', params: { status: 429 } })
    expect(codesOf(error)).toEqual([-32_005])
  })

  test('is that of a revert at any status, without a call to another node [8.58]', async () => {
    const revert = { code: 3, message: 'execution reverted: no', data: '0x08c379a0' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, error: revert })
    const first = await countingServer(() => ({ status: 500, body }))
    const second = await countingServer()
    const error = await caught(asking([first.url, second.url])('eth_call'))
    expect(error).toBeInstanceOf(RpcRequestError)
    expect(error).toMatchObject({ code: 3, data: '0x08c379a0' })
    expect([first.arrivals.length, second.arrivals.length]).toEqual([1, 0])
  })

  test('has its own code when no node can be reached, and when an answer is malformed', async () => {
    const options = { retryCount: 0 }
    expect(await caught(asking(['http://127.0.0.1:9/'])('eth_call', options))).toMatchObject({ code: 'rpc.offline' })
    const node = await countingServer(() => ({ status: 200, body: '<html>' }))
    expect(await caught(asking([node.url])('eth_call', options))).toMatchObject({ code: 'rpc.malformed' })
    node.answer = () => ({ status: 200, body: '{"message":"hello"}' })
    expect(await caught(asking([node.url])('eth_call', options))).toMatchObject({ code: 'rpc.malformed' })
    node.answer = () => ({ result: 'x'.repeat(11_000_000) })
    expect(await caught(asking([node.url])('eth_call'))).toMatchObject({ code: 'rpc.malformed' })
  })

  test('is not returned when the next node answers, and is the rejection of one node rather than the silence of another', async () => {
    const refusing = await countingServer(() => ({ error: { code: -32_602, message: 'Not so' } }))
    const good = await countingServer(() => ({ result: 'good' }))
    expect(await asking([refusing.url, good.url])()).toBe('good')
    expect(await caught(asking([refusing.url, 'http://127.0.0.1:9/'])())).toMatchObject({ code: -32_602 })
    expect(refusing.arrivals).toHaveLength(2)
  })

  test('excludes a node that rejects access from the retries', async () => {
    const time = stillTime()
    const closed = await countingServer(() => ({ status: 401 }))
    const busy = await countingServer((_, arrival) =>
      arrival === busy.arrivals[0] ? { status: 503 } : { result: 'later' },
    )
    const call = watched(asking([closed.url, busy.url])())
    await time.until(() => time.pauses().includes(150))
    await time.pass(150)
    await time.until(() => call.ended)
    expect(call.value).toBe('later')
    expect([closed.arrivals.length, busy.arrivals.length]).toEqual([1, 2])
  })

  test('is recognized by the actions of viem', async () => {
    const node = await countingServer(({ method }) =>
      method === 'eth_call' ? { error: { code: 3, message: 'execution reverted', data: '0x' } } : { result: null },
    )
    const client = rpcClient(networkOver([node.url]))
    const hash = `0x${'1'.repeat(64)}` as const
    expect(await caught(getTransactionReceipt(client, { hash }))).toMatchObject({
      name: 'TransactionReceiptNotFoundError',
    })
    const abi = [{ type: 'function', name: 'x', inputs: [], outputs: [], stateMutability: 'view' }] as const
    const address = `0x${'2'.repeat(40)}` as const
    expect(await caught(readContract(client, { address, abi, functionName: 'x' }))).toMatchObject({
      name: 'ContractFunctionExecutionError',
    })
  })
})

describe('a caller that aborts', () => {
  test('waits no longer, while the others in its batch get their answers [8.31]', async () => {
    const time = stillTime()
    const silent = await countingServer(() => ({ silent: 'from the start' }))
    const control = new AbortController()
    const call = watched(asking([silent.url])('eth_blockNumber', { signal: control.signal }))
    await time.until(() => silent.arrivals.length === 1)
    control.abort(new Error('No longer wanted'))
    await time.until(() => call.ended)
    expect(call.error).toMatchObject({ code: 'rpc.aborted', message: 'Request was aborted' })
    expect(call.error).toMatchObject({ cause: { message: 'No longer wanted' } })

    const node = await countingServer()
    const ask = asking([node.url])
    const second = new AbortController()
    const pair = [watched(ask('given_up', { signal: second.signal })), watched(ask('wanted'))] as const
    second.abort()
    await time.until(() => pair.every(({ ended }) => ended))
    expect(pair).toMatchObject([{ error: { code: 'rpc.aborted' } }, { value: 'wanted' }])
  })

  test('stops the retries', async () => {
    const time = stillTime()
    const node = await countingServer(() => ({ status: 503 }))
    const control = new AbortController()
    const call = watched(asking([node.url])('eth_blockNumber', { signal: control.signal }))
    await time.until(() => time.pauses().includes(150))
    control.abort()
    await time.pass(60_000)
    expect(call.error).toMatchObject({ code: 'rpc.aborted' })
    expect(node.arrivals).toHaveLength(1)
  })

  test('sends nothing when it aborts before the call', async () => {
    const node = await countingServer()
    const error = await caught(asking([node.url])('eth_blockNumber', { signal: AbortSignal.abort() }))
    expect(error).toMatchObject({ code: 'rpc.aborted' })
    expect(node.arrivals).toEqual([])
  })
})
