/** @jsxImportSource preact */
import { render } from 'preact'
import { Panel, type PanelProps } from './Panel.tsx'

/** Draws the panel in an element, and moves the focus to it where it lies over the page; returns what takes it away. */
export function mountPanel(element: HTMLElement, props: PanelProps): () => void {
  render(<Panel {...props} />, element)
  if (props.close) element.querySelector('h2')?.focus()
  return () => render(null, element)
}
