import { replaceable } from './replaceable.tsx'

/** Shows that something is in progress. The text next to it says what. */
export const Spinner = /* @__PURE__ */ replaceable('Spinner', () => <span data-part="spinner" aria-hidden="true" />)
