import base from '../styles/base.css?inline'
import forced from '../styles/forced.css?inline'
import parts from '../styles/parts.css?inline'
import shell from '../styles/shell.css?inline'
import tokens from '../styles/tokens.css?raw'
import views from '../styles/views.css?inline'
import { onHost } from './onHost.ts'

const ELEMENTS = `
:host { display: inline-block }
:host(latchkey-modal) { display: block }
:host([hidden]) { display: none }
`

let sheet: CSSStyleSheet | undefined

/** The skin's style sheet for shadow roots, shared by all elements. It is adopted, which a strict CSP allows. */
export function sharedSheet(): CSSStyleSheet {
  if (sheet) return sheet
  sheet = new CSSStyleSheet()
  sheet.replaceSync([onHost(tokens), ELEMENTS, base, shell, parts, views, forced].join('\n'))
  return sheet
}
