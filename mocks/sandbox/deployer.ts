/** The account that sets a sandbox chain up. */
import {
  type Address,
  createClient,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hash,
  type Hex,
  http,
  type LocalAccount,
} from 'viem'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'

const receiptTimeoutMs = 10_000

/** Sends one transaction after the other, without waiting for receipts until it is asked whether all went well. */
export class Deployer {
  readonly address: Address
  readonly #client
  readonly #sent: { what: string; hash: Hash }[] = []

  /** The account must be new on the chain: its nonces are counted from zero. */
  constructor(rpcUrl: string, account: LocalAccount) {
    this.address = account.address
    this.#client = createClient({ account, transport: http(rpcUrl), pollingInterval: 20 })
  }

  async send(what: string, transaction: { to?: Address; data?: Hex; value?: bigint }): Promise<void> {
    const hash = await sendTransaction(this.#client, { chain: null, nonce: this.#sent.length, ...transaction })
    this.#sent.push({ what, hash })
  }

  async deploy(what: string, data: Hex): Promise<Address> {
    const address = getContractAddress({ from: this.address, nonce: BigInt(this.#sent.length) })
    await this.send(what, { data })
    return address
  }

  /** Hands ERC-20 units on. */
  async transfer(token: Address, to: Address, units: bigint): Promise<void> {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
    await this.send('A transfer of tokens', { to: token, data })
  }

  /** Throws what failed, if anything did. */
  async finish(): Promise<void> {
    const receipts = await Promise.all(
      this.#sent.map(({ hash }) => waitForTransactionReceipt(this.#client, { hash, timeout: receiptTimeoutMs })),
    )
    const failed = this.#sent.filter((_, index) => receipts[index]?.status !== 'success')
    if (failed.length > 0) throw new Error(`On a sandbox chain failed: ${failed.map(({ what }) => what).join(', ')}.`)
  }
}
