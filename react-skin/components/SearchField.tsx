import { SearchIcon } from './moreIcons.tsx'

/** A field that filters a short list while the user types. */
export const SearchField = ({
  name,
  value,
  onSearch,
}: {
  name: string
  value: string
  onSearch: (search: string) => void
}) => (
  <div data-part="tools" role="search" aria-label={name}>
    <div data-part="search">
      <SearchIcon />
      <input
        data-part="search-input"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={80}
        aria-label={name}
        placeholder={name}
        value={value}
        onChange={({ target }) => onSearch(target.value)}
      />
    </div>
  </div>
)
