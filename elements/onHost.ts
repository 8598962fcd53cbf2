/** The skin's properties, set on the element itself: what a page says of its elements then wins. */
export const onHost = (tokens: string): string =>
  tokens
    .replaceAll("[data-latchkey][data-scheme='dark']", ":host([data-scheme='dark'])")
    .replaceAll('[data-latchkey]', ':host')
