/** Prevents the style attributes that Radix would write for these; a strict CSP forbids them. */
export const unstyled = { outline: undefined, animationDuration: undefined }
