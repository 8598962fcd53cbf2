/** The data fee of OP Stack rollups, in addition to gas: the price of a transaction's data on the parent chain. */
import { parseAbi, serializeTransaction, type Address, type Hex } from 'viem'
import { readContract } from 'viem/actions'
import { referenceOf } from '../../../machines/shared/namespace.types.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import { rpcClient } from '../../rpc/client.ts'

const ORACLE = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
/** Placeholders for unknown fields, with the longest likely values: longer or more random data costs more. */
const SAMPLE_FIELDS = {
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

/** The data fee of the calls, each as a separate transaction, in wei. Rejects if no node returns it. */
export async function readDataFee(network: Network, calls: readonly DataCall[], signal: AbortSignal): Promise<bigint> {
  const client = rpcClient(network, signal)
  const fees = calls.map(({ to, data, value }) =>
    readContract(client, {
      address: network.gasPriceOracle as Address,
      abi: ORACLE,
      functionName: 'getL1Fee',
      args: [
        serializeTransaction({
          ...SAMPLE_FIELDS,
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
