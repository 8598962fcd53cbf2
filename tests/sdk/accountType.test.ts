/** The accounts of an embedded wallet, the standard one and the smart account, with a frame that the test scripts. */
import { describe, expect, test } from 'vitest'
import { mainnet, type LatchkeyOptions } from '../../sdk/index.ts'
import { memoryStorage } from '../../mocks/index.ts'
import { embeddedPage } from '../support/embedded.ts'
import { refused, scriptedFrame, silent } from '../support/frame.ts'
import { other, settle } from '../support/instance.ts'

const smart = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A frame with a smart account on Ethereum, and none on the other network. `prefers` persists as in a secure site. */
function smartFrame(answers: Parameters<typeof scriptedFrame>[0] = {}) {
  const site = { prefers: 'eoa' as 'eoa' | 'smartAccount' }
  const frame = scriptedFrame({
    GET_USER: ({ chainId }: { chainId: number }) => {
      const eoa = { address: frame.address, type: 'eoa' }
      if (chainId !== 1) return { address: frame.address, chainId, accounts: [eoa] }
      const accounts = [eoa, { address: smart, type: 'smartAccount' }]
      return { address: site.prefers === 'eoa' ? frame.address : smart, chainId, accounts }
    },
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [1] },
    SET_PREFERRED_ACCOUNT: ({ type }: { type: 'eoa' | 'smartAccount' }) => {
      site.prefers = type
      return { type, address: type === 'eoa' ? frame.address : smart }
    },
    ...answers,
  })
  return frame
}
const options = { networks: [mainnet, other] } satisfies LatchkeyOptions

async function connected(frame = smartFrame(), more: Parameters<typeof embeddedPage>[1] = {}) {
  const page = await embeddedPage(frame, { ...options, connect: true, ...more })
  const { latchkey } = page
  const ended: unknown[] = []
  const set = async (accountType: 'eoa' | 'smartAccount') => {
    await latchkey.load('accountType')
    const machine = latchkey.find('accountType')
    machine?.on('accountType.settled', ({ outcome }) => ended.push(outcome.status))
    latchkey.dispatch({ type: 'accountType.set', accountType })
    await page.go()
  }
  const state = () => latchkey.find('accountType')?.getSnapshot()
  return { ...page, set, ended, state }
}

describe('a smart account', () => {
  test('is one of the accounts, and becomes active when the app selects it [1.10] [3.18] [5.24] [6.2] [7.44]', async () => {
    const { latchkey, frame, set, ended, state } = await connected()
    expect(latchkey.getAccount()).toMatchObject({
      address: frame.address,
      accounts: [
        { address: frame.address, type: 'eoa' },
        { address: smart, type: 'smartAccount' },
      ],
    })
    await set('smartAccount')
    expect(ended).toEqual(['done'])
    expect(latchkey.getAccount()).toMatchObject({ address: smart })
    expect(
      frame.asked.filter(({ type }) => type === 'SWITCH_NETWORK' || type === 'SET_PREFERRED_ACCOUNT'),
    ).toContainEqual({
      type: 'SET_PREFERRED_ACCOUNT',
      payload: { type: 'smartAccount' },
    })
    expect(frame.types()).toContain('GET_SMART_ACCOUNT_ENABLED_NETWORKS')
    expect(state()?.context.smartAccountNetworks).toEqual([1])
    await set('eoa')
    expect(latchkey.getAccount()).toMatchObject({ address: frame.address })
  })
  test('is active in whichever letter case the frame writes its address', async () => {
    const accounts = [
      { address: smart, type: 'smartAccount' },
      { address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c9', type: 'eoa' },
    ]
    const { latchkey } = await connected(
      smartFrame({
        GET_USER: ({ chainId }: { chainId: number }) => ({ address: smart.toLowerCase(), chainId, accounts }),
      }),
    )
    expect(latchkey.getAccount()).toMatchObject({
      address: smart,
      accounts: [{ type: 'smartAccount' }, { type: 'eoa' }],
    })
  })
  test('is preferred in whichever letter case the frame writes its address', async () => {
    const answer = { type: 'smartAccount', address: smart.toLowerCase() }
    const { latchkey, set, ended } = await connected(smartFrame({ SET_PREFERRED_ACCOUNT: answer }))
    await set('smartAccount')
    expect(ended).toEqual(['done'])
    expect(latchkey.getAccount()).toMatchObject({ address: smart })
  })
  test('stays active after a reload, even if the frame forgot it; other networks use the standard account [3.44] [6.2] [7.45]', async () => {
    const storage = memoryStorage()
    const frame = smartFrame()
    const first = await connected(frame, { storage })
    await first.set('smartAccount')
    first.latchkey.stop()
    const forgetful = smartFrame()
    forgetful.signIn()
    const reloaded = await embeddedPage(forgetful, { ...options, storage })
    await reloaded.go()
    expect(reloaded.latchkey.getAccount()).toMatchObject({ status: 'connected', address: smart })
    reloaded.latchkey.stop()
    const second = await embeddedPage(frame, { ...options, storage })
    await second.go()
    expect(second.latchkey.getAccount()).toMatchObject({ address: smart })
    expect(second.latchkey.actor('storage').getSnapshot().context.persisted.embedded?.smartAccountNetworks).toEqual([1])
    await second.latchkey.switchNetwork(other.caipNetworkId)
    await second.go()
    expect(second.latchkey.getAccount()).toMatchObject({ address: frame.address, networkId: other.caipNetworkId })
    expect(frame.asked).toContainEqual({ type: 'SWITCH_NETWORK', payload: { chainId: 10 } })
    await second.latchkey.switchNetwork(mainnet.caipNetworkId)
    await second.go()
    expect(second.latchkey.getAccount()).toMatchObject({ address: smart })
  })
  test('is set in the frame when the user selects its address', async () => {
    const { latchkey, frame, go } = await connected()
    latchkey.dispatch({ type: 'account.select', address: smart })
    await go()
    expect(latchkey.getAccount()).toMatchObject({ address: smart })
    expect(frame.types()).toContain('SET_PREFERRED_ACCOUNT')
  })
  test('is unavailable on a network without smart accounts', async () => {
    const { latchkey, set, ended, state, go } = await connected()
    await latchkey.switchNetwork(other.caipNetworkId)
    await go()
    await set('smartAccount')
    expect([ended, state()?.context.error?.code]).toEqual([['failed'], 'accountType.unavailable'])
  })
  test('cannot be selected before a sign-in [8.10]', async () => {
    const { latchkey, go } = await embeddedPage(smartFrame(), options)
    await latchkey.load('accountType')
    latchkey.dispatch({ type: 'accountType.set', accountType: 'eoa' })
    await go()
    expect(latchkey.find('accountType')?.getSnapshot().context.error?.message).toBe(
      'Address or auth connector not found',
    )
    expect(latchkey.actor('storage').getSnapshot().context.persisted.embedded).toBeUndefined()
  })
  test.each([
    [
      'a refusal',
      () => {
        throw refused('This wallet has no smart account here.')
      },
      'embedded.refused',
    ],
    [
      'another address than before',
      { type: 'smartAccount', address: '0x0000000000000000000000000000000000000001' },
      'embedded.malformed',
    ],
    ['another type', { type: 'eoa', address: smart }, 'embedded.malformed'],
  ])('is not selected after %s', async (_, answer, code) => {
    const { latchkey, frame, set, ended, state } = await connected(smartFrame({ SET_PREFERRED_ACCOUNT: answer }))
    await set('smartAccount')
    expect([ended, state()?.context.error?.code]).toEqual([['failed'], code])
    expect(latchkey.getAccount()).toMatchObject({ address: frame.address })
    await latchkey.disconnect()
    expect(state()?.context.error).toBeUndefined()
  })
  test('settles a selection that is cancelled or whose network changes', async () => {
    const { latchkey, set, ended, go } = await connected(smartFrame({ SET_PREFERRED_ACCOUNT: silent }))
    await set('smartAccount')
    latchkey.dispatch({ type: 'accountType.cancel' })
    await go()
    expect(ended).toEqual(['cancelled'])
    await set('smartAccount')
    await latchkey.switchNetwork(other.caipNetworkId)
    await go()
    await settle()
    expect(ended.at(-1)).toBe('cancelled')
  })
})
