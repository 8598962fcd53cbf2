import { useEffect, useState } from 'react'

const STATUS_MS = 2_000

/** Copies a text. The result replaces the label for a moment. */
export function CopyButton({ text, label }: { text: () => string; label: string }) {
  const [status, setStatus] = useState('')
  useEffect(() => {
    if (status === '') return undefined
    const timer = setTimeout(() => setStatus(''), STATUS_MS)
    return () => clearTimeout(timer)
  }, [status])
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setStatus('Copied'),
      () => setStatus('Copying was not allowed'),
    )
  return (
    <>
      <button type="button" className="plain" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status" className="status">
        {status}
      </span>
    </>
  )
}
