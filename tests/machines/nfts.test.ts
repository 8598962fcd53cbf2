/** NFTs that the network itself lists. They are read when the user looks, and after a transaction. */
import { describe, expect, test } from 'vitest'
import { nftsMachine } from '../../machines/account/nfts.machine.ts'
import type { NetworkId } from '../../machines/shared/namespace.types.ts'
import type { OwnedNft } from '../../machines/shared/token.types.ts'
import { supportsNfts } from '../../machines/account/activity.rules.ts'
import { isSingleNft } from '../../machines/send/send.rules.ts'
import { mainnet, solana, type TokenBalance } from '../../sdk/index.ts'
import { run } from '../support/run.ts'
import { connection, onSolana } from './walks/samples.ts'
import { succeeded } from './page.ts'

const bird: OwnedNft = { name: 'Bird', nft: { contract: 'Mint', tokenId: '' } }
const network = { ...solana, caipNetworkId: onSolana.networkId }
const settled = (networkId: NetworkId = onSolana.networkId) => ({ ...succeeded, networkId })
const turn = () => new Promise((resolve) => setTimeout(resolve))

/** Answers of the network, one per read. Counts the reads. */
function reading(...answers: (readonly OwnedNft[] | Error)[]) {
  let readings = 0
  const started = run(nftsMachine, {
    input: { connection: onSolana, network },
    works: {
      readNfts: async () => {
        const answer = answers[readings] ?? answers.at(-1)
        readings += 1
        if (answer instanceof Error || !answer) throw answer
        return answer
      },
    },
  })
  return { ...started, readings: () => readings }
}

describe('the NFTs of an account', () => {
  test('are read from Solana itself, and on other networks from the history [2.3]', async () => {
    expect([solana, mainnet].map(({ caipNetworkId }) => supportsNfts(caipNetworkId))).toEqual([true, false])
    const { actor, readings } = reading([bird])
    await turn()
    expect(actor.getSnapshot()).toMatchObject({ value: 'ready', context: { nfts: [bird], error: undefined } })
    expect(readings()).toBe(1)
    const { actor: other } = run(nftsMachine, { input: { connection, network: mainnet } })
    expect(other.getSnapshot().value).toBe('unsupported')
  })

  test('are read again when the user looks at least 30 s later', async () => {
    const { actor, clock, readings } = reading([bird], [])
    await turn()
    clock.increment(29_999)
    actor.send({ type: 'nfts.refresh' })
    await turn()
    expect(readings()).toBe(1)
    clock.increment(1)
    actor.send({ type: 'nfts.refresh' })
    await turn()
    expect([readings(), actor.getSnapshot().context.nfts]).toEqual([2, []])
  })

  test('are read again after a transaction on their network, also during a read', async () => {
    const { actor, readings } = reading([bird], [bird], [])
    actor.send(settled())
    await turn()
    expect(readings()).toBe(2)
    actor.send(settled('eip155:1'))
    await turn()
    expect(readings()).toBe(2)
    actor.send(settled())
    await turn()
    expect([readings(), actor.getSnapshot().context.nfts]).toEqual([3, []])
  })

  test('stay as they were, with an error, when a read fails, and are read again on a look or a press', async () => {
    const { actor, clock } = reading([bird], new Error('down'), new Error('down'), [bird])
    await turn()
    clock.increment(30_000)
    actor.send({ type: 'nfts.refresh' })
    await turn()
    expect(actor.getSnapshot()).toMatchObject({
      value: 'failed',
      context: { nfts: [bird], error: { code: 'nfts.failed' } },
    })
    actor.send({ type: 'nfts.refresh' })
    await turn()
    expect(actor.getSnapshot().value).toBe('failed')
    actor.send({ type: 'nfts.retry' })
    await turn()
    expect(actor.getSnapshot()).toMatchObject({ value: 'ready', context: { error: undefined } })
  })

  test('fail after 20 s without an answer', () => {
    const { actor, clock } = run(nftsMachine, { input: { connection: onSolana, network } })
    clock.increment(19_999)
    expect(actor.getSnapshot().value).toBe('reading')
    clock.increment(1)
    expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { error: { code: 'nfts.failed' } } })
  })
})

test('isOneNft is true for NFTs of which only one exists', () => {
  const of = (standard: 'erc721' | 'erc1155' | 'spl') =>
    ({ nft: { standard, contract: 'a', tokenId: '1' } }) as TokenBalance
  expect([of('erc721'), of('erc1155'), of('spl'), undefined].map(isSingleNft)).toEqual([true, false, true, false])
})
