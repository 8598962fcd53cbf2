/** Addresses in a session must be valid in their namespace. */
import { expect, test } from 'vitest'
import { fakeAccounts, fakeWallet } from '../../mocks/index.ts'
import { bareAdapter } from '../../sdk/chains/bareAdapter.ts'
import { bip122Adapter } from '../../sdk/chains/bip122/adapter.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { withSession } from '../../sdk/chains/session.ts'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { bitcoin, mainnet, solana } from '../../sdk/index.ts'

const { signal } = new AbortController()
const [account] = fakeAccounts
const namespaces = [
  ['eip155', eip155Adapter, mainnet.caipNetworkId, account.toLowerCase(), account],
  ['solana', solanaAdapter, solana.caipNetworkId, 'FWoj3WAb1swtdBZHHNzvWX4GtVYmpdaZ7i2zTkyTGnXX', undefined],
  ['bip122', bip122Adapter, bitcoin.caipNetworkId, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', undefined],
  [
    'polkadot',
    bareAdapter,
    'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    undefined,
  ],
] as const

const existing = (adapter: (typeof namespaces)[number][1], chainId: string, addresses: readonly string[]) =>
  withSession(adapter).getAccounts(fakeWallet({ line_read: { chainId, accounts: addresses } }), [], signal)

test.each(namespaces)(
  'a wallet cannot pass arbitrary text as an address of %s',
  async (_, adapter, chainId, good, written) => {
    for (const text of ['\u202egpj.evil', '<b>x</b>', '__proto__', '', ' ', `${good} `, `${good}\u200b`])
      await expect(existing(adapter, chainId, [good, text])).rejects.toMatchObject({ code: 'wallet.invalidResponse' })
    expect(await existing(adapter, chainId, [good, good])).toMatchObject({ accounts: [{ address: written ?? good }] })
  },
)
