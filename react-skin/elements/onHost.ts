/** Sets the skin's custom properties on the host element, so that the page's styles for it take precedence. */
export const onHost = (tokens: string): string =>
  tokens
    .replaceAll("[data-latchkey][data-scheme='dark']", ":host([data-scheme='dark'])")
    .replaceAll('[data-latchkey]', ':host')
