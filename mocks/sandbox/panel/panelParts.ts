/** DOM helpers of the panel. */

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], 'children'>>,
  ...children: (Node | string)[]
) {
  const element = document.createElement(tag)
  Object.assign(element, properties)
  element.append(...children)
  return element
}

export const button = (text: string, onclick: () => void, kind = '') =>
  make('button', { type: 'button', className: kind, onclick }, text)

export const checkbox = (text: string, onchange: (on: boolean) => void) => {
  const input = make('input', { type: 'checkbox', onchange: () => onchange(input.checked) })
  return { input, label: make('label', { className: 'wallet-switch' }, input, text) }
}

export const select = (text: string, onchange: (value: string) => void) => {
  const input = make('select', { onchange: () => onchange(input.value) })
  return { input, label: make('label', { className: 'wallet-choice' }, text, input) }
}

export const fill = (input: HTMLSelectElement, choices: [value: string, text: string][], value: string) => {
  const drawn = [...input.options].map((option) => option.value).join()
  if (drawn !== choices.map(([choice]) => choice).join()) {
    input.replaceChildren(...choices.map(([choice, text]) => make('option', { value: choice }, text)))
  }
  input.value = value
}
