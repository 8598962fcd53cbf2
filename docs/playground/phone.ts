/** A simulated phone: paste the link of a QR code, and respond to requests as on a real phone. */
import { createApprovals, createConsent, type Approve } from '../../mocks/sandbox/approvals.ts'
import { mountWalletPanel } from '../../mocks/sandbox/panel/panel.ts'
import { createSandboxPhone } from '../../mocks/sandbox/phone.ts'
import type { RequestOrigin } from '../../mocks/sandbox/phoneChains.ts'
import { solanaChains } from '../../mocks/sandbox/phoneChains.ts'
import type { SolanaRequest } from '../../mocks/sandbox/solana/questions.ts'
import { solanaPanelEntry } from '../../mocks/sandbox/solana/requestText.ts'
import { createSandboxSolanaWallet, type SandboxSolanaWallet } from '../../mocks/sandbox/solana/wallet.ts'
import { keyAccounts } from '../../mocks/sandbox/eip155/walletAccounts.ts'
import { createSandboxWallet, type SandboxWallet } from '../../mocks/sandbox/eip155/wallet.ts'
import type { WalletQuestion } from '../../mocks/sandbox/eip155/questions.ts'
import { panelEntry } from '../../mocks/sandbox/eip155/requestText.ts'
import { fetchSandbox } from './page/sandbox.ts'
import { readCode } from './page/readCode.ts'
import './page.css'

const root = document.getElementById('root')
if (!root) throw new Error('phone.html has no #root.')

const { chains, solana, projectId, relayUrl, verifyUrl } = await fetchSandbox()
const consent = createConsent(sessionStorage)
const approvals = createApprovals<WalletQuestion>(consent)
const solanaApprovals = createApprovals<SolanaRequest>(consent)
const knows = chains.map(({ chainId }) => chainId)
const panel = document.createElement('div')

let unmount = () => {}
let shown: SandboxWallet | undefined
let other: SandboxSolanaWallet | undefined
const show = () => {
  unmount()
  const others = other ? [solanaPanelEntry(other, solanaApprovals)] : []
  if (shown) unmount = mountWalletPanel(panel, panelEntry(shown, approvals), ...others)
}
/** The wallet's storage for a site. */
const memoryOf = (origin: string) => ({
  getItem: (key: string) => localStorage.getItem(`phone ${origin} ${key}`),
  setItem: (key: string, value: string) => localStorage.setItem(`phone ${origin} ${key}`, value),
})
const walletFor = (origin: string, asking = (): RequestOrigin => ({ item: '', check: '' })): SandboxWallet => {
  const approve: Approve<WalletQuestion> = (request) => approvals.approve({ ...request, ...asking() })
  shown = createSandboxWallet({ chains, approve, storage: memoryOf(origin), knows, origin, accounts: keyAccounts })
  show()
  return shown
}
/** Connections need no approval of their own here: the Ethereum wallet has already asked. */
const solanaWalletFor = (origin: string, asking: () => RequestOrigin): SandboxSolanaWallet => {
  const approve: Approve<SolanaRequest> = async (request) =>
    request.kind === 'connect' || solanaApprovals.approve({ ...request, origin, ...asking() })
  other = createSandboxSolanaWallet({
    rpcUrl: solana.rpcUrl,
    network: 'Sandbox Solana',
    approve,
    storage: memoryOf(origin),
  })
  show()
  return other
}
const phone = createSandboxPhone({
  chains,
  relayUrl,
  verifyUrl,
  projectId,
  walletFor,
  otherChains: [solanaChains(solana.networkId, solanaWalletFor)],
  confirm: (origin, wallet, asking) => {
    const { account } = wallet.snapshot()
    return approvals.approve({ origin, kind: 'connect', details: { account }, ...asking })
  },
  withdraw: (item) => {
    for (const queue of [approvals, solanaApprovals])
      for (const { id, item: asked } of queue.pending()) if (asked === item) queue.answer(id, false)
  },
})

const heading = document.createElement('h1')
heading.textContent = 'Sandbox Phone'
const form = document.createElement('form')
const label = document.createElement('label')
label.textContent = 'Pairing link'
const field = document.createElement('input')
field.name = 'uri'
field.autocomplete = 'off'
field.placeholder = 'wc:…'
label.append(field)
const scan = document.createElement('label')
scan.textContent = 'Or an image of the QR code'
const picture = document.createElement('input')
picture.type = 'file'
picture.accept = 'image/*'
scan.append(picture)
const pair = document.createElement('button')
pair.textContent = 'Pair'
const leave = document.createElement('button')
leave.type = 'button'
leave.textContent = 'Disconnect all sites'
const status = document.createElement('p')
status.setAttribute('role', 'status')
form.append(label, scan, pair, leave)

/** The error of the last action. Shown until the next action, despite updates in between. */
let fault: string | undefined
const draw = () => {
  const sites = phone.sites()
  status.textContent = fault ?? (sites.length === 0 ? 'No site is connected.' : `Connected: ${sites.join(', ')}`)
}
const say = (said: string | undefined) => {
  fault = said
  draw()
}
const failed = (error: unknown) => say(error instanceof Error ? error.message : String(error))
const take = (uri: string) => {
  say(undefined)
  return phone.pair(uri).then(() => {
    field.value = ''
    picture.value = ''
  }, failed)
}
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const uri = field.value.trim()
  if (uri === '') {
    say('Paste the link that the site shows below its QR code.')
    field.focus()
  } else void take(uri)
})
picture.addEventListener('change', () => {
  const [file] = picture.files ?? []
  if (file) readCode(file).then(take, failed)
})
leave.addEventListener('click', () => {
  say(undefined)
  phone.disconnectAll().catch(failed)
})
phone.subscribe(draw)
draw()
walletFor(location.origin)
root.append(heading, form, status, panel)
