/**
 * Swaps on Solana without a UI on a real chain. Transactions of the API, honest or hostile, are checked before a wallet with real
 * keys signs.
 */
import { base64 } from '@scure/base'
import {
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { http as answer, HttpResponse, passthrough, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createHandlers } from '../../mocks/api/index.ts'
import { memoryStorage } from '../../mocks/index.ts'
import { firstSolanaAccount, secondSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import { startSolana, type SolanaChain } from '../../mocks/sandbox/solana/chain.ts'
import { makerReserves, solanaMaker, wrappedSol } from '../../mocks/sandbox/solana/maker.ts'
import { solanaGold, solanaTokenAccount, solanaToken, tokenProgram } from '../../mocks/sandbox/solana/token.ts'
import { createSandboxSolanaWallet } from '../../mocks/sandbox/solana/wallet.ts'
import { solanaProvider } from '../../sdk/connectors/walletStandard.ts'
import { engine } from '../../sdk/instance/engine.ts'
import { createLatchkey, solana } from '../../sdk/index.ts'
import type { RpcCall } from '../../machines/wallet-requests/walletRequest.types.ts'
import { hurriedClock } from '../support/instance.ts'
import { associatedAccount, solanaNode } from '../support/solanaTokens.ts'
import { hosts } from '../mocks/api/support.ts'
import { done, quoted as quotedIn, submit, until } from './swapping.ts'

let chain: SolanaChain
let node: ReturnType<typeof solanaNode>
const server = setupServer()
beforeAll(async () => {
  chain = await startSolana()
  node = solanaNode(chain.rpcUrl)
  server.listen({ onUnhandledFrame: 'error' })
})
beforeEach(() => server.use(answer.post(chain.rpcUrl, () => passthrough())))
afterEach(() => server.resetHandlers())
afterAll(async () => {
  server.close()
  await chain.stop()
})

const me = firstSolanaAccount.address
const owner = new PublicKey(me)
const thief = new PublicKey(secondSolanaAccount.address)
const maker = new PublicKey(solanaMaker.address)
const PROGRAM = new PublicKey(tokenProgram)
const BUILD = `${hosts.blockchain}v1/convert/build-transaction`

const lamports = async (address = me) => BigInt(((await node.ask('getBalance', address)) as { value: number }).value)
/** The whole balance of a token of an owner. */
async function held(mint: string, of = me): Promise<bigint> {
  const told = await node.ask('getTokenAccountsByOwner', of, { mint }, { encoding: 'base64' })
  const { value } = told as { value: { account: { data: [string] } }[] }
  return value.reduce(
    (sum, { account }) => sum + new DataView(base64.decode(account.data[0]).buffer).getBigUint64(64, true),
    0n,
  )
}

type Asking = (request: { kind: string }) => Promise<boolean>

/** A connected instance with the tokens of its chain. `more` takes precedence over the default handlers of the API. */
async function page({ more = [], approve = async () => true }: { more?: RequestHandler[]; approve?: Asking } = {}) {
  server.use(...more, ...createHandlers({ hosts, solana: { networkId: chain.networkId, rpcUrl: chain.rpcUrl } }))
  const { wallet } = createSandboxSolanaWallet({ rpcUrl: chain.rpcUrl, network: 'Sandbox', approve })
  const own = solanaProvider(wallet)
  const asked: string[] = []
  const provider = {
    ...own,
    request: (call: RpcCall) => {
      asked.push(call.method)
      return own.request(call)
    },
  }
  const latchkey = createLatchkey(
    {
      projectId: 'test',
      hosts,
      networks: [{ ...solana, caipNetworkId: chain.networkId, rpcUrls: { default: { http: [chain.rpcUrl] } } }],
      tokens: { [chain.networkId]: [solanaToken, solanaGold] },
      features: { swaps: true },
      enableWalletConnect: false,
      connectors: [{ connector: { id: 'sandbox', name: 'Sandbox', type: 'ANNOUNCED', chain: 'solana' }, provider }],
      ports: { storage: memoryStorage(), clock: hurriedClock },
    },
    engine,
  )
  latchkey.start()
  onTestFinished(() => latchkey.stop())
  await done(latchkey.connect({ connectorId: 'sandbox' }))
  await done(latchkey.load('swap'))
  await done(latchkey.load('balance'))
  await until(latchkey, ({ value, context }) => value !== 'loading' && context.balances.length > 0)
  return { latchkey, asked, signed: () => asked.filter((method) => method.startsWith('solana_sign')) }
}

type Page = Awaited<ReturnType<typeof page>>
/** Drafts a swap, and waits for its quote. */
async function quoted(site: Page, fromToken: string, toToken: string, amount: string) {
  const { quote, quoteError } = await quotedIn(site, fromToken, toToken, amount)
  if (!quote) throw new Error(`There is no quote: ${quoteError?.code}`)
  return quote
}

type Ended = Awaited<ReturnType<typeof submit>>
const codeOf = (outcome: Ended) => ('error' in outcome ? outcome.error?.code : outcome.status)
const hashOf = (outcome: Ended): string => {
  if (outcome.status !== 'done') throw new Error(`It ended as ${codeOf(outcome)}.`)
  return outcome.value.hash
}
const feeOf = async (hash: string) =>
  BigInt(((await node.ask('getTransaction', hash, {})) as { meta: { fee: number } }).meta.fee)

const balanceOf = (symbol: string) =>
  symbol === 'SOL' ? lamports() : held(symbol === 'USDX' ? solanaToken.address : solanaGold.address)

describe('a swap on Solana', () => {
  test('of the coin for a token takes and returns exactly the quoted amounts [1.6] [7.12]', async () => {
    const site = await page()
    const quote = await quoted(site, 'SOL', 'USDX', '1.500000001')
    const [coins, dollars] = [await lamports(), await held(solanaToken.address)]
    const outcome = await submit(site)
    const fee = await feeOf(hashOf(outcome))
    expect(outcome).toMatchObject({ status: 'done', value: { received: quote.toUnits } })
    expect((await held(solanaToken.address)) - dollars).toBe(quote.toUnits)
    // The first swap creates an account for the token, which stays.
    expect(coins - (await lamports()) - 1_500_000_001n - fee).toBe(2_039_280n)
    expect(await held(wrappedSol)).toBe(0n)
    expect(site.signed()).toEqual(['solana_signTransaction'])
  })

  test.each([
    ['the coin', 'USDX', 'SOL', '250.000001', 250_000_001n],
    ['a token', 'GLD', 'USDX', '2.000000001', 2_000_000_001n],
  ])('of a token for %s takes and returns exactly the quoted amounts [1.6]', async (_, from, to, amount, units) => {
    const site = await page()
    const quote = await quoted(site, from, to, amount)
    const before = [await balanceOf(from), await balanceOf(to)] as const
    const outcome = await submit(site)
    const fee = to === 'SOL' ? await feeOf(hashOf(outcome)) : 0n
    expect(outcome).toMatchObject({ status: 'done', value: { received: quote.toUnits } })
    expect(before[0] - (await balanceOf(from))).toBe(units)
    expect((await balanceOf(to)) - before[1]).toBe(quote.toUnits - fee)
  })
})

const reads = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })
const writes = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true })
const signs = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: true })
/** An instruction of the token program, signed by the account. */
const call = (accounts: PublicKey[], ...bytes: (number | Uint8Array)[]) =>
  new TransactionInstruction({
    programId: PROGRAM,
    keys: [...accounts.map(writes), signs(owner)],
    data: Buffer.concat(bytes.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part))),
  })
const u64 = (value: bigint) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}
const purse = new PublicKey(solanaTokenAccount)
const reserveOf = (mint: string) => {
  const found = makerReserves.find((reserve) => reserve.mint === mint)
  if (!found) throw new Error('The maker has none of it.')
  return new PublicKey(found.account)
}
/** Sends the account's dollars to a receiver. */
const pay = (to: PublicKey, units: bigint) => call([purse, to], 3, u64(units))
/** The maker's part, signed by the maker. */
const bring = (mint: string, to: PublicKey, units: bigint) =>
  new TransactionInstruction({
    programId: PROGRAM,
    keys: [writes(reserveOf(mint)), writes(to), signs(maker)],
    data: Buffer.concat([Uint8Array.of(3), u64(units)]),
  })
const open = (of: PublicKey, mint: string) =>
  new TransactionInstruction({
    programId: new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
    keys: [
      signs(owner),
      writes(associatedAccount(mint, of.toBase58())),
      ...[of, new PublicKey(mint), SystemProgram.programId, PROGRAM].map(reads),
    ],
    data: Buffer.from([1]),
  })

/** A transaction as the API builds it, signed by all but the account. */
async function builtOf(instructions: TransactionInstruction[], payer = owner, signers: Keypair[] = []) {
  const { value } = (await node.ask('getLatestBlockhash')) as { value: { blockhash: string } }
  const message = new TransactionMessage({ payerKey: payer, recentBlockhash: value.blockhash, instructions })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign(signers)
  for (const signer of [solanaMaker, secondSolanaAccount]) {
    const index = transaction.message.staticAccountKeys.findIndex((key) => key.toBase58() === signer.address)
    if (index >= 0 && index < transaction.message.header.numRequiredSignatures)
      transaction.signatures[index] = signer.sign(transaction.message.serialize())
  }
  return base64.encode(transaction.serialize())
}

/** An API that returns this transaction. */
const builds = (data: () => Promise<string>, tx: object = {}) =>
  answer.post(BUILD, async () =>
    HttpResponse.json({
      tx: {
        from: `${chain.networkId}:${me}`,
        to: `${chain.networkId}:${maker.toBase58()}`,
        data: await data(),
        amount: '1',
        eip155: null,
        ...tx,
      },
    }),
  )

type Build = (golds: bigint) => TransactionInstruction[]
/** An instance that swaps 100 USDX for GLD. Returns the error of the swap with other instructions. */
async function refusing() {
  let built = async () => ''
  const site = await page({ more: [builds(() => built())] })
  const holdings = () => Promise.all([held(solanaToken.address), held(solanaGold.address), lamports()])
  return async (instructions: Build) => {
    const { toUnits } = await quoted(site, 'USDX', 'GLD', '100')
    built = () => builtOf(instructions(toUnits))
    const before = await holdings()
    const outcome = await submit(site)
    expect(site.signed()).toEqual([])
    expect(await holdings()).toEqual(before)
    return codeOf(outcome)
  }
}

const UNITS = 100_000_000n
const golden = () => associatedAccount(solanaGold.address, me)
/** Both parts, as quoted. */
const honest = (golds: bigint, units = UNITS) => [
  open(owner, solanaGold.address),
  pay(reserveOf(solanaToken.address), units),
  bring(solanaGold.address, golden(), golds),
]

describe('a transaction from the API', () => {
  test('is signed when it has exactly the quoted parts', async () => {
    let golds = 0n
    const site = await page({ more: [builds(() => builtOf(honest(golds)))] })
    golds = (await quoted(site, 'USDX', 'GLD', '100')).toUnits
    expect(await submit(site)).toMatchObject({ status: 'done', value: { received: golds } })
    expect(site.signed()).toEqual(['solana_signTransaction'])
  })

  const refused: [what: string, code: string, build: Build][] = [
    ['one unit more leaves', 'swap.unexpected', (golds) => honest(golds, UNITS + 1n)],
    [
      'what comes goes to somebody else, whose account is paid for',
      'swap.unexpected',
      (golds) => [
        open(thief, solanaGold.address),
        pay(reserveOf(solanaToken.address), UNITS),
        bring(solanaGold.address, associatedAccount(solanaGold.address, thief.toBase58()), golds),
      ],
    ],
    ['nothing comes', 'swap.priceMoved', () => [pay(reserveOf(solanaToken.address), UNITS)]],
    ['one unit less than the minimum comes', 'swap.priceMoved', (golds) => honest((golds * 99n) / 100n - 1n)],
    [
      'a coin leaves beside',
      'swap.unexpected',
      (golds) => [
        ...honest(golds),
        SystemProgram.transfer({ fromPubkey: owner, toPubkey: maker, lamports: 1_000_000 }),
      ],
    ],
    [
      'somebody may take from the account afterwards (Approve)',
      'swap.unexpected',
      (golds) => [...honest(golds), call([purse, thief], 4, u64(1n))],
    ],
    [
      'the account of a token is handed over (SetAuthority, AccountOwner)',
      'swap.unexpected',
      (golds) => [...honest(golds), call([golden()], 6, 2, 1, thief.toBytes())],
    ],
    [
      'somebody may close the account afterwards (SetAuthority, CloseAccount)',
      'swap.unexpected',
      (golds) => [...honest(golds), call([purse], 6, 3, 1, thief.toBytes())],
    ],
    [
      'what keeps an account that is closed goes to somebody else (CloseAccount)',
      'swap.unexpected',
      (golds) => [open(owner, wrappedSol), ...honest(golds), call([associatedAccount(wrappedSol, me), thief], 9)],
    ],
    [
      'an account stays that has no part in the swap',
      'swap.unexpected',
      (golds) => [open(owner, wrappedSol), ...honest(golds)],
    ],
    [
      'the account itself is given to a program (Assign)',
      'swap.unexpected',
      (golds) => [...honest(golds), SystemProgram.assign({ accountPubkey: owner, programId: PROGRAM })],
    ],
    [
      'stays good for as long as somebody wants (a durable nonce)',
      'swap.unexpected',
      (golds) => [
        SystemProgram.nonceAdvance({ noncePubkey: Keypair.generate().publicKey, authorizedPubkey: maker }),
        ...honest(golds),
      ],
    ],
    [
      'costs a higher fee than was read',
      'swap.unexpected',
      (golds) => [
        new TransactionInstruction({
          programId: new PublicKey('ComputeBudget111111111111111111111111111111'),
          keys: [],
          data: Buffer.concat([Uint8Array.of(3), u64(10_000_000n)]),
        }),
        ...honest(golds),
      ],
    ],
    [
      'fails on the chain as it is now',
      'swap.wouldFail',
      (golds) => [...honest(golds), pay(reserveOf(solanaToken.address), 10n ** 18n)],
    ],
  ]
  test('is rejected with a specific error in every other case', async () => {
    const codeOfSwap = await refusing()
    const told: [string, string | undefined][] = []
    for (const [what, , build] of refused) told.push([what, await codeOfSwap(build)])
    expect(told).toEqual(refused.map(([what, code]) => [what, code]))
  })

  test('is rejected when it transfers a nonce account, or the right to mint a token', async () => {
    const nonce = Keypair.generate()
    const rent = Number(await node.ask('getMinimumBalanceForRentExemption', NONCE_ACCOUNT_LENGTH))
    const made = await builtOf(
      [
        ...SystemProgram.createNonceAccount({
          fromPubkey: owner,
          noncePubkey: nonce.publicKey,
          authorizedPubkey: owner,
          lamports: rent,
        }).instructions,
      ],
      owner,
      [nonce],
    )
    const transaction = VersionedTransaction.deserialize(base64.decode(made))
    transaction.addSignature(owner, firstSolanaAccount.sign(transaction.message.serialize()))
    await node.ask('sendTransaction', base64.encode(transaction.serialize()), { encoding: 'base64' })
    const authorize = SystemProgram.nonceAuthorize({
      noncePubkey: nonce.publicKey,
      authorizedPubkey: owner,
      newAuthorizedPubkey: thief,
    })
    const withdraw = SystemProgram.nonceWithdraw({
      noncePubkey: nonce.publicKey,
      authorizedPubkey: owner,
      toPubkey: thief,
      lamports: rent,
    })
    const mint = await node.createToken(6)
    const issue = call([new PublicKey(mint)], 6, 0, 1, thief.toBytes())
    const codeOfSwap = await refusing()
    for (const stolen of [authorize, withdraw, issue])
      expect(await codeOfSwap((golds) => [...honest(golds), stolen])).toBe('swap.unexpected')
  })

  test('is rejected with another payer or account, a missing signature, or as malformed', async () => {
    const site = await page()
    const ending = async (more: RequestHandler) => {
      server.use(more)
      await quoted(site, 'USDX', 'GLD', '100')
      const outcome = await submit(site)
      expect(site.signed()).toEqual([])
      return codeOf(outcome)
    }
    const unsigned = async () => {
      const transaction = VersionedTransaction.deserialize(base64.decode(await builtOf(honest(1n))))
      transaction.signatures[1] = new Uint8Array(64)
      return base64.encode(transaction.serialize())
    }
    expect(await ending(builds(() => builtOf(honest(1n), thief)))).toBe('swap.buildFailed')
    expect(await ending(builds(() => builtOf(honest(1n)), { from: `${chain.networkId}:${thief.toBase58()}` }))).toBe(
      'swap.buildFailed',
    )
    expect(await ending(builds(unsigned))).toBe('swap.buildFailed')
    expect(await ending(builds(async () => '0xdeadbeef'))).toBe('swap.buildFailed')
    expect(await ending(builds(async () => `${await builtOf(honest(1n))}AAAA`))).toBe('swap.buildFailed')
  })

  test('is rejected for a token with other decimals than the API reports', async () => {
    const site = await page({
      more: [
        answer.get(`${hosts.blockchain}v1/convert/tokens`, () =>
          HttpResponse.json({
            tokens: [solanaToken, { ...solanaGold, decimals: 8 }].map(({ address, ...token }) => ({
              ...token,
              address: `${chain.networkId}:${address}`,
            })),
          }),
        ),
      ],
    })
    await quoted(site, 'USDX', 'GLD', '100')
    expect(codeOf(await submit(site))).toBe('send.decimalsDiffer')
    expect(site.signed()).toEqual([])
  })
})

describe('the end of a swap', () => {
  test('is a failure without a wallet request when the price moved between the quote and the transaction', async () => {
    const site = await page()
    await quoted(site, 'GLD', 'USDX', '1')
    // The maker moves a tenth of its dollars elsewhere.
    const away = await builtOf([
      open(thief, solanaToken.address),
      bring(solanaToken.address, associatedAccount(solanaToken.address, thief.toBase58()), 150_000_000_000n),
    ])
    const transaction = VersionedTransaction.deserialize(base64.decode(away))
    transaction.addSignature(owner, firstSolanaAccount.sign(transaction.message.serialize()))
    await node.ask('sendTransaction', base64.encode(transaction.serialize()), { encoding: 'base64' })
    expect(codeOf(await submit(site))).toBe('swap.priceMoved')
    expect(site.signed()).toEqual([])
  })

  test('is a rejection in the wallet, after which nothing moved', async () => {
    const site = await page({ approve: async ({ kind }) => kind === 'connect' })
    await quoted(site, 'SOL', 'USDX', '1')
    const before = await lamports()
    expect(await submit(site)).toMatchObject({ status: 'declined', error: { code: 'send.declined' } })
    expect(await lamports()).toBe(before)
  })

  test('is a success with the largest amount of the coin, which leaves the costs', async () => {
    const site = await page()
    await quoted(site, 'SOL', 'GLD', '1')
    site.latchkey.dispatch({ type: 'swap.setMaximum' })
    const { context } = await until(
      site.latchkey,
      (shown) => shown.hasTag('submittable') && shown.context.amount !== '1',
    )
    const outcome = await submit(site)
    expect(outcome).toMatchObject({ status: 'done', value: { received: context.quote?.toUnits } })
    expect(await lamports()).toBeLessThan(7_000_000n)
  })
})
