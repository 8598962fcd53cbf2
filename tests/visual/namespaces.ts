/** Requests to wallets of Solana and of Bitcoin. */
import { base64, hex } from '@scure/base'
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { fakeWallet, never, type FakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { bitcoin, solana, type Network, type RpcCall } from '../../sdk/index.ts'
import { bip122Adapter } from '../../sdk/chains/bip122/adapter.ts'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { complete, connected, named, sign, type Scene, type Stage } from './stage.tsx'

const adapters = { solana: solanaAdapter, bip122: bip122Adapter } as const
const keyOf = (letters: string) => new PublicKey(hex.decode(letters.repeat(8)))
const [me, friend, mint, purse, shop] = ['5ca1ab1e', 'c0ffee00', 'ba5eba11', 'deadbea7', '0ddba115'].map(keyOf) as [
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
  PublicKey,
]
const token = { address: mint.toBase58(), symbol: 'HUSD', name: 'Harbor Dollar', decimals: 6 }

/** The wallet of a namespace has a request and does not answer. The request is explained. */
async function asking(stage: Stage, chain: keyof typeof adapters, network: Network, wallet: FakeWallet, call: RpcCall) {
  const { name, symbol, decimals } = network.nativeCurrency
  const quantity = { decimals: String(decimals), numeric: '2.5' }
  const latchkey = await connected(stage, {
    options: {
      networks: [named(network)],
      ...(chain === 'solana' && { tokens: { [network.caipNetworkId]: [token] } }),
      connectors: [
        {
          connector: { id: 'harbor', name: 'Harbor', type: 'ANNOUNCED', chain, imageUrl: sign('Harbor') },
          provider: wallet,
        },
      ],
      ports: {
        chains: {
          at: async () => ({
            ...adapters[chain],
            fetchBalances: async () => [{ name, symbol, chainId: network.caipNetworkId, quantity }],
          }),
        },
      },
    },
    until: '[data-part="panel"]',
  })
  void latchkey.request(call)
  await complete('[data-part="facts"]', 'ApproveTransaction')
  return latchkey
}

/** Scrolls to the end of what does not fit. */
async function toTheEnd(scene: ReturnType<Scene>) {
  const latchkey = await scene
  for (const each of document.querySelectorAll('[data-part="card"], [data-part="card"] *'))
    each.scrollTop = each.scrollHeight
  return latchkey
}

function asksSolana(stage: Stage, ...instructions: TransactionInstruction[]) {
  const message = new TransactionMessage({ payerKey: me, recentBlockhash: mint.toBase58(), instructions })
  const transaction = base64.encode(new VersionedTransaction(message.compileToV0Message()).serialize())
  const accounts = [{ pubkey: me.toBase58() }]
  const wallet = fakeWallet({
    solana_requestAccounts: accounts,
    solana_getAccounts: accounts,
    solana_signAndSendTransaction: never,
  })
  return asking(stage, 'solana', solana, wallet, { method: 'solana_signAndSendTransaction', params: { transaction } })
}

/** A call of a program, signed by the account `me`. */
const call = (program: string, accounts: PublicKey[], ...bytes: number[]) =>
  new TransactionInstruction({
    programId: new PublicKey(program),
    keys: accounts.map((pubkey) => ({ pubkey, isSigner: pubkey === me, isWritable: true })),
    data: Uint8Array.from(bytes) as Buffer,
  })
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
/** 12.5 of the token, encoded as a program reads it. */
const units = [0x20, 0xbc, 0xbe, 0, 0, 0, 0, 0]
const offered = [
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 20_000 }),
  ComputeBudgetProgram.setComputeUnitLimit({ units: 80_000 }),
]
const transferred = call(TOKEN_PROGRAM, [purse, mint, friend, me], 12, ...units, 6)
const allowed = call(TOKEN_PROGRAM, [purse, mint, shop, me], 13, ...Array<number>(8).fill(255), 6)
const noted = call(MEMO, [me], ...new TextEncoder().encode('Order 2041: The Sandbox, two copies'))
const paid = SystemProgram.transfer({ fromPubkey: me, toPubkey: shop, lamports: 1_250_000_000 })
const unread = call(shop.toBase58(), [me, purse, mint, friend], ...Array.from({ length: 96 }, (_, index) => index * 37))

const scriptOf = (letters: string) => OutScript.encode({ type: 'wpkh', hash: hex.decode(letters.repeat(5)) })
const addressOf = (letters: string) => Address().encode({ type: 'wpkh', hash: hex.decode(letters.repeat(5)) })
const [own, merchant, stranger] = ['5ca1ab1e', 'c0ffee00', '0ddba115'] as const

/** A transaction that spends these coins to pay a merchant. */
function asksBitcoin(stage: Stage, coins: readonly { of: string; amount: bigint }[], sighashTypes?: number[]) {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  for (const [index, { of, amount }] of coins.entries())
    transaction.addInput({ txid: 'ab'.repeat(32), index, witnessUtxo: { script: scriptOf(of), amount } })
  transaction.addOutput({ script: scriptOf(merchant), amount: 1_250_000n })
  const note = new TextEncoder().encode('Order 2041')
  transaction.addOutput({ script: Uint8Array.of(0x6a, note.length, ...note), amount: 0n })
  transaction.addOutput({ script: scriptOf(own), amount: 58_748_590n })
  const account = addressOf(own)
  const signInputs = coins.flatMap(({ of }, index) =>
    of === own ? [{ address: account, index, ...(sighashTypes && { sighashTypes }) }] : [],
  )
  const addresses = [{ address: account, intention: 'payment' }]
  const wallet = fakeWallet({ requestAccountAddresses: addresses, getAccountAddresses: addresses, signPsbt: never })
  const params = { account, psbt: base64.encode(transaction.toPSBT()), signInputs }
  return asking(stage, 'bip122', bitcoin, wallet, { method: 'signPsbt', params })
}
const coin = { of: own, amount: 60_000_000n }

/** The NFTs that an account of Solana holds, as its network lists them. */
async function held(stage: Stage) {
  const accounts = [{ pubkey: me.toBase58() }]
  const nfts = ['Sandbox Bird', '', 'A fish whose name is too long for a tile', 'Sandbox Fish'].map((name, index) => ({
    name,
    nft: { contract: [friend, mint, purse, shop][index]?.toBase58() ?? '', tokenId: '' },
  }))
  const latchkey = await connected(stage, {
    options: {
      networks: [named(solana)],
      connectors: [
        {
          connector: { id: 'harbor', name: 'Harbor', type: 'ANNOUNCED', chain: 'solana', imageUrl: sign('Harbor') },
          provider: fakeWallet({ solana_requestAccounts: accounts, solana_getAccounts: accounts }),
        },
      ],
      ports: {
        chains: { at: async () => ({ ...solanaAdapter, fetchBalances: async () => [], readNfts: async () => nfts }) },
      },
    },
  })
  latchkey.dispatch({ type: 'account.selectTab', tab: 'NFTs' })
  await complete('[data-part="tiles"]')
  return latchkey
}

export const namespaces: Record<string, Scene> = {
  'NFTs, on Solana': held,
  'ApproveTransaction, on Solana': (stage) => asksSolana(stage, ...offered, transferred, noted),
  'ApproveTransaction, on Solana, to the end': (stage) => toTheEnd(asksSolana(stage, ...offered, transferred, noted)),
  'ApproveTransaction, on Solana without a limit': (stage) => toTheEnd(asksSolana(stage, paid, allowed)),
  'ApproveTransaction, on Solana unread': (stage) => toTheEnd(asksSolana(stage, unread)),
  'ApproveTransaction, on Bitcoin': (stage) => asksBitcoin(stage, [coin]),
  'ApproveTransaction, on Bitcoin, to the end': (stage) => toTheEnd(asksBitcoin(stage, [coin])),
  'ApproveTransaction, on Bitcoin with coins of others': (stage) =>
    asksBitcoin(
      stage,
      [
        { of: own, amount: 50_000_000n },
        { of: stranger, amount: 10_000_000n },
      ],
      [0x81],
    ),
}
