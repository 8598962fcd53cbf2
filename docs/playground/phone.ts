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
import { fetchServices } from './page/sandbox.ts'
import { readCode } from './page/readCode.ts'
import './page.css'

const root = document.getElementById('root')
if (!root) throw new Error('phone.html has no #root.')

const { chains, solana, projectId, relayUrl, verifyUrl } = await fetchServices()
const consent = createConsent(sessionStorage)
const approvals = createApprovals<WalletQuestion>(consent)
const solanaApprovals = createApprovals<SolanaRequest>(consent)
const supportedChainIds = chains.map(({ chainId }) => chainId)
const panel = document.createElement('div')

let unmount = () => {}
let ethereumWallet: SandboxWallet | undefined
let solanaWallet: SandboxSolanaWallet | undefined
const mountPanel = () => {
  unmount()
  const otherEntries = solanaWallet ? [solanaPanelEntry(solanaWallet, solanaApprovals)] : []
  if (ethereumWallet) unmount = mountWalletPanel(panel, panelEntry(ethereumWallet, approvals), ...otherEntries)
}
/** The wallet's storage for a site. */
const storageFor = (origin: string) => ({
  getItem: (key: string) => localStorage.getItem(`phone ${origin} ${key}`),
  setItem: (key: string, value: string) => localStorage.setItem(`phone ${origin} ${key}`, value),
})
const walletFor = (origin: string, getOrigin = (): RequestOrigin => ({ item: '', check: '' })): SandboxWallet => {
  const approve: Approve<WalletQuestion> = (request) => approvals.approve({ ...request, ...getOrigin() })
  ethereumWallet = createSandboxWallet({
    chains,
    approve,
    storage: storageFor(origin),
    knows: supportedChainIds,
    origin,
    accounts: keyAccounts,
  })
  mountPanel()
  return ethereumWallet
}
/** Connections need no approval of their own here: the Ethereum wallet has already prompted the user. */
const solanaWalletFor = (origin: string, getOrigin: () => RequestOrigin): SandboxSolanaWallet => {
  const approve: Approve<SolanaRequest> = async (request) =>
    request.kind === 'connect' || solanaApprovals.approve({ ...request, origin, ...getOrigin() })
  solanaWallet = createSandboxSolanaWallet({
    rpcUrl: solana.rpcUrl,
    network: 'Sandbox Solana',
    approve,
    storage: storageFor(origin),
  })
  mountPanel()
  return solanaWallet
}
const phone = createSandboxPhone({
  chains,
  relayUrl,
  verifyUrl,
  projectId,
  walletFor,
  otherChains: [solanaChains(solana.networkId, solanaWalletFor)],
  confirm: (origin, wallet, requestOrigin) => {
    const { account } = wallet.snapshot()
    return approvals.approve({ origin, kind: 'connect', details: { account }, ...requestOrigin })
  },
  withdraw: (item) => {
    for (const queue of [approvals, solanaApprovals])
      for (const { id, item: requestItem } of queue.pending()) if (requestItem === item) queue.answer(id, false)
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
const scanLabel = document.createElement('label')
scanLabel.textContent = 'Or an image of the QR code'
const imageInput = document.createElement('input')
imageInput.type = 'file'
imageInput.accept = 'image/*'
scanLabel.append(imageInput)
const pairButton = document.createElement('button')
pairButton.textContent = 'Pair'
const disconnectButton = document.createElement('button')
disconnectButton.type = 'button'
disconnectButton.textContent = 'Disconnect all sites'
const status = document.createElement('p')
status.setAttribute('role', 'status')
form.append(label, scanLabel, pairButton, disconnectButton)

/** The error of the last action. Shown until the next action, despite updates in between. */
let errorText: string | undefined
const renderStatus = () => {
  const sites = phone.sites()
  status.textContent = errorText ?? (sites.length === 0 ? 'No site is connected.' : `Connected: ${sites.join(', ')}`)
}
const setError = (text: string | undefined) => {
  errorText = text
  renderStatus()
}
const showError = (error: unknown) => setError(error instanceof Error ? error.message : String(error))
const pairWith = (uri: string) => {
  setError(undefined)
  return phone.pair(uri).then(() => {
    field.value = ''
    imageInput.value = ''
  }, showError)
}
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const uri = field.value.trim()
  if (uri === '') {
    setError('Paste the link that the site shows below its QR code.')
    field.focus()
  } else void pairWith(uri)
})
imageInput.addEventListener('change', () => {
  const [file] = imageInput.files ?? []
  if (file) readCode(file).then(pairWith, showError)
})
disconnectButton.addEventListener('click', () => {
  setError(undefined)
  phone.disconnectAll().catch(showError)
})
phone.subscribe(renderStatus)
renderStatus()
walletFor(location.origin)
root.append(heading, form, status, panel)
