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
  readonly #transactions: { name: string; hash: Hash }[] = []

  /** The account must have no transactions on the chain: nonces are counted from zero. */
  constructor(rpcUrl: string, account: LocalAccount) {
    this.address = account.address
    this.#client = createClient({ account, transport: http(rpcUrl), pollingInterval: 20 })
  }

  async send(name: string, transaction: { to?: Address; data?: Hex; value?: bigint }): Promise<void> {
    const hash = await sendTransaction(this.#client, { chain: null, nonce: this.#transactions.length, ...transaction })
    this.#transactions.push({ name, hash })
  }

  async deploy(name: string, data: Hex): Promise<Address> {
    const address = getContractAddress({ from: this.address, nonce: BigInt(this.#transactions.length) })
    await this.send(name, { data })
    return address
  }

  /** Transfers ERC-20 units. */
  async transfer(token: Address, to: Address, units: bigint): Promise<void> {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
    await this.send('A transfer of tokens', { to: token, data })
  }

  /** Throws if a transaction failed, with the names of all that did. */
  async finish(): Promise<void> {
    const receipts = await Promise.all(this.#transactions.map(({ hash }) => pollReceipt(this.#client, hash)))
    const failed = this.#transactions.filter((_, index) => receipts[index]?.status !== 'success')
    if (failed.length > 0) throw new Error(`On a sandbox chain failed: ${failed.map(({ name }) => name).join(', ')}.`)
  }
}
