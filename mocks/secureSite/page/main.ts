/** The page in the frame: it holds the keys and exchanges messages with the embedding page. */
import type { FrameSettings } from '../server/pages.ts'
import { createAccounts } from './accounts.ts'
import { createBridge } from './bridge.ts'
import { createBundles } from './bundles.ts'
import { createCard, createProgress } from './card.ts'
import { decideForOpener, decisionPath } from './decision.ts'
import { createEntries } from './entries.ts'
import { createHandlers, type PageMetadata } from './handlers.ts'
import { createNetworks } from './networks.ts'
import { createQueue } from './queue.ts'
import { createRequests, type Requests } from './requests.ts'
import { createSession } from './session.ts'
import './page.css'

function start() {
  // The server writes these settings into the page.
  const { parents, networks: supported } = JSON.parse(
    document.getElementById('settings')?.textContent ?? '{}',
  ) as FrameSettings
  const pageMetadata: PageMetadata = { name: undefined }
  const bridge = createBridge(parents)
  const { parent } = bridge
  const entries = createEntries()
  const networks = createNetworks(supported, new URLSearchParams(location.search).get('chainId'))
  const session = createSession(entries, bridge.sendPageToken, () => {
    // Signing out aborts open requests.
    requests.abort()
    bridge.sendPageToken(undefined)
  })
  const site = () => parent() ?? ''
  const requestApproval = createQueue(createCard(() => ({ origin: site(), name: pageMetadata.name })))
  const accounts = createAccounts(entries)
  const bundles = createBundles(entries, networks)
  const requests: Requests = createRequests(
    { networks, session, accounts, bundles },
    requestApproval,
    createProgress(),
    site,
  )
  bridge.start(createHandlers({ networks, session, accounts, requests, pageMetadata, parent }))
}

/** The window in which a request is decided. */
const decide = () =>
  decideForOpener((requester, request) => createCard(() => requester)(request, new AbortController().signal))

if (location.pathname === decisionPath) decide()
else if (window.parent === window) {
  document.body.textContent = 'This page is shown by sites, in a frame.'
  throw new Error('W3mFrame: parent is not set')
} else start()
