/** One session over several namespaces. The wallet is the official client over our own relay. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { verifyMessage } from 'viem'
import { startRelay, type RelayServer } from '../../../mocks/relay/node.ts'
import { firstSolanaAccount, secondSolanaAccount } from '../../../mocks/sandbox/solana/accounts.ts'
import { startSolana } from '../../../mocks/sandbox/solana/chain.ts'
import { bitcoin, mainnet, solana, solanaDevnet } from '../../../sdk/index.ts'
import { bitcoinSigner } from '../../support/bitcoinWallet.ts'
import { fakeWallet, never } from '../../../mocks/fakes/fakeWallet.ts'
import {
  account,
  approvedOf,
  atom,
  cosmos,
  dotAddress,
  dotKey,
  METHODS,
  networks,
  connecting,
  openPage,
  openPhone,
  paired,
  polkadot,
  second,
  shares,
  sharing,
  signer,
  until,
} from './namespaces.ts'
import { accountOf, balanceOf, sendOf } from '../../support/features.ts'

let relay: RelayServer
beforeAll(async () => void (relay = await startRelay()))
afterAll(() => relay.stop())

const all = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const
const valueOf = (outcome: { status: string; value?: unknown }): unknown => {
  if (outcome.status !== 'done') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

describe('a proposal', () => {
  test('requests every namespace of the app as optional, each with its methods and events [9.17]', async () => {
    const page = await openPage(relay)
    const phone = await openPhone(relay, sharing('eip155'))
    const { outcome, uri } = await connecting(page)
    await phone.client.pair({ uri })
    await outcome
    const optionalNamespaces = phone.proposals[0]?.optionalNamespaces ?? {}
    expect(Object.keys(optionalNamespaces).toSorted()).toEqual([...all].toSorted())
    expect(optionalNamespaces['solana']?.chains).toEqual([
      solana.caipNetworkId,
      'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
      solanaDevnet.caipNetworkId,
      'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
    ])
    expect(optionalNamespaces['bip122']).toEqual({
      chains: [bitcoin.caipNetworkId],
      methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
      events: ['accountsChanged', 'chainChanged'],
    })
    for (const namespace of all)
      expect(optionalNamespaces[namespace]?.methods).toEqual(expect.arrayContaining(METHODS[namespace] ?? []))
  })

  test('requests nothing else in an app with one namespace', async () => {
    const { phone } = await paired(relay, sharing('eip155'), { networks: networks.slice(0, 2) })
    expect(Object.keys(phone.proposals[0]?.optionalNamespaces ?? {})).toEqual(['eip155'])
    expect(phone.proposals[0]?.optionalNamespaces['eip155']?.chains).toEqual(['eip155:1', 'eip155:10'])
  })

  test('is made by an app without an EVM network', async () => {
    const { latchkey, outcome } = await paired(relay, sharing('bip122'), { networks: [bitcoin] })
    expect(outcome).toMatchObject({ status: 'done', value: { namespace: 'bip122' } })
    expect(latchkey.getAccount('bip122')).toMatchObject({ status: 'connected', address: signer.addresses.payment })
  })
})

describe('a wallet in a session', () => {
  test('is connected in every namespace that it approved, and the one that the user started from is active', async () => {
    const { latchkey, outcome, connected, phone } = await paired(relay, sharing(...all), {
      defaultNetwork: solana.caipNetworkId,
    })
    expect(outcome).toMatchObject({ status: 'done', value: { namespace: 'solana', connector: { name: 'phone' } } })
    expect(latchkey.getNetwork().networkId).toBe(solana.caipNetworkId)
    expect(connected()).toEqual([...all])
    const expected = {
      eip155: [account.address, mainnet.caipNetworkId],
      solana: [firstSolanaAccount.address, solana.caipNetworkId],
      bip122: [signer.addresses.payment, bitcoin.caipNetworkId],
      polkadot: [dotAddress, polkadot.caipNetworkId],
      cosmos: [atom, cosmos.caipNetworkId],
    }
    for (const namespace of all) {
      const [address, networkId] = expected[namespace]
      expect(latchkey.getAccount(namespace)).toMatchObject({
        address,
        networkId,
        connector: { id: 'walletConnect', name: 'phone', chain: namespace },
      })
    }
    expect(latchkey.getAccount('bip122')).toMatchObject({ accounts: [{ type: 'payment' }] })
    expect(accountOf(latchkey).getSnapshot().context.connection).toMatchObject({ namespace: 'solana' })
    expect(phone.sessions()).toHaveLength(1)
    // The session has the accounts, so the wallet gets no request.
    expect(phone.asked).toEqual([])
  })

  test('is connected in some namespaces only, and the others stay unchanged, without an error', async () => {
    const { latchkey, connected, errors } = await paired(relay, sharing('eip155', 'bip122'))
    expect(connected()).toEqual(['eip155', 'bip122'])
    const left = latchkey.actor('namespace:solana').getSnapshot()
    expect(left.value).toBe('disconnected')
    expect(left.context.error).toBeUndefined()
    expect(errors.filter((error) => /solana|wallet/i.test(error))).toEqual([])
    expect(latchkey.getNetwork().networkId).toBe('eip155:1')
  })

  test('is connected in another namespace than the user started from, which becomes active', async () => {
    const { latchkey, outcome, connected } = await paired(relay, sharing('bip122'), {
      defaultNetwork: solana.caipNetworkId,
    })
    expect(outcome).toMatchObject({ status: 'done', value: { namespace: 'bip122', address: signer.addresses.payment } })
    expect(connected()).toEqual(['bip122'])
    expect(latchkey.getNetwork().networkId).toBe(bitcoin.caipNetworkId)
    expect(latchkey.actor('namespace:solana').getSnapshot().context).toMatchObject({
      connector: undefined,
      error: undefined,
    })
  })

  test('is not connected without a namespace of the app, with a clear error, and its session is ended', async () => {
    const { outcome, phone, connected } = await paired(relay, sharing('cosmos'), { networks: networks.slice(0, 4) })
    expect(outcome).toMatchObject({ status: 'failed', error: { message: 'phone did not share an account' } })
    await until(() => phone.sessions().length === 0)
    expect(connected()).toEqual([])
  })

  test('does not replace another wallet that is already connected in a namespace', async () => {
    const wallet = fakeWallet()
    const page = await openPage(relay, {
      connectors: [
        { connector: { id: 'fake', name: 'Fake Wallet', type: 'ANNOUNCED', chain: 'eip155' }, provider: wallet },
      ],
    })
    const { latchkey, connected } = page
    await latchkey.connect({ connectorId: 'fake' })
    await latchkey.switchNetwork(solana.caipNetworkId)
    const phone = await openPhone(relay, sharing('eip155'))
    const first = await connecting(page)
    await phone.client.pair({ uri: first.uri })
    expect(await first.outcome).toMatchObject({ status: 'failed', error: { code: 'connect.noAccount' } })
    await until(() => phone.sessions().length === 0)
    phone.namespaces = sharing('eip155', 'solana')
    const again = await connecting(page)
    await phone.client.pair({ uri: again.uri })
    expect(await again.outcome).toMatchObject({ status: 'done', value: { namespace: 'solana' } })
    expect(connected()).toEqual(['eip155', 'solana'])
    expect(latchkey.getAccount('eip155')).toMatchObject({ connector: { id: 'fake' } })
  })

  test('gets Solana requests under the old chain ids that it approved', async () => {
    const old = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
    const { latchkey, phone } = await paired(relay, {
      solana: approvedOf('solana', [`${old}:${firstSolanaAccount.address}`]),
    })
    expect(latchkey.getAccount('solana')).toMatchObject({ networkId: solana.caipNetworkId })
    const message = base58.encode(new TextEncoder().encode('hello'))
    await latchkey.request(
      { method: 'solana_signMessage', params: { message, pubkey: firstSolanaAccount.address } },
      { namespace: 'solana' },
    )
    expect(phone.asked).toMatchObject([{ chainId: old, method: 'solana_signMessage' }])
    const oldDevnet = 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'
    const both = [old, oldDevnet].map((chain) => `${chain}:${firstSolanaAccount.address}`)
    await phone.update({ solana: approvedOf('solana', both) })
    await phone.emit(oldDevnet, 'chainChanged', oldDevnet)
    await until(() => latchkey.getNetwork().networkId === solanaDevnet.caipNetworkId)
  })
})

describe('the calls of each namespace', () => {
  test('sign messages under their own chain', async () => {
    const { latchkey, phone } = await paired(relay, sharing(...all))
    const ask = async (namespace: (typeof all)[number], method: string, params: unknown) =>
      valueOf(await latchkey.request({ method, params }, { namespace })) as Record<string, string>

    const signature = valueOf(await latchkey.signMessage('hello')) as `0x${string}`
    expect(await verifyMessage({ address: account.address, message: 'hello', signature })).toBe(true)

    const bytes = new TextEncoder().encode('hello')
    const onSolana = await ask('solana', 'solana_signMessage', {
      message: base58.encode(bytes),
      pubkey: firstSolanaAccount.address,
    })
    expect(ed25519.verify(base58.decode(onSolana['signature'] ?? ''), bytes, firstSolanaAccount.publicKey)).toBe(true)

    const { payment } = signer.addresses
    const onBitcoin = await ask('bip122', 'signMessage', { account: payment, message: 'hello' })
    expect(Verifier.verifySignature(payment, 'hello', onBitcoin['signature'] ?? '')).toBe(true)

    const onPolkadot = await ask('polkadot', 'polkadot_signMessage', { address: dotAddress, message: 'hello' })
    expect(ed25519.verify(base64.decode(onPolkadot['signature'] ?? ''), bytes, dotKey)).toBe(true)

    expect(await ask('cosmos', 'cosmos_getAccounts', {})).toMatchObject([{ address: atom, algo: 'secp256k1' }])
    expect(phone.asked.map(({ chainId, method }) => [chainId, method])).toEqual([
      [mainnet.caipNetworkId, 'personal_sign'],
      [solana.caipNetworkId, 'solana_signMessage'],
      [bitcoin.caipNetworkId, 'signMessage'],
      [polkadot.caipNetworkId, 'polkadot_signMessage'],
      [cosmos.caipNetworkId, 'cosmos_getAccounts'],
    ])
  })

  test('return the accounts of the session in the format of the namespace', async () => {
    const { latchkey, phone } = await paired(relay, sharing('solana', 'bip122'))
    const ask = async (namespace: 'solana' | 'bip122', method: string) =>
      valueOf(await latchkey.request({ method }, { namespace }))
    for (const method of ['solana_getAccounts', 'solana_requestAccounts'])
      expect(await ask('solana', method)).toEqual([{ pubkey: firstSolanaAccount.address }])
    expect(await ask('bip122', 'getAccountAddresses')).toEqual([
      { address: signer.addresses.payment, intention: 'payment' },
    ])
    expect(phone.asked).toEqual([])
  })

  test('sign a PSBT that can be spent', async () => {
    const { latchkey } = await paired(relay, sharing('bip122'))
    const { payment } = signer.addresses
    const transaction = new Transaction()
    transaction.addInput({
      txid: 'ee'.repeat(32),
      index: 0,
      witnessUtxo: { script: signer.outputs.payment.script, amount: 50_000n },
    })
    transaction.addOutputAddress(bitcoinSigner({ seed: 2 }).addresses.payment, 40_000n)
    const params = {
      account: payment,
      psbt: base64.encode(transaction.toPSBT()),
      signInputs: [{ address: payment, index: 0 }],
    }
    const signed = valueOf(await latchkey.request({ method: 'signPsbt', params }, { namespace: 'bip122' }))
    const read = Transaction.fromPSBT(base64.decode((signed as { psbt: string }).psbt))
    // It throws on a missing or wrong signature.
    read.finalize()
    expect(read.isFinal).toBe(true)
  })

  const SIGN = 'solana_signTransaction'
  const SEND = 'solana_signAndSendTransaction'
  test.each([
    ['signs, and the app sends', [SIGN, SEND], [SIGN]],
    ['can only sign and send', [SEND], [SEND]],
    ['rejects signing, and then signs and sends', [SIGN, SEND], [SIGN, SEND]],
  ])('send SOL with a wallet that %s', async (_, approved, expected) => {
    const chain = await startSolana()
    onTestFinished(() => chain.stop())
    const rpc = async (method: string, ...params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(chain.rpcUrl, { method: 'POST', body })
      return ((await answer.json()) as { result: unknown }).result
    }
    const network = { ...solana, caipNetworkId: chain.networkId, rpcUrls: { default: { http: [chain.rpcUrl] } } }
    const accounts = [`${chain.networkId}:${firstSolanaAccount.address}`]
    const namespaces = { solana: approvedOf('solana', accounts, approved) }
    const { latchkey, phone } = await paired(relay, namespaces, { networks: [network] })
    phone.answers[SEND] = async (params) => {
      const unsigned = VersionedTransaction.deserialize(base64.decode((params as { transaction: string }).transaction))
      unsigned.signatures[0] = firstSolanaAccount.sign(unsigned.message.serialize())
      const signature = await rpc('sendTransaction', base64.encode(unsigned.serialize()), { encoding: 'base64' })
      return { result: { signature } }
    }
    if (expected.length > 1) phone.answers[SIGN] = () => ({ error: { code: 5101, message: 'Unsupported methods.' } })

    await until(() => balanceOf(latchkey).getSnapshot().value === 'ready')
    const [token] = balanceOf(latchkey).getSnapshot().context.tokens
    if (!token) throw new Error('no balance')
    await latchkey.load('send')
    latchkey.dispatch({ type: 'send.setToken', token })
    latchkey.dispatch({ type: 'send.setAmount', amount: '1.5' })
    latchkey.dispatch({ type: 'send.setReceiver', receiver: secondSolanaAccount.address })
    await until(() => sendOf(latchkey).getSnapshot().hasTag('submittable'))
    latchkey.dispatch({ type: 'send.submit' })
    await until(() => sendOf(latchkey).getSnapshot().context.progress === 'success')
    expect(await rpc('getBalance', secondSolanaAccount.address)).toMatchObject({ value: 1_500_000_000 })
    expect(phone.asked.map(({ method, chainId }) => [method, chainId])).toEqual(
      expected.map((method) => [method, chain.networkId]),
    )
  })

  test('fail without a request when the wallet did not approve the method', async () => {
    const { latchkey, phone } = await paired(relay, {
      polkadot: approvedOf('polkadot', shares.polkadot.accounts, ['polkadot_signMessage']),
    })
    const outcome = await latchkey.request(
      { method: 'polkadot_signTransaction', params: {} },
      { namespace: 'polkadot' },
    )
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'session.methodNotApproved' } })
    expect(phone.asked).toEqual([])
  })
})

describe('a session', () => {
  test('continues when one namespace is disconnected, and ends in the wallet with the last one', async () => {
    const { latchkey, phone, connected } = await paired(relay, sharing('eip155', 'solana', 'bip122'))
    expect(await latchkey.disconnect({ namespace: 'eip155' })).toEqual({ status: 'done', value: undefined })
    expect(connected()).toEqual(['solana', 'bip122'])
    expect(phone.sessions()).toHaveLength(1)
    await latchkey.disconnect({ namespace: 'solana' })
    expect(phone.sessions()).toHaveLength(1)
    await latchkey.disconnect({ namespace: 'bip122' })
    expect(connected()).toEqual([])
    await until(() => phone.sessions().length === 0)
  })

  test('ends when all namespaces are disconnected at once', async () => {
    const { latchkey, phone, connected } = await paired(relay, sharing(...all))
    expect(await latchkey.disconnect()).toEqual({ status: 'done', value: undefined })
    expect(connected()).toEqual([])
    await until(() => phone.sessions().length === 0)
  })

  test('ends in every namespace when the wallet ends it', async () => {
    const { latchkey, phone, connected } = await paired(relay, sharing('eip155', 'solana', 'cosmos'))
    await phone.leave()
    await until(() => connected().length === 0)
    expect(latchkey.actor('snackbar').getSnapshot().context).toMatchObject({ message: { code: 'wallet.left' } })
  })

  test('is joined again by a disconnected namespace without another code', async () => {
    const page = await paired(relay, sharing('eip155', 'solana', 'bip122'))
    const { latchkey, phone, connected } = page
    await latchkey.disconnect({ namespace: 'solana' })
    await latchkey.disconnect({ namespace: 'bip122' })
    await latchkey.switchNetwork(solana.caipNetworkId)
    expect(await latchkey.connect({ connectorId: 'walletConnect' })).toMatchObject({
      status: 'done',
      value: { namespace: 'solana' },
    })
    expect((await latchkey.request({ method: 'eth_accounts' }, { namespace: 'eip155' })).status).toBe('done')
    expect(connected()).toEqual(['eip155', 'solana'])
    expect(latchkey.actor('namespace:bip122').getSnapshot().value).toBe('disconnected')
    expect(phone.proposals).toHaveLength(1)
  })

  test('is replaced by another one, which takes over the namespaces', async () => {
    const page = await paired(relay, sharing('eip155', 'bip122'))
    const { latchkey, connected } = page
    const phone = await openPhone(relay, sharing('solana', 'bip122'))
    await latchkey.switchNetwork(solana.caipNetworkId)
    const { outcome, uri } = await connecting(page)
    expect(connected()).toEqual(['eip155', 'bip122'])
    await phone.client.pair({ uri })
    expect(await outcome).toMatchObject({ status: 'done', value: { namespace: 'solana' } })
    await until(() => connected().join() === 'solana,bip122' && page.phone.sessions().length === 0)
    expect(phone.sessions()).toHaveLength(1)
  })
})

describe('a wallet that updates the session', () => {
  test('removes a namespace, and the others stay', async () => {
    const { phone, connected, latchkey } = await paired(relay, sharing('eip155', 'solana', 'bip122'))
    await phone.update(sharing('eip155', 'bip122'))
    await until(() => connected().length === 2)
    expect(connected()).toEqual(['eip155', 'bip122'])
    expect(valueOf(await latchkey.signMessage('still'))).toMatch(/^0x/)
    // The removed namespace no longer counts.
    await latchkey.disconnect()
    await until(() => phone.sessions().length === 0)
  })

  test('adds a namespace, which is connected', async () => {
    const { phone, connected, latchkey } = await paired(relay, sharing('eip155'))
    await phone.update(sharing('eip155', 'solana'))
    await until(() => connected().length === 2)
    expect(latchkey.getAccount('solana')).toMatchObject({ address: firstSolanaAccount.address })
    expect(latchkey.getNetwork().networkId).toBe('eip155:1')
  })

  test('replaces one namespace with another', async () => {
    const { phone, connected } = await paired(relay, sharing('eip155'))
    await phone.update(sharing('bip122'))
    await until(() => connected().join() === 'bip122')
    expect(phone.sessions()).toHaveLength(1)
  })

  test('adds a namespace, but does not restore one that the user disconnected', async () => {
    const { phone, connected, latchkey } = await paired(relay, sharing('eip155', 'solana'))
    await latchkey.disconnect({ namespace: 'solana' })
    await phone.update(sharing('eip155', 'solana', 'cosmos'))
    await until(() => connected().length === 2)
    expect(connected()).toEqual(['eip155', 'cosmos'])
  })

  test('removes the only namespace in use, and the session is ended', async () => {
    const { phone, connected, latchkey } = await paired(relay, sharing('eip155', 'solana'))
    await latchkey.disconnect({ namespace: 'solana' })
    await phone.update(sharing('solana'))
    await until(() => phone.sessions().length === 0)
    expect(connected()).toEqual([])
  })

  test('changes the account of one namespace, and does not affect the others', async () => {
    const both = approvedOf('eip155', [`eip155:1:${account.address}`, `eip155:1:${second.address}`])
    const { phone, latchkey } = await paired(relay, { ...sharing('solana', 'bip122'), eip155: both })
    await phone.emit('eip155:1', 'accountsChanged', [`eip155:1:${second.address}`])
    await until(() => (latchkey.getAccount('eip155') as { address?: string }).address === second.address)
    const heard: string[] = []
    for (const namespace of ['eip155', 'bip122'] as const)
      latchkey.actor(`namespace:${namespace}`).subscribe(() => void heard.push(namespace))
    const elsewhere = `${solana.caipNetworkId}:${secondSolanaAccount.address}`
    await phone.update({ ...sharing('bip122'), eip155: both, solana: approvedOf('solana', [elsewhere]) })
    await until(() => (latchkey.getAccount('solana') as { address?: string }).address === secondSolanaAccount.address)
    expect(heard).toEqual([])
    expect(latchkey.getAccount('eip155')).toMatchObject({ address: second.address })
  })
})

describe('an app that is reloaded', () => {
  test('restores the namespaces that were connected, and no others', async () => {
    const { latchkey, kept, phone } = await paired(relay, sharing(...all))
    await latchkey.disconnect({ namespace: 'cosmos' })
    latchkey.stop()
    const { connected, statuses, latchkey: again } = await openPage(relay, { kept })
    await until(() => connected().length === 4)
    expect(statuses()).toMatchObject({ cosmos: 'disconnected', polkadot: 'connected' })
    expect(again.getAccount('solana')).toMatchObject({
      address: firstSolanaAccount.address,
      connector: { name: 'phone', chain: 'solana' },
    })
    const bytes = new TextEncoder().encode('hello')
    const params = { message: base58.encode(bytes), pubkey: firstSolanaAccount.address }
    const { signature } = valueOf(
      await again.request({ method: 'solana_signMessage', params }, { namespace: 'solana' }),
    ) as { signature: string }
    expect(ed25519.verify(base58.decode(signature), bytes, firstSolanaAccount.publicKey)).toBe(true)
    // The namespace that was disconnected before no longer counts: the session ends with the last of the four.
    await again.disconnect()
    await until(() => phone.sessions().length === 0)
  })
})

describe('a machine that crashes', () => {
  const torn = {
    pairing: () => ({
      type: 'proposal.settled',
      get pairingTopic(): string {
        throw new Error('torn')
      },
    }),
    provider: (topic: string) => ({ type: 'session.changed', session: { topic } }),
  }

  test.each(['pairing', 'provider'] as const)(
    'fails the pending request, and the app continues in the same session: %s',
    async (name) => {
      const { latchkey, phone } = await paired(relay, sharing('eip155'))
      const [topic = ''] = Object.keys(latchkey.find('provider')?.getSnapshot().context.sessions ?? {})
      const crashed: string[] = []
      latchkey.actor('latchkey').on('latchkey.crashed', (event) => void crashed.push(event.name))
      const answer = phone.answers['personal_sign']
      for (let times = 1; times <= 2; times += 1) {
        phone.answers['personal_sign'] = never
        const asked = latchkey.signMessage('asked')
        await until(() => phone.asked.length === times * 2 - 1)
        latchkey.find(name)?.send(torn[name](topic) as never)
        expect(await asked).toMatchObject({ status: 'failed', error: { code: 'pairing.crashed' } })
        if (answer) phone.answers['personal_sign'] = answer
        else delete phone.answers['personal_sign']
        expect(await latchkey.signMessage('asked again')).toMatchObject({ status: 'done' })
      }
      expect(crashed).toEqual([name, name])
      expect(latchkey.getAccount('eip155').status).toBe('connected')
      expect(Object.keys(latchkey.find('provider')?.getSnapshot().context.sessions ?? {})).toEqual([topic])
    },
  )
})
