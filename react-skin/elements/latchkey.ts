/**
 * `<latchkey-button>`, `<latchkey-network-button>` and `<latchkey-modal>`: the skin for pages without a framework or a bundler.
 * The elements are defined when this file is loaded in a page; on a server nothing happens.
 */
import { LatchkeyButtonElement, LatchkeyModalElement, LatchkeyNetworkButtonElement } from './element.ts'
import type { LatchkeyElementEvents } from './events.ts'

export { createLatchkey, defineNetwork, follow } from '../../sdk/index.ts'
export type { Latchkey, LatchkeyOptions, LatchkeyState } from '../../sdk/index.ts'
export { networks } from './networks.ts'
export { LatchkeyButtonElement, LatchkeyModalElement, LatchkeyNetworkButtonElement }
export type { LatchkeyElementEvents }

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-button': LatchkeyButtonElement
    'latchkey-network-button': LatchkeyNetworkButtonElement
    'latchkey-modal': LatchkeyModalElement
  }
  // The types of the events that the elements dispatch.
  interface HTMLElementEventMap extends LatchkeyElementEvents {}
}

if (typeof customElements !== 'undefined') {
  if (!customElements.get('latchkey-button')) customElements.define('latchkey-button', LatchkeyButtonElement)
  if (!customElements.get('latchkey-network-button'))
    customElements.define('latchkey-network-button', LatchkeyNetworkButtonElement)
  if (!customElements.get('latchkey-modal')) customElements.define('latchkey-modal', LatchkeyModalElement)
}
