/** What a rollup of the OP Stack takes besides the gas: the price of a transaction's data on the chain below it. */
import { parseAbi, serializeTransaction, type Address, type Hex } from 'viem'
import { readContract } from 'viem/actions'
import { referenceOf } from '../../../machines/entities/namespace.ts'
import type { Network } from '../../../machines/entities/network.ts'
import { rpcClient } from '../../rpc/client.ts'

const ORACLE = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
/** The fields that are not known yet, as long as they get: data that is longer, or more random, costs more. */
const LIKELY = {
  type: 'eip1559',
  nonce: 65_535,
  gas: 9_876_543n,
  maxFeePerGas: 123_456_789_012n,
  maxPriorityFeePerGas: 9_876_543_210n,
} as const

export interface DataCall {
  to?: string | undefined
  data?: string | undefined
  /** 0x hex. */
  value?: string | undefined
}

/** The fee of the calls, each as a transaction of its own, in wei; 0 on other networks. Rejects where nodes do not tell. */
export async function readDataFee(network: Network, calls: readonly DataCall[], signal: AbortSignal): Promise<bigint> {
  const client = rpcClient(network, signal)
  const fees = calls.map(({ to, data, value }) =>
    readContract(client, {
      address: network.gasPriceOracle as Address,
      abi: ORACLE,
      functionName: 'getL1Fee',
      args: [
        serializeTransaction({
          ...LIKELY,
          chainId: Number(referenceOf(network.caipNetworkId)),
          ...(to !== undefined && { to: to as Address }),
          ...(data !== undefined && { data: data as Hex }),
          ...(value !== undefined && { value: BigInt(value) }),
        }),
      ],
    }),
  )
  return (await Promise.all(fees)).reduce((sum, fee) => sum + fee, 0n)
}
