/**
 * The sandbox wallet in the browser, and its window. Not part of an example: the examples discover it like any other wallet.
 */
import '../../mocks/sandbox/panel/panel.css'
import { announceWallet } from '../../mocks/sandbox/eip155/announce.ts'
import { createApprovals, createConsent } from '../../mocks/sandbox/approvals.ts'
import { mountWalletPanel } from '../../mocks/sandbox/panel/panel.ts'
import type { WalletQuestion } from '../../mocks/sandbox/eip155/questions.ts'
import { panelEntry } from '../../mocks/sandbox/eip155/requestText.ts'
import { createSandboxWallet } from '../../mocks/sandbox/eip155/wallet.ts'
import { fetchSandbox } from '../playground/page/sandbox.ts'

const { chains } = await fetchSandbox()
const approvals = createApprovals<WalletQuestion>(createConsent())
const knows = chains.slice(0, 1).map(({ chainId }) => chainId)
const wallet = createSandboxWallet({ chains, knows, approve: approvals.approve, storage: localStorage })
announceWallet(wallet.provider)
mountWalletPanel(document.body, panelEntry(wallet, approvals))
