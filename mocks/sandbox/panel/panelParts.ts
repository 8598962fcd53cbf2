/** DOM helpers of the panel. */

export function createElement<K extends keyof HTMLElementTagNameMap>(
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
  createElement('button', { type: 'button', className: kind, onclick }, text)

export const checkbox = (text: string, onchange: (on: boolean) => void) => {
  const input = createElement('input', { type: 'checkbox', onchange: () => onchange(input.checked) })
  return { input, label: createElement('label', { className: 'wallet-switch' }, input, text) }
}

export const select = (text: string, onchange: (value: string) => void) => {
  const input = createElement('select', { onchange: () => onchange(input.value) })
  return { input, label: createElement('label', { className: 'wallet-choice' }, text, input) }
}

export const fillOptions = (input: HTMLSelectElement, choices: [value: string, text: string][], value: string) => {
  const currentValues = [...input.options].map((option) => option.value).join()
  if (currentValues !== choices.map(([choice]) => choice).join()) {
    input.replaceChildren(...choices.map(([choice, text]) => createElement('option', { value: choice }, text)))
  }
  input.value = value
}
