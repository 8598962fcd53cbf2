import type { Latchkey } from '../../sdk/index.ts'
import { ATTRIBUTES, INSTANCE_ATTRIBUTES, localeOf, themeOf, type Attributes } from './attributes.ts'
import { accountEvents } from './events.ts'
import { mount, type Part } from './render.tsx'
import { complain, isMade, join, setShared, shared } from './shared.ts'
import { sharedSheet } from './sheet.ts'

/** Servers have no elements, but can import the classes. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

/** The properties of an element. */
export interface LatchkeyElementProperties {
  /**
   * The instance: the one that the app set on any element, else the one that the attributes describe, which is available once an
   * element is connected.
   */
  latchkey: Latchkey | undefined
}

/** The base class of all elements. They show the instance that the elements of a page share, while they are connected. */
abstract class LatchkeyElement extends Base implements LatchkeyElementProperties {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES
  abstract readonly shows: Part
  #leave: (() => void) | undefined
  #mounted: ReturnType<typeof mount> | undefined
  #shown: Latchkey | undefined
  #unfollow: (() => void) | undefined

  get latchkey(): Latchkey | undefined {
    return shared(this)
  }
  set latchkey(latchkey: Latchkey | undefined) {
    setShared(latchkey)
  }

  connectedCallback(): void {
    // The property may have been set before the element was defined.
    if (Object.hasOwn(this, 'latchkey')) {
      const early = Object.getOwnPropertyDescriptor(this, 'latchkey')?.value as Latchkey
      Reflect.deleteProperty(this, 'latchkey')
      this.latchkey = early
    }
    this.#leave ??= join(this)
    // The parser connects elements one by one, and each may have attributes.
    queueMicrotask(() => this.show())
  }

  disconnectedCallback(): void {
    // An element that is only moved is connected again by then.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#hide()
      this.#leave?.()
      this.#leave = undefined
    })
  }

  attributeChangedCallback(name: string, _before: string | null, now: string | null): void {
    if (!this.#mounted) return
    if (name === 'theme') {
      const { choice, problem } = themeOf(now ?? 'system')
      if (problem) complain(`<${this.localName}> ${problem}`)
      else if (choice) this.latchkey?.dispatch({ type: 'theme.set', choice })
    } else if (name === 'locale') {
      const { problem } = localeOf(now ?? undefined)
      if (problem) complain(`<${this.localName}> ${problem}`)
      this.show()
    } else if (isMade() && INSTANCE_ATTRIBUTES.some((each) => each === name)) {
      complain(`<${this.localName}> ${name} is read once, when the first element is in the page`)
    }
  }

  attributesOf(): Attributes {
    return Object.fromEntries(
      ATTRIBUTES.flatMap((name) => {
        const value = this.getAttribute(name)
        return value === null ? [] : [[name, value]]
      }),
    )
  }

  show(): void {
    const latchkey = this.isConnected ? shared(this) : undefined
    if (!latchkey) return this.#hide()
    this.#mounted ??= this.#mount()
    this.#mounted.show({ latchkey, locale: localeOf(this.getAttribute('locale') ?? undefined).locale })
    if (this.#shown === latchkey) return
    this.#shown = latchkey
    this.#unfollow?.()
    this.#unfollow = this.#follow(latchkey)
  }

  #hide(): void {
    this.#unfollow?.()
    this.#mounted?.stop()
    this.#unfollow = this.#mounted = this.#shown = undefined
  }

  #mount() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: this.shows !== 'modal' })
    root.adoptedStyleSheets = [sharedSheet()]
    const container = document.createElement('div')
    root.replaceChildren(container)
    return mount(this, container, this.shows)
  }

  #follow(latchkey: Latchkey): () => void {
    let before = latchkey.getAccount()
    let isReported = false
    return latchkey.subscribe((state) => {
      const events = accountEvents(before, state.account)
      if (state.account.status !== 'connecting') before = state.account
      for (const { type, detail } of events) this.dispatchEvent(new CustomEvent(type, { detail }))
      this.dispatchEvent(new CustomEvent('latchkey-change', { detail: state }))
      if (isReported || !state.isOpen || !isMade() || document.querySelector('latchkey-modal')) return
      isReported = true
      complain(`<${this.localName}> opens nothing: add a <latchkey-modal> to the page`)
    })
  }
}

/** `<latchkey-button>`: opens the modal, or shows the account once one is connected. */
export class LatchkeyButtonElement extends LatchkeyElement {
  override readonly shows = 'button'
}

/** `<latchkey-network-button>`: shows the active network, and opens the list of networks. */
export class LatchkeyNetworkButtonElement extends LatchkeyElement {
  override readonly shows = 'network'
}

/** `<latchkey-modal>`: the dialog, or with `embedded` the card in the page. */
export class LatchkeyModalElement extends LatchkeyElement {
  override readonly shows = 'modal'
}
