/** The app's own node URLs, and the keys in them, must not reach a wallet. */
import { expect, test } from 'vitest'
import { fakeWallet } from '../../mocks/index.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { defineNetwork, mainnet } from '../../sdk/index.ts'

const { signal } = new AbortController()

test('a wallet that adds a chain only gets URLs that the network declares as public', async () => {
  const secret = 'https://node.example/v2/SECRET-KEY'
  const wallet = fakeWallet({ wallet_addEthereumChain: null })
  const byHand = { ...mainnet, rpcUrls: { default: { http: [secret] } } }
  await expect(eip155Adapter.addNetwork(wallet, byHand, signal)).rejects.toMatchObject({ code: 'rpc.urlMissing' })
  expect(wallet.calls).toEqual([])
  await eip155Adapter.addNetwork(wallet, defineNetwork(mainnet, { rpcUrls: [secret] }), signal)
  expect(wallet.calls).toHaveLength(1)
  expect(JSON.stringify(wallet.calls)).not.toContain('SECRET-KEY')
})

test.each([
  ['https://pictures.example/base.svg', ['https://pictures.example/base.svg']],
  ['/pictures/base.svg', undefined],
  ['data:image/svg+xml,%3Csvg/%3E', undefined],
])('a wallet that adds a chain gets a network picture only if it can load it: %s', async (imageUrl, iconUrls) => {
  const wallet = fakeWallet({ wallet_addEthereumChain: null })
  await eip155Adapter.addNetwork(wallet, defineNetwork(mainnet, { imageUrl }), signal)
  expect(wallet.calls).toMatchObject([{ params: [{ chainId: '0x1' }] }])
  const [asked] = wallet.calls.flatMap(({ params }) => params as { iconUrls?: string[] }[])
  expect(asked?.iconUrls).toEqual(iconUrls)
})
