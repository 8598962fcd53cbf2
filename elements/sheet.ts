import base from '../react-skin/styles/base.css?inline'
import forced from '../react-skin/styles/forced.css?inline'
import parts from '../react-skin/styles/parts.css?inline'
import shell from '../react-skin/styles/shell.css?inline'
import tokens from '../react-skin/styles/tokens.css?raw'
import views from '../react-skin/styles/views.css?inline'
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
