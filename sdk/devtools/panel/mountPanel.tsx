/** @jsxImportSource preact */
import { render } from 'preact'
import { Panel, type PanelProps } from './Panel.tsx'

/** Renders the panel in an element and moves the focus to it if it overlays the page. Returns a function that removes it. */
export function mountPanel(element: HTMLElement, props: PanelProps): () => void {
  render(<Panel {...props} />, element)
  if (props.close) element.querySelector('h2')?.focus()
  return () => render(null, element)
}
