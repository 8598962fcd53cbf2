/** The same page with a parameter of its address changed: `undefined` takes it out. */
export function addressWith(name: string, value: string | undefined): string {
  const query = new URLSearchParams(location.search)
  query.delete(name)
  if (value !== undefined) query.set(name, value)
  const text = query.toString().replace(/=(?=&|$)/g, '')
  return text === '' ? location.pathname : `?${text}`
}
