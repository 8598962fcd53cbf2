/** The state of an account, and where an app reads it. */
import { expect, test } from 'vitest'
import { addressUrl, mainnet } from '../../sdk/index.ts'
import { offlineAdapter } from '../support/offline.ts'
import { withSession } from '../../sdk/chains/session.ts'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { accountOf, balanceOf } from '../support/features.ts'
import { embeddedPage } from '../support/embedded.ts'
import { scriptedFrame, silent } from '../support/frame.ts'
import { scriptedPopup } from '../support/popup.ts'
import { settle } from '../support/instance.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const smart = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: mainnet.caipNetworkId,
  quantity: { decimals: '18', numeric: '1.5' },
}

test('each part of an account’s state can be read, and shows to which account it belongs [3.6]', async () => {
  const accounts = [
    { address, type: 'eoa' },
    { address: smart, type: 'smartAccount' },
  ]
  const user = {
    address,
    chainId: 1,
    email: 'ann@example.com',
    userName: 'Ann',
    accounts,
    preferredAccountType: 'eoa',
    smartAccountDeployed: true,
  }
  const frame = scriptedFrame({
    CONNECT_SOCIAL() {
      frame.signIn()
      return user
    },
    GET_USER: user,
    CONNECT_FARCASTER: silent,
  })
  const popup = scriptedPopup()
  const chain = {
    ...withSession(offlineAdapter),
    fetchBalances: async () => [ether],
    fetchAssets: async () => undefined,
  }
  const { latchkey, go } = await embeddedPage(frame, {
    features: { socials: true },
    ports: {
      frame: frame.port,
      popup: popup.port,
      chains: { at: async () => chain },
      api: fakeApi({ identity: { name: 'ann.eth', avatar: 'https://pictures.example/ann.png' } }),
    },
  })
  expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
  await latchkey.load('social')
  latchkey.dispatch({ type: 'social.choose', provider: 'github' })
  await go()
  expect([popup.isOpen(), latchkey.find('social')?.getSnapshot().value]).toEqual([true, { open: 'waiting' }])
  popup.say({ resultUri: 'https://secure.example/social?code=1&state=1' })
  await go()
  latchkey.dispatch({ type: 'account.setLabel', address: smart, label: 'Savings' })
  latchkey.dispatch({ type: 'account.selectTab', tab: 'NFTs' })
  await settle()

  expect(latchkey.getAccount()).toMatchObject({
    status: 'connected',
    address,
    caipAddress: `eip155:1:${address}`,
    accounts,
    connector: { type: 'AUTH' },
  })
  expect(accountOf(latchkey).getSnapshot().context).toMatchObject({
    profile: { name: 'ann.eth', avatar: 'https://pictures.example/ann.png' },
    tab: 'NFTs',
    labels: { [smart]: 'Savings' },
  })
  expect(balanceOf(latchkey).getSnapshot().context.tokens).toEqual([ether])
  expect(addressUrl(mainnet, address)).toBe(`https://etherscan.io/address/${address}`)
  expect(latchkey.find('frame')?.getSnapshot().context.user).toMatchObject({
    email: 'ann@example.com',
    userName: 'Ann',
    preferredAccountType: 'eoa',
    smartAccountDeployed: true,
  })
  expect(latchkey.find('social')?.getSnapshot().context.provider).toBe('github')
  expect(balanceOf(latchkey).getSnapshot().context.tokens[0]?.symbol).toBe('ETH')

  await latchkey.disconnect()
  await latchkey.load('farcaster')
  latchkey.dispatch({ type: 'farcaster.begin' })
  await go()
  expect(latchkey.find('farcaster')?.getSnapshot().context.url).toBe('https://farcaster.example/connect?token=1')
})
