import type { Transaction } from '../../machines/transactions/transaction.schemas.ts'
import type { Wallet } from '../../machines/shared/wallet.types.ts'

/** The catalog wallet with this number. */
export const walletOf = (index: number, more: Partial<Wallet> = {}): Wallet => ({
  id: `wallet-${index}`,
  name: `Wallet ${index}`,
  chains: ['eip155:1'],
  mobileLink: `wallet${index}://`,
  ...more,
})

export const walletsOf = (count: number, from = 1): Wallet[] =>
  Array.from({ length: count }, (_, index) => walletOf(from + index))

/** The history transaction with this number: the higher, the older. */
export const transactionOf = (index: number, more: Partial<Transaction['metadata']> = {}): Transaction => ({
  id: `transaction-${index}`,
  metadata: {
    operationType: 'receive',
    hash: `0x${String(index).padStart(64, '0')}`,
    minedAt: new Date(Date.UTC(2026, 10, 21, 12) - index * 3_600_000).toISOString(),
    sentFrom: '0x1',
    sentTo: '0x2',
    status: 'confirmed',
    chain: 'eip155:1',
    ...more,
  },
  transfers: [{ fungible_info: { name: 'Ether', symbol: 'ETH' }, direction: 'in', quantity: { numeric: '1' } }],
})

export const nftOf = (name: string, direction: 'in' | 'out', spam = false): Transaction['transfers'][number] => ({
  nft_info: { name, content: { preview: { url: `https://nft.example/${name}` } }, flags: { is_spam: spam } },
  direction,
  quantity: { numeric: '1' },
})
