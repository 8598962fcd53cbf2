import { useEffect, useRef } from 'react'
import { mountElement } from '../../../sdk/devtools/element.ts'
import type { Recorder } from '../../../sdk/devtools/recorder.ts'

/** The devtools, rendered inline instead of as an overlay. */
export function ChartsPanel({
  recorder,
  openInspector,
  scheme,
}: {
  recorder: Recorder
  openInspector: (() => void) | undefined
  scheme: 'light' | 'dark'
}) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    return mountElement(element, { recorder, placement: 'inline', open: true, colorScheme: undefined, openInspector })
  }, [recorder, openInspector])
  useEffect(() => ref.current?.firstElementChild?.setAttribute('data-scheme', scheme), [scheme])
  return <div ref={ref} />
}
