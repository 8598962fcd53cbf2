/** Returns the URL of the page with a query parameter changed; `undefined` removes it. */
export function addressWith(name: string, value: string | undefined): string {
  const query = new URLSearchParams(location.search)
  query.delete(name)
  if (value !== undefined) query.set(name, value)
  const text = query.toString().replace(/=(?=&|$)/g, '')
  return text === '' ? location.pathname : `?${text}`
}
