/** docs/methods.md is generated from the rules. */
import { expect, test } from 'vitest'
import { NAMESPACES } from '../../machines/constants.ts'
import { methodKinds, methodsOf } from '../../machines/wallet-requests/methods.rules.ts'
import { standardCalls } from '../../machines/pairing/rules/handlers.ts'

const HEAD = `<!-- Made from machines/wallet-requests/methods.rules.ts: do not edit it by hand. -->

# Allowed wallet methods

Every request of your app is checked against this table: \`latchkey.request\`, \`signMessage\`, \`sendTransaction\` and the EIP-1193 provider.

- *Safe* methods only read. They need no approval.
- *Unsafe* methods sign, send or grant permissions. The wallet asks the user to approve, and the modal explains the request next to it (\`review\`).
- *Connection* methods ask which account is connected and on which network. The EIP-1193 provider answers from its own state, and asks the user through the wallet where needed.

Any other method is rejected; the provider uses code 4200. To allow more methods, in all namespaces, pass
\`createLatchkey({ methods: { safe: ['trace_call'], unsafe: [] } })\`. This does not change the kind of the methods in this table.

\`eth_sign\` is not allowed, because its payload cannot be shown in a readable form.
`

test('the page says what the rules say', async () => {
  const rows = NAMESPACES.flatMap((namespace) =>
    methodKinds.flatMap((kind) => {
      const methods = methodsOf(namespace)[kind]
      return methods.length > 0
        ? [`| \`${namespace}\` | ${kind} | ${methods.map((name) => `\`${name}\``).join(' ')} |`]
        : []
    }),
  )
  const page = [HEAD, '| Namespace | Kind | Methods |', '| --- | --- | --- |', ...rows, ''].join('\n')
  await expect(page).toMatchFileSnapshot('../../docs/methods.md')
})

test('reads are safe, and signing and sending methods are not, as in the specification [5.20] [6.5] [6.6]', () => {
  const safe = 'eth_call eth_getBalance eth_getLogs eth_chainId wallet_getCapabilities eth_sendRawTransaction'.split(
    ' ',
  )
  const unsafe = [
    ...'personal_sign eth_signTypedData_v4 eth_sendTransaction wallet_sendCalls wallet_grantPermissions'.split(' '),
    ...'wallet_revokePermissions eth_sendUserOperation'.split(' '),
  ]
  const solana = 'signMessage signTransaction signAllTransactions signAndSendTransaction'
    .split(' ')
    .map((name) => `solana_${name}`)
  expect(methodsOf('eip155').safe).toEqual(expect.arrayContaining(safe))
  expect(methodsOf('eip155').unsafe).toEqual(expect.arrayContaining(unsafe))
  expect(methodsOf('solana').unsafe).toEqual(expect.arrayContaining(solana))
})

test.each([...NAMESPACES])(
  'each method of %s is of one kind, and the methods requested from remote wallets are known',
  (namespace) => {
    const known = methodKinds.flatMap((kind) => methodsOf(namespace)[kind])
    expect(new Set(known).size).toBe(known.length)
    const unknown = standardCalls(namespace).methods.filter((method) => !known.includes(method))
    expect(unknown).toEqual(namespace === 'eip155' ? ['eth_sign'] : [])
  },
)
