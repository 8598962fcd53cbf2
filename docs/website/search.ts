/** The script of each page: search, and the navigation on phones. The index is a script, so that it loads from `file:` URLs too. */
import MiniSearch from 'minisearch'
import { searchOptions } from './searchOptions.ts'

declare global {
  interface Window {
    latchkeyIndex?: string
  }
}

/** The maximum number of results. */
const MOST = 12

function part<Kind extends HTMLElement>(id: string): Kind {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}.`)
  return element as Kind
}
const up = document.body.dataset['up'] ?? '.'
const field = part<HTMLInputElement>('search')
const found = part<HTMLUListElement>('found')
const count = part('count')
let chosen = -1

let index: Promise<MiniSearch> | undefined
/** Loads the index with the first search. */
const load = () =>
  (index ??= new Promise<MiniSearch>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${up}/searchIndex.js`
    script.addEventListener('load', () => resolve(MiniSearch.loadJSON(window.latchkeyIndex ?? '', searchOptions)))
    script.addEventListener('error', () => {
      index = undefined
      reject(new Error('The index could not be loaded.'))
    })
    document.head.append(script)
  }))

const options = () => [...found.querySelectorAll<HTMLElement>('[role="option"]')]
function choose(next: number) {
  const all = options()
  chosen = all.length === 0 ? -1 : (next + all.length) % all.length
  all.forEach((option, place) => option.setAttribute('aria-selected', String(place === chosen)))
  all[chosen]?.scrollIntoView({ block: 'nearest' })
  if (chosen >= 0) field.setAttribute('aria-activedescendant', all[chosen]?.id ?? '')
  else field.removeAttribute('aria-activedescendant')
}
function show(isShown: boolean) {
  found.hidden = !isShown
  field.setAttribute('aria-expanded', String(isShown))
}

async function search() {
  const words = field.value.trim()
  if (words === '') return show(false)
  const sections = await load()
  if (field.value.trim() !== words) return
  const results = sections.search(words).slice(0, MOST)
  found.replaceChildren(
    ...results.map(({ id, title, page }, place) => {
      const row = document.createElement('li')
      row.id = `found-${place}`
      row.role = 'option'
      const link = row.appendChild(document.createElement('a'))
      link.href = `${up}/${String(id)}`
      link.tabIndex = -1
      link.append(String(title))
      if (page !== title) link.appendChild(document.createElement('small')).append(String(page))
      return row
    }),
  )
  count.textContent = results.length === 0 ? 'Nothing was found.' : `${results.length} sections were found.`
  if (results.length === 0)
    found.append(Object.assign(document.createElement('li'), { textContent: 'Nothing was found.' }))
  show(true)
  choose(0)
}

const ask = () =>
  void search().catch((error: Error) => {
    found.replaceChildren(Object.assign(document.createElement('li'), { textContent: error.message }))
    show(true)
  })
field.addEventListener('input', ask)
field.addEventListener('focus', ask)
field.addEventListener('keydown', (event) => {
  if (event.isComposing) return
  if (event.key === 'ArrowDown') choose(chosen + 1)
  else if (event.key === 'ArrowUp') choose(chosen - 1)
  else if (event.key === 'Escape') show(false)
  else if (event.key === 'Enter') options()[chosen]?.querySelector('a')?.click()
  else return
  event.preventDefault()
})
document.addEventListener('keydown', (event) => {
  const { key, target } = event
  const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  if (key !== '/' || isTyping) return
  event.preventDefault()
  field.focus()
})
document.addEventListener('click', ({ target }) => {
  if (target instanceof Node && !found.contains(target) && target !== field) show(false)
})
found.addEventListener('click', () => show(false))

const [menu, pages] = [part('menu'), part('pages')]
menu.addEventListener('click', () => {
  const isOpen = document.body.toggleAttribute('data-pages')
  menu.setAttribute('aria-expanded', String(isOpen))
})
pages.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
