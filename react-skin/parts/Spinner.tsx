/** Something is under way. The words beside it say what. */
export const Spinner = () => <span data-part="spinner" aria-hidden="true" />
