import { base64 } from '@scure/base'
import { Address, OutScript } from '@scure/btc-signer'
import { bitcoinParameters, secondBitcoinAccount } from '../../../mocks/sandbox/bitcoin/accounts.ts'
import { makeTransfer } from '../../../mocks/sandbox/bitcoin/signing.ts'
import type { RpcCall } from '../../../sdk/index.ts'
import type { RequestContext } from './requests.ts'

const SATOSHIS = 1_000_000n

/** A PSBT that spends coins of the account; the wallet signs and broadcasts it. */
export async function createPayment({ address, network }: RequestContext): Promise<RpcCall> {
  const script = OutScript.encode(Address(bitcoinParameters).decode(address))
  const recipients = [{ address: secondBitcoinAccount.payment.address, amount: SATOSHIS }]
  const { transaction } = await makeTransfer(network.rpcUrls.default.http[0] ?? '', { address, script }, recipients)
  const signInputs = Array.from({ length: transaction.inputsLength }, (_, index) => ({ address, index }))
  const psbt = base64.encode(transaction.toPSBT())
  return { method: 'signPsbt', params: { account: address, psbt, signInputs, broadcast: true } }
}
