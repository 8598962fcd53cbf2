/** A phone in a tab: paste what a site's code says, and answer here as on a real one. */
import { createApprovals } from '../../mocks/sandbox/approvals.ts'
import { mountWalletPanel } from '../../mocks/sandbox/panel.ts'
import { createSandboxPhone } from '../../mocks/sandbox/phone.ts'
import { createSandboxWallet, type SandboxWallet } from '../../mocks/sandbox/wallet.ts'
import { fetchSandbox } from './page/sandbox.ts'
import './page.css'

const root = document.getElementById('root')
if (!root) throw new Error('phone.html has no #root.')

const { chains, projectId, relayUrl } = await fetchSandbox()
const approvals = createApprovals(sessionStorage)
const knows = chains.map(({ chainId }) => chainId)
const panel = document.createElement('div')

let unmount = () => {}
const show = (wallet: SandboxWallet) => {
  unmount()
  unmount = mountWalletPanel(panel, wallet, approvals)
}
const walletFor = (origin: string): SandboxWallet => {
  const own = {
    getItem: (key: string) => localStorage.getItem(`phone ${origin} ${key}`),
    setItem: (key: string, value: string) => localStorage.setItem(`phone ${origin} ${key}`, value),
  }
  const wallet = createSandboxWallet({ chains, approve: approvals.approve, storage: own, knows, origin })
  show(wallet)
  return wallet
}
const phone = await createSandboxPhone({ chains, relayUrl, projectId, walletFor })

const heading = document.createElement('h1')
heading.textContent = 'Sandbox Phone'
const form = document.createElement('form')
const label = document.createElement('label')
label.textContent = 'Link of the site'
const field = document.createElement('input')
field.name = 'uri'
field.autocomplete = 'off'
field.placeholder = 'wc:…'
label.append(field)
const pair = document.createElement('button')
pair.textContent = 'Pair'
const leave = document.createElement('button')
leave.type = 'button'
leave.textContent = 'Leave all sites'
const status = document.createElement('p')
status.setAttribute('role', 'status')
form.append(label, pair, leave)
root.append(heading, form, status, panel)

const draw = () => {
  const sites = phone.sites()
  status.textContent = sites.length === 0 ? 'No site is connected.' : `Connected: ${sites.join(', ')}`
}
const failed = (error: unknown) => {
  status.textContent = error instanceof Error ? error.message : String(error)
}
form.addEventListener('submit', (event) => {
  event.preventDefault()
  phone.pair(field.value).then(() => (field.value = ''), failed)
})
leave.addEventListener('click', () => void phone.leave().catch(failed))
phone.subscribe(draw)
draw()
show(walletFor(location.origin))
