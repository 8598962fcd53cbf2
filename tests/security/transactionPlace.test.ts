import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeWallet } from '../../mocks/index.ts'
import { connected, settle } from '../support/instance.ts'

const [first, second] = fakeAccounts
const hash = `0x${'cd'.repeat(32)}`

async function page() {
  const made = await connected({ wallet: fakeWallet({ eth_sendTransaction: hash }) })
  made.wallet.calls.length = 0
  const asked = () => made.wallet.calls.map(({ method }) => method)
  return { ...made, asked, provider: made.latchkey.getProvider('eip155') }
}
const transaction = { to: second, value: 1n }
const wire = { method: 'eth_sendTransaction', params: [{ from: first, to: second, value: '0x1' }] }

describe('a transaction of the page', () => {
  test('does not reach a wallet that has silently switched to another chain [8.63]', async () => {
    const [one, other] = [await page(), await page()]
    for (const { wallet } of [one, other]) wallet.answers['eth_chainId'] = '0x89'
    expect(await one.latchkey.sendTransaction(transaction)).toMatchObject({ error: { code: 'send.otherNetwork' } })
    await expect(other.provider.request(wire)).rejects.toMatchObject({ code: 4901 })
    for (const { asked, latchkey } of [one, other]) {
      expect(asked()).not.toContain('eth_sendTransaction')
      // By now the page has the wallet's chain.
      await settle()
      expect(latchkey.getAccount()).toMatchObject({ networkId: 'eip155:137' })
    }
  })

  test("contains its chain id, and the wallet's chain and account are checked last", async () => {
    const { latchkey, wallet, provider, asked } = await page()
    await latchkey.sendTransaction(transaction)
    await provider.request(wire)
    const once = ['eth_chainId', 'eth_accounts', 'eth_sendTransaction']
    expect(asked()).toEqual([...once, ...once])
    const bound = [{ chainId: '0x1', from: first }]
    const sent = wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')
    expect(sent).toMatchObject([{ params: bound }, { params: bound }])
  })

  test('with its own chain id is only sent on that chain [8.63]', async () => {
    const { latchkey, wallet, provider, asked } = await page()
    expect(await latchkey.sendTransaction({ ...transaction, chainId: 10 })).toMatchObject({
      error: { code: 'send.otherNetwork' },
    })
    const elsewhere = { ...wire, params: [{ ...wire.params[0], chainId: '0xa' }] }
    await expect(provider.request(elsewhere)).rejects.toMatchObject({ code: 4901 })
    expect(asked()).not.toContain('eth_sendTransaction')
    wallet.answers['eth_chainId'] = '0xa'
    expect(await provider.request(elsewhere)).toBe(hash)
  })

  test('is not sent from an account that the wallet no longer shares [8.61]', async () => {
    const { latchkey, wallet, provider, asked } = await page()
    wallet.answers['eth_accounts'] = [second]
    expect(await latchkey.sendTransaction(transaction)).toMatchObject({ error: { code: 'send.otherAccount' } })
    await expect(provider.request(wire)).rejects.toMatchObject({ code: 4100 })
    expect(asked()).not.toContain('eth_sendTransaction')
  })

  test('is not sent if the wallet returns no account or no network [8.41]', async () => {
    for (const [method, answer] of [
      ['eth_accounts', []],
      ['eth_chainId', null],
    ] as const) {
      const { latchkey, wallet, asked } = await page()
      wallet.answers[method] = answer
      expect(await latchkey.sendTransaction(transaction)).toMatchObject({
        error: { message: 'CaipNetwork or CaipAddress is undefined' },
      })
      expect(asked()).not.toContain('eth_sendTransaction')
    }
  })
})
