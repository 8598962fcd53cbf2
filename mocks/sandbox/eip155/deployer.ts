/** The account that sets up a sandbox chain. */
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
import { sendTransaction } from 'viem/actions'
import { pollReceipt } from './nodeRpc.ts'

/** Sends transactions in sequence, and waits for their receipts only in `finish`. */
export class Deployer {
  readonly address: Address
  readonly #client
  readonly #sent: { what: string; hash: Hash }[] = []

  /** The account must have no transactions on the chain: nonces are counted from zero. */
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

  /** Transfers ERC-20 units. */
  async transfer(token: Address, to: Address, units: bigint): Promise<void> {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
    await this.send('A transfer of tokens', { to: token, data })
  }

  /** Throws if a transaction failed, with the names of all that did. */
  async finish(): Promise<void> {
    const receipts = await Promise.all(this.#sent.map(({ hash }) => pollReceipt(this.#client, hash)))
    const failed = this.#sent.filter((_, index) => receipts[index]?.status !== 'success')
    if (failed.length > 0) throw new Error(`On a sandbox chain failed: ${failed.map(({ what }) => what).join(', ')}.`)
  }
}
