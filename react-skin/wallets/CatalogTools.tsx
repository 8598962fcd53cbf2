import type { KeyboardEvent } from 'react'
import { formatCount } from '../../sdk/skin.ts'
import { useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { QrIcon } from '../components/icons.tsx'
import { SearchIcon } from '../components/moreIcons.tsx'
import { IconButton } from '../components/Button.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { takeFocus } from '../shell/focus.ts'
import { useStrings, useWord } from '../strings/strings.tsx'

/** The filters of the catalog: a search, and certified wallets only. */
export function CatalogTools({ busy, count }: { busy: boolean; count: number | undefined }) {
  const word = useWord()
  const { words } = useStrings()
  const dispatch = useDispatch()
  const search = useFeature('catalog', ({ context }) => context.search)
  const certified = useFeature('catalog', ({ context }) => context.certified)
  const total = useFeature('catalog', ({ context }) => context.count)
  const mobile = useActorSelector('wallets', ({ context }) => context.mobile)
  const scannable = useActorSelector(
    'wallets',
    ({ context }) => context.mobile && context.connectors.some(({ type }) => type === 'WALLET_CONNECT'),
  )
  const known = count === undefined && total > 0 ? word('walletCount', { count: formatCount(total) }) : ''

  return (
    <div data-part="tools" role="search" aria-label={words.searchWallets}>
      <div data-part="search-line">
        <div data-part="search">
          <SearchIcon />
          <input
            ref={mobile ? null : takeFocus}
            data-part="search-input"
            data-first-focus={mobile ? undefined : ''}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={80}
            aria-label={words.searchWallets}
            placeholder={words.searchWallets}
            defaultValue={search}
            onKeyDown={intoList}
            onChange={({ target }) => dispatch({ type: 'catalog.search', search: target.value })}
          />
          {busy && <Spinner />}
        </div>
        {scannable && (
          <IconButton
            name={words.showCode}
            onClick={() => dispatch({ type: 'view.push', view: 'ConnectingWalletConnectBasic' })}
          >
            <QrIcon />
          </IconButton>
        )}
      </div>
      <div data-part="tools-line">
        <span role="status">
          {busy ? words.searching : count === undefined ? known : word('resultCount', { count })}
        </span>
        <label data-part="switch">
          <span>{words.certifiedOnly}</span>
          <input
            type="checkbox"
            role="switch"
            data-part="switch-input"
            checked={certified}
            aria-checked={certified}
            onChange={({ target }) => dispatch({ type: 'catalog.setCertified', certified: target.checked })}
          />
        </label>
      </div>
    </div>
  )
}

/** Moves the focus from the search field to the first wallet. */
function intoList(event: KeyboardEvent) {
  if (event.key !== 'ArrowDown') return
  const first = event.currentTarget.closest('[data-part="view"]')?.querySelector('[data-index] [tabindex="0"]')
  if (!(first instanceof HTMLElement)) return
  event.preventDefault()
  first.focus()
}
