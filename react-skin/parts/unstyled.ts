/** Radix would write a style attribute for each of these; a strict CSP forbids that. */
export const unstyled = { outline: undefined, animationDuration: undefined }
