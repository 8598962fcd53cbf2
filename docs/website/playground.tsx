/** The static playground: the skin and the live charts with a scripted node and wallet, without a server. */
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { mountDevtools } from '../../sdk/devtools/index.ts'
import { fakeNode, fakeWallet } from '../../mocks/index.ts'
import {
  ConnectButton,
  LatchkeyModal,
  LatchkeyProvider,
  locales,
  presets,
  type Locale,
} from '../../react-skin/index.ts'
import { createLatchkey, defineNetwork, mainnet } from '../../sdk/index.ts'
import '../../react-skin/styles/styles.css'

const HASH = `0x${'5a'.repeat(32)}`
const TEN_ETHER = `0x${(10n ** 19n).toString(16)}`
const HEAD = { number: '0x2', hash: HASH, timestamp: '0x65000000', baseFeePerGas: '0x3b9aca00', transactions: [] }
/** The last transaction, for the node's responses. */
let sent: Record<string, unknown> = {}

const node = fakeNode({
  eth_getBalance: TEN_ETHER,
  eth_blockNumber: '0x2',
  eth_getTransactionCount: '0x0',
  eth_maxPriorityFeePerGas: '0x3b9aca00',
  eth_feeHistory: {
    oldestBlock: '0x1',
    baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'],
    gasUsedRatio: [0.5],
    reward: [['0x3b9aca00']],
  },
  eth_getBlockByNumber: HEAD,
  eth_getTransactionByHash: () => ({ ...sent, hash: HASH, blockNumber: '0x2', blockHash: HASH, nonce: '0x0' }),
  eth_getTransactionReceipt: () => ({
    transactionHash: HASH,
    transactionIndex: '0x0',
    blockHash: HASH,
    blockNumber: '0x2',
    from: sent['from'],
    to: sent['to'],
    status: '0x1',
    logs: [],
    logsBloom: '0x',
    type: '0x2',
    gasUsed: '0x5208',
    cumulativeGasUsed: '0x5208',
    effectiveGasPrice: '0x3b9aca00',
    contractAddress: null,
  }),
})
const provider = fakeWallet({
  wallet_switchEthereumChain: null,
  eth_sendTransaction: (params: unknown) => {
    ;[sent] = params as [Record<string, unknown>]
    return HASH
  },
  personal_sign: `0x${'11'.repeat(65)}`,
})
const latchkey = createLatchkey({
  id: 'site',
  embedded: true,
  networks: [defineNetwork(mainnet, { node })],
  connectors: [
    { connector: { id: 'scripted', name: 'Scripted Wallet', type: 'ANNOUNCED', chain: 'eip155' }, provider },
  ],
})
mountDevtools(latchkey)

const themes = { none: undefined, ...presets }

function Playground() {
  const [locale, setLocale] = useState<Locale>('en')
  const [theme, setTheme] = useState<keyof typeof themes>('none')
  const chosen = themes[theme]
  return (
    <LatchkeyProvider latchkey={latchkey} locale={locale} {...(chosen && { theme: chosen })}>
      <p className="choices">
        <label>
          Language{' '}
          <select
            value={locale}
            onChange={({ target }) => setLocale(locales.find((one) => one === target.value) ?? 'en')}
          >
            {locales.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Theme{' '}
          <select value={theme} onChange={({ target }) => setTheme(target.value as keyof typeof themes)}>
            {Object.keys(themes).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </p>
      <p>
        <ConnectButton />
      </p>
      <LatchkeyModal />
      <p>The button “Latchkey devtools” in the corner opens the charts of all machines, lit where each one is.</p>
    </LatchkeyProvider>
  )
}

const element = document.getElementById('playground')
if (element) createRoot(element).render(<Playground />)
