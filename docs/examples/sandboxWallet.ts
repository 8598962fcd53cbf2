/**
 * The wallet that a visitor has in the browser, and its window. No part of an example: the examples find it as they find
 * any other, and know nothing of it.
 */
import '../../mocks/sandbox/panel.css'
import { announceWallet } from '../../mocks/sandbox/announce.ts'
import { createApprovals, createConsent } from '../../mocks/sandbox/approvals.ts'
import { mountWalletPanel } from '../../mocks/sandbox/panel.ts'
import type { WalletQuestion } from '../../mocks/sandbox/questions.ts'
import { panelEntry } from '../../mocks/sandbox/told.ts'
import { createSandboxWallet } from '../../mocks/sandbox/wallet.ts'
import { fetchSandbox } from '../playground/page/sandbox.ts'

const { chains } = await fetchSandbox()
const approvals = createApprovals<WalletQuestion>(createConsent())
const knows = chains.slice(0, 1).map(({ chainId }) => chainId)
const wallet = createSandboxWallet({ chains, knows, approve: approvals.approve, storage: localStorage })
announceWallet(wallet.provider)
mountWalletPanel(document.body, panelEntry(wallet, approvals))
