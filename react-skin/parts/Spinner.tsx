import { swappable } from '../swap.tsx'

/** Something is under way. The words beside it say what. */
export const Spinner = /* @__PURE__ */ swappable('Spinner', () => <span data-part="spinner" aria-hidden="true" />)
